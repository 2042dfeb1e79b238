import { setTimeout as sleep } from "node:timers/promises";
import type { PromptResponse, SessionUpdate } from "@agentclientprotocol/sdk";
import type { ToolResultPart } from "@skein/protocol";
import type { AgentCall } from "./session-client.ts";

/** A call that the agent waits for. */
export interface WaitingCall extends AgentCall {
  readonly id: string;
  /** `undefined`: it was not made. */
  readonly settle: (result?: ToolResultPart) => void;
}

/** What comes from an agent while it works on a prompt, in order. */
type Happening =
  | { readonly type: "update"; readonly update: SessionUpdate }
  | { readonly type: "call"; readonly call: WaitingCall }
  | { readonly type: "end"; readonly response: PromptResponse }
  | { readonly type: "failed"; readonly error: unknown };

export interface Happenings {
  add(happening: Happening): void;
  /** The next one. Rejects with the signal's reason; `undefined` after `withinMs`. */
  next(signal: AbortSignal, withinMs?: number): Promise<Happening | undefined>;
}

export function collectHappenings(): Happenings {
  const waiting: Happening[] = [];
  let wake: (() => void) | undefined;
  return {
    add(happening) {
      waiting.push(happening);
      wake?.();
    },
    async next(signal, withinMs) {
      signal.throwIfAborted();
      if (waiting.length === 0) {
        const over = new AbortController();
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener("abort", () => resolve(), { signal: over.signal });
        const late = withinMs === undefined ? [] : [sleep(withinMs, undefined, { signal: over.signal })];
        await Promise.race([promise, ...late]);
        wake = undefined;
        for (const one of late) one.catch(() => undefined);
        over.abort();
        signal.throwIfAborted();
      }
      return waiting.shift();
    },
  };
}
