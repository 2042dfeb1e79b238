import { addUsage, extractText, type AssistantPart, type Charge, type Usage } from "@skein/protocol";
import type { Reply } from "./reply.ts";

interface Consumption {
  readonly usage: Usage;
  readonly charge: Pick<Charge, "costUsd" | "isEstimate">;
}

/** Running totals of a run: turns, tool calls, usage and cost. */
export interface Tally {
  addReply(reply: Reply): void;
  /** What a reply had that was cut off. */
  addCutOff(content: readonly AssistantPart[], used: Consumption): void;
  addCalls(count: number): void;
  /** Usage outside the run's own replies: of a subagent and its subagents, or of an auxiliary request. */
  addUsed(used: Consumption): void;
  turns(): number;
  toolCalls(): number;
  /** Text of the last reply that had text, cut off or not. */
  text(): string;
  /** Of the whole tree of agents. */
  usage(): Usage;
  /** Of the whole tree of agents; has no cost when the price of any part is unknown. */
  cost(): { readonly costUsd?: number; readonly costIsEstimate?: true };
}

export function createTally(): Tally {
  let [turns, toolCalls, text] = [0, 0, ""];
  let usage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let costUsd: number | undefined = 0;
  let isEstimate = false;

  function addUsed(used: Consumption): void {
    usage = addUsage(usage, used.usage);
    const { charge } = used;
    costUsd = costUsd === undefined || charge.costUsd === undefined ? undefined : costUsd + charge.costUsd;
    isEstimate ||= charge.isEstimate;
  }

  const hear = (content: readonly AssistantPart[]) => void (text = extractText(content) || text);

  return {
    addReply(reply) {
      turns += 1;
      hear(reply.content);
      addUsed(reply);
    },
    addCutOff(content, used) {
      hear(content);
      addUsed(used);
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

/** The usage reported before a reply broke off; absent counters are 0. */
export function countedOf({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Usage): Usage {
  return { input, output, cacheRead, cacheWrite };
}
