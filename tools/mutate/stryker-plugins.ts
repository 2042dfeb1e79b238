import { readFileSync } from "node:fs";
import { type CheckResult, type Checker, CheckStatus } from "@stryker-mutator/api/check";
import type { Mutant } from "@stryker-mutator/api/core";
import { declareFactoryPlugin, declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";
import type { DrawnMutant } from "./draw.ts";
import { sentences } from "./sentences.ts";

// Stryker loads this file in processes of its own. SKEIN_MUTATE_DRAWN names the file with the drawn mutants.

/** Rejects each mutant that was not drawn before its tests run: Stryker itself has no samples, only ranges of lines. */
function drawnChecker(): Checker {
  let drawn: ReadonlySet<string> = new Set();
  const check = (mutants: readonly Mutant[]): Record<string, CheckResult> =>
    Object.fromEntries(
      mutants.map(({ id, fileName, ...mutant }) => [
        id,
        drawn.has(keyOf({ ...mutant, file: fileName }))
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: "not drawn" },
      ]),
    );
  return {
    init: () => {
      const list = JSON.parse(readFileSync(process.env["SKEIN_MUTATE_DRAWN"]!, "utf8")) as DrawnMutant[];
      drawn = new Set(list.map(keyOf));
      return Promise.resolve();
    },
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
    check: (mutants) => Promise.resolve(check(mutants)),
  };
}

/** @param mutant - `file` may be absolute: only the part from `packages/` on counts. */
function keyOf({ file, location: { start, end }, mutatorName, replacement }: DrawnMutant): string {
  const path = file.slice(file.lastIndexOf("packages/"));
  return JSON.stringify([path, start.line, start.column, end.line, end.column, mutatorName, replacement]);
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, "drawn", drawnChecker),
  declareValuePlugin(PluginKind.Ignore, "sentences", sentences),
];
