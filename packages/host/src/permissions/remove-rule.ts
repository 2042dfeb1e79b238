import { forgetAnswers } from "@skein/runtime";
import { ConfigError, isJsonObject } from "@skein/protocol";
import { editConfigFile } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { rememberedTool } from "./list-permissions.ts";

export interface RemovedRule {
  readonly file: string;
  /** Whether it is a project's, which must be trusted again. */
  readonly isOfProject: boolean;
}

/**
 * Removes a rule from the file where it stands; where several have it, from the one that counts. Throws `ConfigError` when
 * none has it, or it cannot be written.
 */
export async function removeRule(machine: Machine, rule: string, cwd: string): Promise<RemovedRule> {
  const { sections } = await effectiveSettings(machine, cwd);
  const found = sections.find(
    ({ key, value }) => key === "permissions" && isJsonObject(value) && Object.hasOwn(value, rule),
  );
  if (!found)
    throw new ConfigError("usage", `There is no rule "${rule}" in the config files that count here.`);
  const { name: file, layer } = found.origin;
  await editConfigFile(file, [{ path: ["permissions", rule], value: undefined }]);
  return { file, isOfProject: layer === "project" };
}

/**
 * Forgets answers that were given for always: all of a tool, or those of it that hold in a folder. Throws `ConfigError` when
 * no answer is remembered.
 *
 * @param tool - as `listPermissions` names it.
 */
export async function forgetRemembered(
  { directories }: Machine,
  tool: string,
  cwd?: string,
): Promise<{ readonly forgotten: number }> {
  const forgotten = await forgetAnswers(
    directories.data,
    (answer) => rememberedTool(answer) === tool && (cwd === undefined || answer.call?.cwd === cwd),
  );
  if (forgotten === 0) throw new ConfigError("usage", `No answer about ${tool} is remembered.`);
  return { forgotten };
}
