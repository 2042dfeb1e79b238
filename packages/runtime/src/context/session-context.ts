import { dateAndFolder } from "@skein/agent";
import type { DynamicContext, JsonValue } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { environmentSection } from "./environment.ts";
import { nestedHints } from "./nested-hints.ts";
import { loadDeveloper } from "../later.ts";

/** What an agent is told beside messages and results. */
export interface SessionContext {
  readonly dynamicContext: DynamicContext;
  /** Call with the input of each call before it. */
  touch(this: void, input: JsonValue): Promise<void>;
}

export async function sessionContext(
  { cwd, builtins, hintNames = [] }: Pick<AgentSettings, "cwd" | "builtins" | "hintNames">,
  path: string | undefined,
): Promise<SessionContext> {
  const environment = environmentSection(cwd, await shellOf(builtins, path));
  const hints = hintNames.length === 0 ? undefined : nestedHints(cwd, hintNames);
  return {
    dynamicContext: (now) => [...dateAndFolder(now), environment, ...(hints?.sections() ?? [])],
    touch: async (input) => hints?.touch(input),
  };
}

async function shellOf(builtins: readonly string[], path: string | undefined): Promise<string | undefined> {
  if (!builtins.includes("developer")) return undefined;
  return (await loadDeveloper()).findShell(path)[0];
}
