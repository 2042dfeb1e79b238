import { readFileSync } from "node:fs";
import { corpus } from "../../packages/shell-analysis/test/corpus.ts";

function json<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as T;
}

/** Commands of our own. The benign ones are those that the tables of the analysis are tested with. */
export function commands(): Readonly<Record<"benign" | "compound" | "evasive", readonly string[]>> {
  const own = json<Record<"compound" | "evasive", string[]>>("commands.json");
  return { benign: corpus("benign").map(({ command }) => command), ...own };
}

/** What is decided of each, and by what. */
export function decisions(): Readonly<Record<string, string>> {
  return json("decisions.json");
}

/** Two hundred commands of a normal session, in their order. */
export function dayOfWork(): readonly string[] {
  return json("day.json");
}
