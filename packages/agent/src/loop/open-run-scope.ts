import type { Entry, EntryBody, Tool, UserPart } from "@skein/protocol";
import { createRequestHasher } from "../context/model-context.ts";
import { openContext } from "../context/live-context.ts";
import { seedEntries } from "../session/seed-entries.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { RunScope } from "../run/run-scope.ts";
import { settingsEntry } from "../session/settings-entry.ts";

/**
 * Assembles the run's scope, and journals its start and everything that changed since the session was last
 * used.
 *
 * @returns the scope and the entries that were written; `run-start` comes last.
 */
export async function openRunScope(
  base: Omit<RunScope, "context" | "hasher">,
  input: readonly UserPart[],
  finalOutput: Tool | undefined,
): Promise<{ readonly scope: RunScope; readonly written: readonly Entry[] }> {
  const { id, parts, state, log } = base;
  const { context, entries, isBreak } = await openContext({ ...base, run: id, finalOutput });
  const { messages = [] } = parts;
  // They belong to no run: a replay of this run starts after them.
  if (log.isNew() && messages.length > 0)
    await log.write(null, sessionStart(parts), ...seedEntries(messages));
  const bodies: EntryBody[] = log.isNew() ? [sessionStart(parts)] : [];
  const before = log.settings();
  const settings = settingsEntry(parts, state);
  if (!before || !sameSettings(before, settings)) bodies.push(settings);
  const written = await log.write(id, ...bodies, ...entries, { kind: "run-start", input });
  if (isBreak) for (const { reason } of entries) context.emitCacheBreak(reason);
  const scope = { ...base, context, hasher: createRequestHasher() };
  return { scope, written };
}

function sessionStart({
  session,
  cwd,
  interaction,
  name,
  child,
  recipe,
  recipeSource,
  schedule,
  worktree,
}: Pick<
  CompleteParts,
  "session" | "cwd" | "interaction" | "name" | "child" | "recipe" | "recipeSource" | "schedule" | "worktree"
>): EntryBody {
  const more = {
    ...(name === undefined ? {} : { name }),
    ...(child ? { child } : {}),
    ...(recipe === undefined ? {} : { recipe }),
    ...(recipeSource ? { recipeSource } : {}),
    ...(schedule === undefined ? {} : { schedule }),
    ...(worktree ? { worktree } : {}),
  };
  return { kind: "session-start", id: session, cwd, interaction, ...more };
}

function sameSettings(before: object, now: Extract<EntryBody, { kind: "settings" }>): boolean {
  const kept = Object.fromEntries(
    Object.keys(now).map((key) => [key, (before as Record<string, unknown>)[key]]),
  );
  return JSON.stringify(kept) === JSON.stringify(now);
}
