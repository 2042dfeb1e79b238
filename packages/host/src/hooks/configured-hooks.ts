import { dirname, join, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { readHooks, type Hook } from "@skein/hooks";
import { describeOrigin, type SettingsSection } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { readHookFile } from "./read-hook-file.ts";

/** A hook, and whether a project's file declares it. */
export interface ConfiguredHook {
  readonly hook: Hook;
  readonly isOfProject: boolean;
}

/** What a hook of a file does, as its file says. */
export interface HookDeed {
  readonly type: "command" | "http";
  /** The command, or the address. */
  readonly run: string;
}

export function deedOf({ action }: Pick<Hook, "action">): HookDeed {
  switch (action.type) {
    case "command":
      return { type: "command", run: action.command };
    case "http":
      return { type: "http", run: action.url };
    case "function":
      throw new Error("No file declares a function.");
  }
}

/**
 * The hooks of config files, and of the files that the user's own name in `hookFiles`. Those of a project come first, so that
 * the user's see what they have made of a call. Throws `ConfigError`.
 *
 * @param sections - the strongest first; what is wrong with `hooks` has been told.
 */
export async function configuredHooks(
  machine: Machine,
  sections: readonly SettingsSection[],
): Promise<readonly ConfiguredHook[]> {
  const found: ConfiguredHook[] = [];
  for (const { key, value, origin, placeOf } of sections) {
    const isOfProject = origin.layer === "project";
    if (key === "hooks") {
      const originOf = (path: readonly (string | number)[]) =>
        describeOrigin({ ...origin, ...placeOf?.(path) });
      found.push(...readHooks(value, originOf).hooks.map((hook) => ({ hook, isOfProject })));
    } else if (key === "hookFiles" && !isOfProject && Array.isArray(value)) {
      for (const path of value as readonly string[]) {
        const hooks = await readHookFile(absolute(path, origin.name, machine));
        found.push(...hooks.map((hook) => ({ hook, isOfProject })));
      }
    }
  }
  return found;
}

/** Below the home, or beside the config file that names it: never in whatever folder a run is. */
function absolute(path: string, configFile: string, { env }: Machine): string {
  const home = env["HOME"] ?? homeFolder();
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(dirname(configFile), path);
}
