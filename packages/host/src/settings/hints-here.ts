import { isGuarded } from "@skein/runtime/context";
import { readHints, type Hints } from "@skein/settings";
import type { EffectiveSettings } from "./effective-settings.ts";

/** The hint files of a folder. @param names - of the files. Default: as the settings say. */
export function hintsHere(
  { folders, values, project }: Pick<EffectiveSettings, "folders" | "values" | "project">,
  cwd: string,
  names: readonly string[] = values.hints,
): Promise<Hints> {
  const onlyUser = project.trust === "restricted";
  return readHints({ cwd, config: folders.config, names, onlyUser, isGuarded });
}
