import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Machine } from "@skein/host";
import { makeFolders } from "@skein/platform/folders";
import { directories } from "@skein/settings";

/** A machine whose files all lie in one folder, with what is said in its environment and in files relative to that. */
export function machineOf(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Machine {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    makeFolders(dirname(file));
    writeFileSync(file, text);
  }
  const all = { SKEIN_HOME: join(folder, "home"), SKEIN_NO_KEYRING: "1", ...env };
  return { env: all, directories: directories({ env: all }) };
}
