import { extractText, type AgentEvent, type RunResult } from "@skein/protocol";

/** What the events of a session's runs come to: the result of a run, with the event that ends it. */
export function resultOfEvents(session: string): (event: AgentEvent) => RunResult | undefined {
  let text = "";
  let toolCalls = 0;
  return (event) => {
    if (event.path.length > 0) return undefined;
    if (event.type === "run-start") [text, toolCalls] = ["", 0];
    else if (event.type === "message") text = extractText(event.content) || text;
    else if (event.type === "tool-start") toolCalls++;
    if (event.type !== "outcome") return undefined;
    const { outcome, error, turns, usage, costUsd, costIsEstimate, durationMs } = event;
    return {
      session,
      outcome,
      text,
      turns,
      toolCalls,
      usage,
      durationMs,
      ...(error ? { error } : {}),
      ...(costUsd === undefined ? {} : { costUsd }),
      ...(costIsEstimate ? { costIsEstimate } : {}),
    };
  };
}
