import type { ServeBuiltinOptions } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import { memoryFolders } from "../memory/memory-folders.ts";
import { skillsHere } from "../skills/skills-here.ts";
import { effectiveSettings } from "./effective-settings.ts";
import { webSearchOf } from "./web-search.ts";
import { loadRuntimeMemory } from "../later.ts";

/** What a built-in extension needs that is served outside of a session. */
export async function builtinsHere(
  machine: Machine,
  name: string,
  cwd: string,
): Promise<NonNullable<ServeBuiltinOptions["builtins"]>> {
  if (name === "memory") {
    const { memoryOptions } = await loadRuntimeMemory();
    return memoryOptions({ memory: memoryFolders(machine, cwd) }, [name]);
  }
  if (name === "web") {
    const search = await webSearchOf(machine);
    return { web: { search: search?.by === "engine" ? search.settings : undefined } };
  }
  if (name !== "skills") return {};
  const { skills } = await skillsHere(machine, await effectiveSettings(machine, cwd), cwd);
  return { skills: { skills } };
}
