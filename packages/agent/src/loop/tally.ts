import { addUsage, textOf, type Charge, type Usage } from "@skein/protocol";
import type { Reply } from "../replies/reply.ts";

interface Used {
  readonly usage: Usage;
  readonly charge: Pick<Charge, "costUsd" | "isEstimate">;
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
  /** Of the whole tree of agents; without a cost as soon as the price of one part of it is unknown. */
  cost(): { readonly costUsd?: number; readonly costIsEstimate?: true };
}

export function createTally(): Tally {
  let [turns, toolCalls, text] = [0, 0, ""];
  let usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let costUsd: number | undefined = 0;
  let isEstimate = false;

  function addUsed(used: Used): void {
    usage = addUsage(usage, used.usage);
    const { charge } = used;
    costUsd = costUsd === undefined || charge.costUsd === undefined ? undefined : costUsd + charge.costUsd;
    isEstimate ||= charge.isEstimate;
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
    cost: () => ({
      ...(costUsd === undefined ? {} : { costUsd }),
      ...(costUsd && isEstimate ? { costIsEstimate: true } : {}),
    }),
  };
}

/** Of a reply that was cut: what had been reported counts, the rest is in its cost. */
export function countedOf({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Usage): Usage {
  return { input, output, cacheRead, cacheWrite };
}
