import { extractText, type Entry, type HookEffect, type RunHooks } from "@skein/protocol";
import { hookStopCode } from "../run/call-hooks.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

/**
 * Hooks that change inputs and send the model back to work as those of the recorded run did. Their verdicts are among the
 * recorded decisions, and what they told the model is part of its recorded dynamic context.
 *
 * @param asked - how often the model was asked in the replay so far.
 */
export function recordedHooks(
  entries: readonly Entry[],
  calls: RecordedCalls,
  asked: () => number,
): RunHooks | undefined {
  const continuations = continuationsIn(entries);
  const isRewritten = entries.some((entry) => entry.kind === "decision" && entry.input !== undefined);
  const refusal = refusalIn(entries);
  if (continuations.size === 0 && !isRewritten && refusal === undefined) return undefined;
  return {
    has: (type) => type === "user-prompt" || type === "before-tool" || type === "stop",
    run: (event) => {
      let effect: HookEffect = {};
      if (event.type === "before-tool") {
        const found = calls.decisionsOn(event.request.callId).find(({ input }) => input !== undefined);
        if (found?.input !== undefined) effect = { input: found.input };
      } else if (event.type === "user-prompt") {
        if (refusal !== undefined) effect = { endRun: refusal };
      } else if (event.type === "stop") {
        const continueWith = continuations.get(asked());
        if (continueWith !== undefined) effect = { continueWith };
      }
      return Promise.resolve(effect);
    },
  };
}

/** Why a hook has refused the run's message. */
function refusalIn(entries: readonly Entry[]): string | undefined {
  if (entries.some(({ kind }) => kind === "user-message" || kind === "model-request")) return undefined;
  const outcome = entries.find((entry) => entry.kind === "outcome");
  return outcome?.error?.code === hookStopCode ? outcome.error.message : undefined;
}

/** The messages of hooks, by how often the model had been asked before. */
function continuationsIn(entries: readonly Entry[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let asked = 0;
  for (const entry of entries) {
    if (entry.kind === "model-request" && entry.purpose === "turn") asked++;
    else if (entry.kind === "user-message" && entry.from === "hook")
      found.set(asked, extractText(entry.content));
  }
  return found;
}
