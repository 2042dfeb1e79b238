import { existsSync } from "node:fs";
import type { Machine } from "@skein/host";
import { directories } from "@skein/settings";

/** That of the process. Throws `ConfigError` if the home folder is needed and is missing. */
export function thisMachine(): Machine {
  const { env } = process;
  return { env, directories: directories({ env, exists: existsSync }) };
}
