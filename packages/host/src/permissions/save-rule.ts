import { dirname, join } from "node:path";
import { nearestWord } from "@skein/platform/words";
import { builtinNames, ConfigError, type Verdict } from "@skein/protocol";
import { builtinTools } from "@skein/runtime";
import { ruleNameProblem } from "@skein/permissions";
import { editConfigFile, projectFile } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";

export interface SavedRule {
  readonly rule: string;
  readonly decision: Verdict;
  readonly file: string;
  /** The project's folder, which must be trusted again; `null` for the user's own file. */
  readonly untrusted: string | null;
}

/**
 * Writes a rule into the user's config file, or the project's. Throws `ConfigError` for a rule that cannot be understood, and
 * for files that cannot be read or written.
 */
export async function saveRule(
  machine: Machine,
  rule: string,
  {
    decision,
    cwd,
    inProject = false,
  }: { readonly decision: Verdict; readonly cwd: string; readonly inProject?: boolean },
): Promise<SavedRule> {
  const { sections } = await effectiveSettings(machine, cwd);
  const servers = sections.flatMap(({ key, value }) =>
    key === "extensions" ? Object.keys(value as object) : [],
  );
  const known = { tools: await builtinTools(builtinNames), servers, nearest: nearestWord };
  const problem = ruleNameProblem(rule, known);
  if (problem) throw new ConfigError("usage", problem.message, { hint: problem.fix });
  const file = inProject ? projectFile(cwd) : join(machine.directories.config, "config.yaml");
  await editConfigFile(file, [{ path: ["permissions", rule], value: decision }]);
  return { rule, decision, file, untrusted: inProject ? dirname(dirname(file)) : null };
}
