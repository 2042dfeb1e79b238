import type { CommandResult } from "@skein/client";

export interface ResultLine {
  readonly name: string;
  readonly value: string;
}

/** What a command came to, a line for each of its values. Lists and objects are JSON. */
export function resultLines(result: CommandResult): readonly ResultLine[] {
  return Object.entries(result)
    .filter(([name, value]) => name !== "kind" && value !== undefined && value !== null)
    .map(([name, value]) => ({
      name,
      value: typeof value === "string" ? value : JSON.stringify(value, undefined, 2),
    }));
}
