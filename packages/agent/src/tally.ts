import { addUsage, textOf, type Usage } from "@skein/protocol";
import type { Reply } from "./stream-reply.ts";

/** What a run has come to so far. */
export interface Tally {
  addReply(reply: Reply): void;
  addCalls(count: number): void;
  turns(): number;
  toolCalls(): number;
  /** Text of the last reply that had any. */
  text(): string;
  usage(): Usage;
  /** US dollars; `undefined` as soon as one reply's cost is unknown. */
  costUsd(): number | undefined;
}

export function createTally(): Tally {
  let [turns, toolCalls, text] = [0, 0, ""];
  let usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let costUsd: number | undefined = 0;
  return {
    addReply(reply) {
      turns += 1;
      text = textOf(reply.content) || text;
      usage = addUsage(usage, reply.usage);
      costUsd = costUsd === undefined || reply.costUsd === undefined ? undefined : costUsd + reply.costUsd;
    },
    addCalls(count) {
      toolCalls += count;
    },
    turns: () => turns,
    toolCalls: () => toolCalls,
    text: () => text,
    usage: () => usage,
    costUsd: () => costUsd,
  };
}
