import type { AgentEvent } from "./operations.ts";
import type { ReceivedEvent } from "./read-events.ts";
import { resultOf, runEvents } from "./run-events.ts";
import { subagentStates, type SubagentState } from "./subagent-states.ts";

/** The chunks of the AI SDK's UI message stream that a run leads to. */
export type UiMessageChunk =
  | { type: "start"; messageId: string }
  | { type: "start-step" }
  | { type: "finish-step" }
  | { type: "finish" }
  | { type: "error"; errorText: string }
  | { type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; id: string }
  | { type: "text-delta" | "reasoning-delta"; id: string; delta: string }
  | { type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown; dynamic: true }
  | { type: "tool-output-available"; toolCallId: string; output: unknown; dynamic: true }
  | { type: "tool-output-error"; toolCallId: string; errorText: string; dynamic: true }
  | { type: "tool-approval-request"; approvalId: string; toolCallId: string; reason: string }
  | { type: "tool-approval-response"; approvalId: string; approved: boolean; reason?: string }
  | { type: "tool-output-denied"; toolCallId: string }
  | { type: "file"; url: string; mediaType: string }
  | { type: "data-question"; id: string; data: QuestionData }
  | { type: "data-subagent"; id: string; data: SubagentState };

/** A question that is no approval of a tool call of the run itself, and its answer once there is one. */
export interface QuestionData {
  readonly question: { readonly id: string; readonly kind: string };
  readonly answer?: Extract<AgentEvent, { readonly type: "answered" }>["answer"];
}

/**
 * One run as chunks of the AI SDK's UI message stream, from its start to its outcome. An approval is asked for as the SDK's own
 * `tool-approval-request`, whose id `answerQuestion` takes; other questions are parts `data-question`, and each subagent is one
 * part `data-subagent`.
 */
export async function* uiMessageChunks(
  events: AsyncIterable<ReceivedEvent>,
): AsyncGenerator<UiMessageChunk, void> {
  let isInStep = false;
  /** What streams in, by its part of the reply. */
  const open = new Map<number, { readonly kind: "text" | "reasoning"; readonly id: string }>();
  let replies = 0;
  /** Inputs of calls that were told, by call id. */
  const calls = new Map<string, string>();
  const approvals = new Set<string>();
  const questions = new Map<string, QuestionData["question"]>();
  const subagents = subagentStates();

  function* call(toolCallId: string, toolName: string, input: unknown): Generator<UiMessageChunk, void> {
    const text = JSON.stringify(input);
    if (calls.get(toolCallId) === text) return;
    calls.set(toolCallId, text);
    yield { type: "tool-input-available", toolCallId, toolName, input, dynamic: true };
  }

  function* closed(): Generator<UiMessageChunk, void> {
    for (const { kind, id } of open.values()) yield { type: `${kind}-end`, id };
    open.clear();
    replies++;
  }

  function* delta(kind: "text" | "reasoning", part: number, text: string): Generator<UiMessageChunk, void> {
    const id = open.get(part)?.id ?? `${replies}-${part}`;
    if (!open.has(part)) yield { type: `${kind}-start`, id };
    open.set(part, { kind, id });
    yield { type: `${kind}-delta`, id, delta: text };
  }

  for await (const event of runEvents(events)) {
    const subagent = subagents(event);
    if (subagent) yield { type: "data-subagent", id: subagent.callId, data: subagent };
    if (event.type === "question") {
      const { question } = event;
      if (question.kind === "approval" && event.path.length === 0) {
        approvals.add(question.id);
        yield* call(question.callId, question.tool, question.input);
        const { id: approvalId, callId: toolCallId, reason } = question;
        yield { type: "tool-approval-request", approvalId, toolCallId, reason };
      } else {
        questions.set(question.id, question);
        yield { type: "data-question", id: question.id, data: { question } };
      }
    } else if (event.type === "answered") {
      const { questionId: id, answer } = event;
      const question = questions.get(id);
      if (question) yield { type: "data-question", id, data: { question, answer } };
      const reason = "deny" in answer ? { reason: answer.deny } : {};
      if (approvals.has(id))
        yield { type: "tool-approval-response", approvalId: id, approved: "allow" in answer, ...reason };
    }
    if (event.path.length > 0) continue;
    switch (event.type) {
      case "run-start":
        yield { type: "start", messageId: event.run };
        break;
      case "turn-start":
        isInStep = true;
        yield { type: "start-step" };
        break;
      case "text-delta":
        yield* delta("text", event.part, event.delta);
        break;
      case "thinking-delta":
        yield* delta("reasoning", event.part, event.delta);
        break;
      case "message":
      case "reply-cut-off":
      case "reply-restarted":
        yield* closed();
        break;
      case "tool-start":
        yield* call(event.callId, event.tool, event.input);
        break;
      case "tool-end": {
        const { callId: toolCallId, failure } = event;
        const { text, images } = resultOf(event);
        if (failure === "denied") yield { type: "tool-output-denied", toolCallId };
        else
          yield failure === undefined
            ? { type: "tool-output-available", toolCallId, output: event.structured ?? text, dynamic: true }
            : { type: "tool-output-error", toolCallId, errorText: text, dynamic: true };
        for (const { mediaType, data } of images)
          yield { type: "file", mediaType, url: `data:${mediaType};base64,${data}` };
        break;
      }
      case "turn-end":
        isInStep = false;
        yield { type: "finish-step" };
        break;
      case "outcome":
        yield* closed();
        if (isInStep) yield { type: "finish-step" };
        if (event.outcome !== "done")
          yield { type: "error", errorText: event.error?.message ?? event.outcome };
        yield { type: "finish" };
        return;
      default:
    }
  }
}
