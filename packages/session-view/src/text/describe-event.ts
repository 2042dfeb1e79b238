import { groupedNumber } from "@skein/protocol";
import type { AgentEvent } from "@skein/protocol";
import { costText } from "./run-summary.ts";

/** What a person is told of an event that is neither text nor a call; `undefined`: nothing. Not yet clean. */
export function describeEvent(event: AgentEvent): string | undefined {
  switch (event.type) {
    case "retry-wait":
      return `Waiting ${(event.ms / 1000).toFixed(1)} s, then again: ${event.reason}`;
    case "reply-restarted":
      return `The reply broke off and is made again: ${event.reason}`;
    case "model-switched":
      return `Now ${event.provider} ${event.model}: ${event.reason}`;
    case "notice":
      return event.text;
    case "compacted":
      return describeCompaction(event);
    case "cache-break":
      return describeBreak(event);
    case "budget":
      return event.isEnd ? undefined : describeBudget(event);
    default:
      return undefined;
  }
}

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** One line, however much there is to say. */
function describeCompaction({ notices, before, after }: EventOf<"compacted">): string {
  if (notices.length > 0) return notices.join(" ");
  return `The conversation is shorter now: about ${groupedNumber(before)} → ${groupedNumber(after)} tokens.`;
}

/** How much of a limit is used up. */
function describeBudget(event: EventOf<"budget">): string {
  const { limit, percent, spentUsd, limitUsd, tokens, limitTokens, isEstimate } = event;
  const atMost = isEstimate ? "at most " : "";
  const cost =
    spentUsd === undefined || limitUsd === undefined ? [] : [`${costText(spentUsd)} of $${limitUsd}`];
  const count =
    limitTokens === undefined ? [] : [`${groupedNumber(tokens)} of ${groupedNumber(limitTokens)} tokens`];
  return `Budget (${limit}): ${percent} % used, ${atMost}${[...cost, ...count].join(" and ")}.`;
}

/** No vendor keeps less. */
const leastCached = 1_024;

/** US dollars: what a compaction costs in addition is not worth a line below this. */
const leastTold = 0.01;

function describeBreak({ reason, cause, tokens, costUsd }: EventOf<"cache-break">): string | undefined {
  if (cause === "compaction") {
    if (tokens === undefined || costUsd === undefined || costUsd < leastTold) return undefined;
    return `About ${groupedNumber(tokens)} tokens are sent without the cache, for $${costUsd.toFixed(4)} more.`;
  }
  if (tokens === undefined) return `${reason} The vendor's cache cannot help with what was sent before.`;
  if (tokens < leastCached) return undefined;
  const cost = costUsd === undefined ? "" : `, for $${costUsd.toFixed(4)} more`;
  return `${reason} About ${groupedNumber(tokens)} tokens are sent without the cache${cost}.`;
}
