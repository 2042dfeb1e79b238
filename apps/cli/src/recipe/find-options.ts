import { join } from "node:path";
import type { FindOptions } from "@skein/runtime/recipes";
import { directories } from "@skein/settings";

/** Where this user's recipes are looked for, from a folder. Throws `ConfigError` when there is no home folder. */
export function findOptions(cwd: string): FindOptions {
  const { env } = process;
  const { config, data } = directories({ env });
  return {
    cwd,
    home: env["HOME"] ?? env["USERPROFILE"],
    env,
    configFolder: config,
    // Named by a variable, or not looked at.
    github: { cacheFolder: join(data, "recipes") },
  };
}
