import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "yaml";
import notRun from "./not-run.json" with { type: "json" };

/** Which side of the protocol is Skein. */
type Leg = "client" | "server";

export interface Scenario {
  readonly leg: Leg;
  /** Of the specification. */
  readonly revision: string;
  readonly name: string;
}

const revisions = ["2025-11-25", "2026-07-28"] as const;
const legs = ["client", "server"] as const;

export const suiteFolder = join(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
  "..",
);

interface Requirements extends Readonly<Record<Leg, readonly string[]>> {
  readonly not_scored: readonly { readonly scenario: string; readonly leg: Leg }[];
}

/** What is run: what conformance to the revisions requires, as the suite lists it, and what else applies. */
export function allScenarios(): readonly Scenario[] {
  const required = revisions.flatMap((revision) =>
    legs.flatMap((leg) => requirementsOf(revision)[leg].map((name) => ({ leg, revision, name }))),
  );
  return [...required, ...optionalScenarios().filter((scenario) => reasonNotRun(scenario) === undefined)];
}

/** What the suite has beyond the requirements. */
export function optionalScenarios(): readonly Scenario[] {
  return revisions.flatMap((revision) =>
    requirementsOf(revision).not_scored.map(({ leg, scenario }) => ({ leg, revision, name: scenario })),
  );
}

/** Why a scenario does not apply; `undefined`: it does. */
function reasonNotRun({ leg, name }: Scenario): string | undefined {
  return (notRun as Readonly<Record<string, string>>)[`${leg} ${name}`];
}

function requirementsOf(revision: string): Requirements {
  return parse(readFileSync(join(suiteFolder, "requirements", `${revision}.yaml`), "utf8")) as Requirements;
}

/** For people and for the list of those that pass. */
export function titleOf({ leg, revision, name }: Scenario): string {
  return `${leg} ${revision} ${name}`;
}
