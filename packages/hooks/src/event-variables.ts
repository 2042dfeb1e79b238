import type { HookEventName } from "./hook-events.ts";
import type { HookSession } from "./hook-input.ts";
import type { Hook } from "./hook.ts";

/** What a command finds in its environment about the event; those of Claude Code have its names. */
export function eventVariables(
  { root }: Pick<Hook, "root">,
  event: HookEventName,
  { id, cwd, project = cwd }: HookSession,
): Readonly<Record<string, string>> {
  return {
    CLAUDE_PROJECT_DIR: project,
    SKEIN_PROJECT_DIR: project,
    SKEIN_HOOK_EVENT: event,
    SKEIN_SESSION_ID: id,
    ...(root === undefined ? {} : { CLAUDE_PLUGIN_ROOT: root }),
  };
}
