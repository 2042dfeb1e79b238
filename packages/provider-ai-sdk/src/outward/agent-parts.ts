import type { JSONObject, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { extractText } from "@skein/protocol";
import type { AgentEvent, RunResult, ToolContentPart, UserPart } from "@skein/protocol";
import type { AgentAsk } from "./agent-prompt.ts";
import { outcomeError } from "./outcome-error.ts";
import { usageFor } from "./usage.ts";

/** What is needed of an agent: `createAgent` of `@skein/agent` makes one. */
export interface RunnableAgent extends AsyncDisposable {
  run(input: readonly UserPart[], options: { readonly signal: AbortSignal }): AgentRun;
}

interface AgentRun extends AsyncIterable<AgentEvent> {
  readonly result: Promise<RunResult<unknown>>;
}

type Block = { readonly id: string; readonly kind: "text" | "reasoning" };

/**
 * A run as one reply of the AI SDK: texts and thoughts as they come, each call of a tool with its result as
 * run by the provider. Of subagents only what they give back is shown. Throws when the run did not end with
 * an answer.
 */
export async function* agentParts(
  agent: RunnableAgent,
  { input, warnings }: AgentAsk,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const leave = new AbortController();
  const run = agent.run(input, { signal: AbortSignal.any([signal, leave.signal]) });
  const calls = new Set<string>();
  let open: Block | undefined;
  let count = 0;
  try {
    yield { type: "stream-start", warnings: [...warnings] };
    for await (const event of run) {
      if (event.path.length > 0) continue;
      if (event.type === "text-delta" || event.type === "thinking-delta") {
        const kind = event.type === "text-delta" ? "text" : "reasoning";
        if (open?.kind !== kind) {
          if (open) yield endOf(open);
          open = { kind, id: String(count++) };
          yield { type: `${kind}-start`, id: open.id };
        }
        yield { type: `${kind}-delta`, id: open.id, delta: event.delta };
        continue;
      }
      const parts = toolParts(event, calls);
      const isOver = event.type === "turn-end" || event.type === "reply-restarted" || parts.length > 0;
      if (open && isOver) {
        yield endOf(open, event.type === "reply-restarted");
        open = undefined;
      }
      for (const part of parts) yield part;
    }
    if (open) yield endOf(open);
    const result = await run.result;
    signal.throwIfAborted();
    if (result.outcome !== "done") throw outcomeError(result);
    yield* outputParts(result, String(count));
    const finishReason = { unified: "stop", raw: result.outcome } as const;
    yield { type: "finish", finishReason, usage: usageFor(result.usage), ...metadataOf(result) };
  } finally {
    leave.abort();
  }
}

/** The text of a restarted reply stays visible, and is marked as not counting. */
function endOf({ id, kind }: Block, isVoid = false): LanguageModelV4StreamPart {
  const metadata = isVoid ? { providerMetadata: { skein: { restarted: true } } } : {};
  return { type: `${kind}-end`, id, ...metadata };
}

function toolParts(event: AgentEvent, calls: Set<string>): LanguageModelV4StreamPart[] {
  if (event.type === "tool-start") {
    calls.add(event.callId);
    return [callPart(event.callId, event.tool, JSON.stringify(event.input))];
  }
  if (event.type !== "tool-end") return [];
  const { callId: toolCallId, tool: toolName, content, failure } = event;
  const result: LanguageModelV4StreamPart = {
    type: "tool-result",
    toolCallId,
    toolName,
    result: resultValue(content),
    dynamic: true,
    ...(failure === undefined ? {} : { isError: true }),
  };
  // A call that was not run has an end without a start; its input is not told.
  return calls.has(toolCallId) ? [result] : [callPart(toolCallId, toolName, "{}"), result];
}

function callPart(toolCallId: string, toolName: string, input: string): LanguageModelV4StreamPart {
  return { type: "tool-call", toolCallId, toolName, input, providerExecuted: true, dynamic: true };
}

function resultValue(content: readonly ToolContentPart[]): string | JSONObject[] {
  return content.every(({ type }) => type === "text")
    ? extractText(content)
    : content.map((part) => ({ ...part, sidecar: null }));
}

/** A typed result, where the model did not say it as text too. */
function* outputParts(
  { output, text }: RunResult<unknown>,
  id: string,
): Generator<LanguageModelV4StreamPart> {
  if (output === undefined || text.trim() !== "") return;
  yield { type: "text-start", id };
  yield { type: "text-delta", id, delta: JSON.stringify(output) };
  yield { type: "text-end", id };
}

function metadataOf({ session, turns, toolCalls, costUsd }: RunResult<unknown>): {
  providerMetadata: Record<string, JSONObject>;
} {
  const cost = costUsd === undefined ? {} : { costUsd };
  return { providerMetadata: { skein: { session, turns, toolCalls, ...cost } } };
}
