import { messageOf, type EntryBody, type HookEffect, type HookEvent } from "@skein/protocol";
import type { RunNeeds } from "./run-scope.ts";
import { RunStop } from "../run-stop.ts";

export type HookNeeds = RunNeeds<
  "id" | "log" | "emit" | "signal" | "hookContext",
  "hooks" | "redact" | "cwd"
>;

/**
 * Calls the hooks that wait for an event. What they have for the user is journaled and told; what they have for the model
 * goes into its next request. Throws a `RunStop` when one of them ends the run.
 */
export async function callHooks(scope: HookNeeds, event: HookEvent): Promise<HookEffect> {
  const { hookContext } = scope;
  const effect = await runHooks(scope, event);
  await tellNotices(scope, effect.notices ?? []);
  if (effect.context !== undefined) hookContext.push({ name: "hooks", text: effect.context });
  if (effect.endRun !== undefined)
    throw new RunStop("denied", { code: hookStopCode, message: effect.endRun });
  return effect;
}

/**
 * What the hooks say, without secrets. Fails closed: hooks say themselves what a failure of theirs means; this is about those
 * of an app that throw.
 */
export async function runHooks(
  { parts, signal }: Pick<RunNeeds<"signal", "hooks" | "redact">, "parts" | "signal">,
  event: HookEvent,
): Promise<HookEffect> {
  if (!parts.hooks.has(event.type)) return {};
  return parts.redact(await effectOf());

  async function effectOf(): Promise<HookEffect> {
    try {
      return await parts.hooks.run(parts.redact(event), signal);
    } catch (error) {
      signal.throwIfAborted();
      return { verdict: "deny", by: "hook", reason: `The hook failed (${messageOf(error)}).` };
    }
  }
}

/** A hook has ended the run. */
export const hookStopCode = "hook";

export type NoticeNeeds = RunNeeds<"id" | "log" | "emit">;

export async function tellNotices({ id, log, emit }: NoticeNeeds, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const bodies = texts.map((text): Extract<EntryBody, { kind: "notice" }> => ({
    kind: "notice",
    audience: "user",
    level: "warning",
    text,
  }));
  const written = await log.write(id, ...bodies);
  for (const entry of written) {
    if (entry.kind === "notice") emit({ type: "notice", level: entry.level, text: entry.text }, entry.seq);
  }
}
