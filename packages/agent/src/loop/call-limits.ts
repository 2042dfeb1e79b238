import type { ToolCallPart } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { RunStop } from "../run-stop.ts";

/**
 * Throws the stop of a run whose limits a reply exceeds: tool calls in all, and calls that start agents. None of its calls
 * has begun then.
 */
export function requireFewCalls(
  { context, parts, tally }: RunNeeds<"context" | "tally", "limits">,
  calls: readonly ToolCallPart[],
): void {
  const { maxToolCalls = Infinity, subagentsPerReply = Infinity } = parts.limits;
  if (tally.toolCalls() + calls.length > maxToolCalls) {
    throw new RunStop("limit", {
      code: "max-tool-calls",
      message: `The limit of ${maxToolCalls} tool call${maxToolCalls === 1 ? "" : "s"} was reached before the work was done.`,
      hint: "Resume the session to continue, or raise the limit with the setting maxToolCalls.",
    });
  }
  const { tools } = context.current();
  const starting = calls.filter(({ name }) => tools.get(name)?.tool.startsAgents === true).length;
  if (starting <= subagentsPerReply) return;
  throw new RunStop("limit", {
    code: "max-subagents",
    message: `The model requested ${starting} subagents in one reply; the limit is ${subagentsPerReply}. None was started.`,
    hint: "Say how to split the work, or raise the setting subagentsPerReply.",
  });
}
