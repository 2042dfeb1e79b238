import { join } from "node:path";
import type { FindRecipeOptions } from "@skein/recipes";
import type { Machine } from "../machine.ts";

/** Where this user's recipes are looked for, from a folder. */
export function findOptions({ env, directories }: Machine, cwd: string): FindRecipeOptions {
  return {
    cwd,
    home: env["HOME"] ?? env["USERPROFILE"],
    env,
    configFolder: directories.config,
    // Named by a variable, or not looked at.
    github: { cacheFolder: join(directories.data, "recipes") },
  };
}
