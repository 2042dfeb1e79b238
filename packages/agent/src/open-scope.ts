import type { EntryBody, Tool, UserPart } from "@skein/protocol";
import { createRequestHasher } from "./context.ts";
import { openContext } from "./live-context.ts";
import type { Parts } from "./parts.ts";
import type { RunScope } from "./scope.ts";
import { settingsEntry } from "./settings-entry.ts";

/**
 * Builds what the run works with, and journals its start and whatever differs from what the session last said.
 *
 * @returns also the `seq` of the start.
 */
export async function openScope(
  base: Omit<RunScope, "context" | "hasher">,
  input: readonly UserPart[],
  finalOutput: Tool | undefined,
): Promise<{ readonly scope: RunScope; readonly seq: number | undefined }> {
  const { id, parts, log } = base;
  const { context, entries } = await openContext({ ...base, run: id, finalOutput });
  const isBreak = entries.length > 0 && log.contextHash() !== undefined;
  const bodies: EntryBody[] = log.isNew() ? [sessionStart(parts)] : [];
  const before = log.settings();
  const settings = settingsEntry(parts);
  if (!before || !sameSettings(before, settings)) bodies.push(settings);
  const written = await log.write(id, ...bodies, ...entries, { kind: "run-start", input });
  if (isBreak) for (const { reason } of entries) context.tellBreak(reason);
  const scope = { ...base, context, hasher: createRequestHasher() };
  return { scope, seq: written.at(-1)?.seq };
}

function sessionStart({ session, cwd, interaction, name, child, recipe, schedule }: Parts): EntryBody {
  const more = {
    ...(name === undefined ? {} : { name }),
    ...(child ? { child } : {}),
    ...(recipe === undefined ? {} : { recipe }),
    ...(schedule === undefined ? {} : { schedule }),
  };
  return { kind: "session-start", id: session, cwd, interaction, ...more };
}

function sameSettings(before: object, now: Extract<EntryBody, { kind: "settings" }>): boolean {
  const kept = Object.fromEntries(
    Object.keys(now).map((key) => [key, (before as Record<string, unknown>)[key]]),
  );
  return JSON.stringify(kept) === JSON.stringify(now);
}
