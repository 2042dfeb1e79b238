import { editConfigFile } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { configuredExtension } from "./configured-extension.ts";

/**
 * Switches an extension on or off, or removes it, in the file where it stands. Throws `ConfigError`.
 *
 * @returns the file that was changed, and whether it is a project's, which must be trusted again.
 */
export async function changeExtension(
  machine: Machine,
  cwd: string,
  name: string,
  change: "enable" | "disable" | "remove",
): Promise<{ readonly file: string; readonly isOfProject: boolean }> {
  const { isOfProject, file } = await configuredExtension(machine, cwd, name);
  const path = ["extensions", name, ...(change === "remove" ? [] : ["enabled"])];
  await editConfigFile(file, [{ path, value: change === "disable" ? false : undefined }]);
  return { file, isOfProject };
}
