import type { EntryBody, Tool, UserPart } from "@skein/protocol";
import { createRequestHasher } from "./context.ts";
import { openContext } from "./live-context.ts";
import type { Parts } from "./parts.ts";
import type { RunScope } from "./scope.ts";

/** Builds what the run works with, and journals its start and whatever differs from what the session last said. */
export async function openScope(
  base: Omit<RunScope, "context" | "hasher">,
  input: readonly UserPart[],
  finalOutput: Tool | undefined,
): Promise<RunScope> {
  const { id, parts, log, emit } = base;
  const { context, entries } = await openContext({ ...base, run: id, finalOutput });
  const isBreak = entries.length > 0 && log.contextHash() !== undefined;
  const bodies: EntryBody[] = log.isNew() ? [sessionStart(parts)] : [];
  const before = log.settings();
  const settings = settingsEntry(parts);
  if (!before || !sameSettings(before, settings)) bodies.push(settings);
  await log.write(id, ...bodies, ...entries, { kind: "run-start", input });
  if (isBreak) {
    emit({ type: "cache-break", reason: "The instructions or tools differ from those of the last run." });
  }
  return { ...base, context, hasher: createRequestHasher() };
}

function sessionStart({ session, cwd, interaction, name }: Parts): EntryBody {
  return { kind: "session-start", id: session, cwd, interaction, ...(name === undefined ? {} : { name }) };
}

export function settingsEntry({ model, mode, extensions, limits, options }: Parts) {
  return {
    kind: "settings",
    provider: model.provider,
    model: model.id,
    mode,
    extensions: extensions.map(({ name }) => name),
    limits,
    options,
  } as const satisfies EntryBody;
}

function sameSettings(before: object, now: Extract<EntryBody, { kind: "settings" }>): boolean {
  const kept = Object.fromEntries(
    Object.keys(now).map((key) => [key, (before as Record<string, unknown>)[key]]),
  );
  return JSON.stringify(kept) === JSON.stringify(now);
}
