import { counted, type RunResult, type Usage } from "@skein/protocol";

/** How a run ended and what it took, in one line. */
export function runSummary(result: Omit<RunResult, "session" | "text">): string {
  const { outcome, turns, toolCalls, usage, costUsd, costIsEstimate, durationMs } = result;
  return [
    outcome,
    counted(turns, "turn"),
    counted(toolCalls, "tool call"),
    tokensText(usage),
    ...cacheText(usage),
    costText(costUsd, costIsEstimate),
    `${(durationMs / 1000).toFixed(1)} s`,
  ].join(" · ");
}

/** What is not known is said to be unknown, not 0. */
export function tokensText({ input, output }: Usage): string {
  return input === undefined || output === undefined ? "tokens unknown" : `${input + output} tokens`;
}

/** Nothing where no cache helped. */
function cacheText({ input, cacheRead = 0, cacheWrite = 0 }: Usage): readonly string[] {
  if (input === undefined || cacheRead === 0) return [];
  const share = Math.round((cacheRead / (input + cacheRead + cacheWrite)) * 100);
  return [`${share} % of input read from the cache`];
}

/** @param isEstimate - it is an upper bound. */
export function costText(costUsd: number | undefined, isEstimate = false): string {
  return costUsd === undefined ? "cost unknown" : `${isEstimate ? "at most " : ""}$${costUsd.toFixed(4)}`;
}
