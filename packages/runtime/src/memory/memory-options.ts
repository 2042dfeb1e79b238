import type { MemoryOptions } from "@skein/extensions-builtin/memory";
import type { AgentSettings } from "../agent-settings.ts";
import { loadMemory } from "../later.ts";

/** What the built-in `memory` needs; nothing is read for an agent without it. */
export async function memoryOptions(
  { memory: folders }: Pick<AgentSettings, "memory">,
  builtins: readonly string[],
  holdsSecret?: (text: string) => boolean,
): Promise<{ readonly memory?: MemoryOptions }> {
  if (folders === undefined || !builtins.includes("memory")) return {};
  const { readMemories } = await loadMemory();
  return { memory: { folders, known: await readMemories(folders), ...(holdsSecret ? { holdsSecret } : {}) } };
}
