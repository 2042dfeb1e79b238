import type { Machine } from "@skein/host";
import { directories } from "@skein/settings";

/** That of the process. Throws `ConfigError` when there is no home folder. */
export function thisMachine(): Machine {
  const { env } = process;
  return { env, directories: directories({ env }) };
}
