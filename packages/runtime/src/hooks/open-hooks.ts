import type { Hook, HookRunner, HookSession } from "@skein/hooks";
import type { RunHooks } from "@skein/protocol";
import type { HookCommandsOptions } from "./hook-commands.ts";
import { loadHookCommands, loadHooks } from "../later.ts";

/** The hooks of an agent and of all agents below it. */
export interface HookSettings {
  /** In the order in which they run. */
  readonly hooks: readonly Hook[];
  /** The value of a variable that a hook names. Default: none has one. */
  readonly variable?: HookRunner["variable"] | undefined;
  /** The project's folder; absolute. Default: the working folder. */
  readonly project?: string | undefined;
}

export interface OpenHooksOptions extends HookCommandsOptions, Pick<HookSession, "mode" | "subagent"> {
  /** Id of the session; of a subagent, of the one that it belongs to. */
  readonly session: string;
}

/** Loaded only where there are hooks; otherwise nothing is called. */
export async function openHooks(
  { hooks, variable = () => undefined, project }: HookSettings,
  { session, mode, subagent, ...commands }: OpenHooksOptions,
): Promise<RunHooks | undefined> {
  if (hooks.length === 0) return undefined;
  const { createHooks } = await loadHooks();
  const { hookCommands } = await loadHookCommands();
  return createHooks({
    hooks,
    variable,
    runCommand: hookCommands(commands),
    session: {
      id: session,
      cwd: commands.cwd,
      mode,
      ...(project === undefined ? {} : { project }),
      ...(subagent ? { subagent } : {}),
    },
  });
}
