import {
  memoryJournal,
  ProviderError,
  type AgentEvent,
  type AttemptEvent,
  type AttemptModel,
  type Budget,
  type BudgetClaim,
  type Charge,
  type ModelRequest,
} from "@skein/protocol";
import { createAgent, type AgentParts } from "../src/index.ts";
import { entriesOf } from "./tools.ts";

export const price = { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1 };
export const counted = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };

/** Grants this many output tokens, and records how every reservation ends. */
export function recordingBudget(granted = 1_000, grows = false) {
  const claims: BudgetClaim[] = [];
  const settled: Charge[][] = [];
  const budget: Budget = {
    async reserve(claim) {
      claims.push(claim);
      const own: Charge[] = [];
      settled.push(own);
      let outputTokens = granted;
      return {
        get outputTokens() {
          return outputTokens;
        },
        grow(wanted) {
          if (grows) outputTokens = wanted;
          return grows;
        },
        settle: (charge) => (own.push(charge), []),
      };
    },
    status: () => [],
  };
  return { budget, claims, settled };
}

export type Turn = readonly (AttemptEvent | Error)[];

export function modelOf(turns: readonly Turn[]): AttemptModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    provider: "test",
    id: "test",
    limits: { outputTokens: 500 },
    price,
    requests,
    thinking: ({ effort }) => ({ budgetTokens: 0, isHidden: effort === "high" }),
    async *stream(request, signal) {
      requests.push(request);
      for (const event of turns[requests.length - 1] ?? []) {
        signal.throwIfAborted();
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
}

export const start: AttemptEvent = { type: "message-start", modelId: "test" };

export function textEvents(text: string): AttemptEvent[] {
  return [
    { type: "part-start", part: 0, kind: "text" },
    { type: "text-delta", part: 0, delta: text },
    { type: "part-end", part: 0, content: { type: "text", text } },
  ];
}

export function end(usage: object, stop: "answered" | "tool-calls" = "answered"): AttemptEvent {
  return { type: "message-end", stop, rawStop: stop, usage };
}

export function failure(unbilled = false): ProviderError {
  return new ProviderError("overloaded", "Busy.", { provider: "test", retryable: true, unbilled });
}

export async function runOnBudget(
  turns: readonly Turn[],
  parts: Partial<AgentParts> = {},
  recording = recordingBudget(),
) {
  const model = modelOf(turns);
  const journal = memoryJournal();
  await using agent = createAgent({ model, journal, session: "s", budget: recording.budget, ...parts });
  const running = agent.run("go");
  const events: AgentEvent[] = [];
  for await (const event of running) events.push(event);
  const result = await running.result;
  return { ...recording, model, result, events, entries: await entriesOf(journal) };
}
