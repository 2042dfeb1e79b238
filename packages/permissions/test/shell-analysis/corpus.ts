import { readFileSync } from "node:fs";
import type { ShellVerdict } from "../../src/shell-analysis/index.ts";

/**
 * `benign` only read; `compound` do more, and say so; `evasive` run `evil`, write or leave the table in ways that hide it; `broken`
 * are none, or too large.
 */
export type CorpusName = "benign" | "compound" | "evasive" | "broken";

export interface CorpusCase {
  readonly command: string;
  readonly verdict: ShellVerdict;
}

/** Our own commands, in files beside this one: each verdict with its commands. */
export function corpus(name: CorpusName): readonly CorpusCase[] {
  const file = new URL(`corpus/${name}.json`, import.meta.url);
  const byVerdict = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<ShellVerdict, string[]>>;
  return Object.entries(byVerdict).flatMap(([verdict, commands]) =>
    commands.map((command) => ({ command, verdict: verdict as ShellVerdict })),
  );
}
