import { readFileSync } from "node:fs";
import { corpus } from "../../../packages/permissions/test/shell-analysis/corpus.ts";

function json(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}

/** Commands of our own. The benign ones are those that the tables of the analysis are tested with. */
export function commands(): Readonly<Record<"benign" | "compound" | "evasive", readonly string[]>> {
  const own = json("commands.json") as Record<"compound" | "evasive", string[]>;
  return { benign: corpus("benign").map(({ command }) => command), ...own };
}

/** What is decided of each, and by what. */
export function decisions(): Readonly<Record<string, string>> {
  return json("decisions.json") as Record<string, string>;
}

/** Two hundred commands of a normal session, in their order. */
export function dayOfWork(): readonly string[] {
  return json("day.json") as string[];
}
