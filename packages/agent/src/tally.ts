import { addUsage, textOf, type Usage } from "@skein/protocol";
import type { Reply } from "./reply.ts";

interface Used {
  readonly usage: Usage;
  /** US dollars. */
  readonly costUsd: number | undefined;
}

/** What a run has come to so far. */
export interface Tally {
  addReply(reply: Reply): void;
  addCalls(count: number): void;
  /** What was used beside the replies: by a subagent with all of its own, or to sum the conversation up. */
  addUsed(used: Used): void;
  turns(): number;
  toolCalls(): number;
  /** Text of the last reply that had any. */
  text(): string;
  /** Of the whole tree of agents. */
  usage(): Usage;
  /** US dollars, of the whole tree of agents; `undefined` as soon as one part of it is unknown. */
  costUsd(): number | undefined;
}

export function createTally(): Tally {
  let [turns, toolCalls, text] = [0, 0, ""];
  let usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let costUsd: number | undefined = 0;

  function addUsed(used: Used): void {
    usage = addUsage(usage, used.usage);
    costUsd = costUsd === undefined || used.costUsd === undefined ? undefined : costUsd + used.costUsd;
  }

  return {
    addReply(reply) {
      turns += 1;
      text = textOf(reply.content) || text;
      addUsed(reply);
    },
    addCalls(count) {
      toolCalls += count;
    },
    addUsed,
    turns: () => turns,
    toolCalls: () => toolCalls,
    text: () => text,
    usage: () => usage,
    costUsd: () => costUsd,
  };
}
