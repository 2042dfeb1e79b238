import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "yaml";

/** Which side of the protocol is Skein. */
type Leg = "client" | "server";

export interface Scenario {
  readonly leg: Leg;
  /** Of the specification. */
  readonly revision: string;
  readonly name: string;
}

const revisions = ["2025-11-25", "2026-07-28"] as const;

export const suiteFolder = join(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
  "..",
);

/** What conformance to the revisions requires, as the suite lists it. */
export function requiredScenarios(): readonly Scenario[] {
  return revisions.flatMap((revision) => {
    const file = join(suiteFolder, "requirements", `${revision}.yaml`);
    const listed = parse(readFileSync(file, "utf8")) as Readonly<Record<Leg, readonly string[]>>;
    return (["client", "server"] as const).flatMap((leg) =>
      listed[leg].map((name) => ({ leg, revision, name })),
    );
  });
}

/** For people and for the list of those that pass. */
export function titleOf({ leg, revision, name }: Scenario): string {
  return `${leg} ${revision} ${name}`;
}
