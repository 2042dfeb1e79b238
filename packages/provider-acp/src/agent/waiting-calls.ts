import type { ToolResultPart } from "@skein/protocol";
import type { WaitingCall } from "./happenings.ts";
import type { AgentCall } from "./session-client.ts";

/** The calls that an agent waits for. */
export interface WaitingCalls {
  isEmpty(): boolean;
  has(id: string): boolean;
  /** @param resolve - called once, with `undefined` if the call is not made. */
  add(call: AgentCall, resolve: WaitingCall["settle"]): WaitingCall;
  /** Marks a call as part of a reply: the next request brings its result. */
  tell(id: string): void;
  /** Without a result the call is not made. */
  settle(id: string, result?: ToolResultPart): void;
  /** Settles the calls of the last reply. Those without a result are not made. */
  settleTold(results: readonly ToolResultPart[]): void;
  settleAll(): void;
}

export function waitingCalls(): WaitingCalls {
  const waiting = new Map<string, WaitingCall>();
  const told = new Set<string>();

  function settle(id: string, result?: ToolResultPart): void {
    waiting.get(id)?.settle(result);
    waiting.delete(id);
    told.delete(id);
  }

  return {
    isEmpty: () => waiting.size === 0,
    has: (id) => waiting.has(id),
    add(call, resolve) {
      const added: WaitingCall = { ...call, id: crypto.randomUUID(), settle: resolve };
      waiting.set(added.id, added);
      return added;
    },
    tell: (id) => void told.add(id),
    settle,
    settleTold(results) {
      for (const id of told)
        settle(
          id,
          results.find(({ callId }) => callId === id),
        );
    },
    settleAll() {
      for (const id of waiting.keys()) settle(id);
    },
  };
}
