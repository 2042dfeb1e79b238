import type { ReceivedEvent } from "./read-events.ts";
import { resultOf, runEvents } from "./run-events.ts";
import { subagentStates } from "./subagent-states.ts";

/** The events of the AG-UI protocol that a run leads to. */
export type AgUiEvent =
  | { type: "RUN_STARTED" | "RUN_FINISHED"; threadId: string; runId: string }
  | { type: "RUN_ERROR"; message: string; code: string }
  | { type: "STEP_STARTED" | "STEP_FINISHED"; stepName: string }
  | { type: "TEXT_MESSAGE_START"; messageId: string; role: "assistant" }
  | { type: "TEXT_MESSAGE_CONTENT"; messageId: string; delta: string }
  | { type: "TEXT_MESSAGE_END"; messageId: string }
  | { type: "TOOL_CALL_START"; toolCallId: string; toolCallName: string }
  | { type: "TOOL_CALL_ARGS"; toolCallId: string; delta: string }
  | { type: "TOOL_CALL_END"; toolCallId: string }
  | { type: "TOOL_CALL_RESULT"; messageId: string; toolCallId: string; content: string; role: "tool" }
  | {
      type: "ACTIVITY_SNAPSHOT";
      messageId: string;
      activityType: "question" | "subagent" | "image";
      content: Record<string, unknown>;
      replace: true;
    };

/**
 * One run as events of AG-UI, from its start to its outcome. Questions, subagents and images of tools are activities, which
 * clients keep as messages; a question is answered with `answerQuestion`. Thoughts are left out.
 */
export async function* agUiEvents(events: AsyncIterable<ReceivedEvent>): AsyncGenerator<AgUiEvent, void> {
  let ids = { threadId: "", runId: "" };
  let step = "";
  let open: string | undefined;
  let replies = 0;
  const questions = new Map<string, object>();
  const subagents = subagentStates();

  function* closed(): Generator<AgUiEvent, void> {
    if (open !== undefined) yield { type: "TEXT_MESSAGE_END", messageId: open };
    open = undefined;
  }

  function activity(
    activityType: "question" | "subagent" | "image",
    messageId: string,
    content: Record<string, unknown>,
  ): AgUiEvent {
    return { type: "ACTIVITY_SNAPSHOT", messageId, activityType, content, replace: true };
  }

  for await (const event of runEvents(events)) {
    const subagent = subagents(event);
    if (subagent) yield activity("subagent", `subagent-${subagent.callId}`, { ...subagent });
    if (event.type === "question") {
      questions.set(event.question.id, event.question);
      yield activity("question", event.question.id, { question: event.question });
    } else if (event.type === "answered") {
      const { questionId, answer } = event;
      yield activity("question", questionId, { question: questions.get(questionId) ?? null, answer });
    }
    if (event.path.length > 0) continue;
    switch (event.type) {
      case "run-start":
        ids = { threadId: event.session, runId: event.run };
        yield { type: "RUN_STARTED", ...ids };
        break;
      case "turn-start":
        step = `turn ${event.turn}`;
        yield { type: "STEP_STARTED", stepName: step };
        break;
      case "text-delta":
        if (open === undefined) {
          open = `${ids.runId}-${++replies}`;
          yield { type: "TEXT_MESSAGE_START", messageId: open, role: "assistant" };
        }
        yield { type: "TEXT_MESSAGE_CONTENT", messageId: open, delta: event.delta };
        break;
      case "message":
      case "reply-cut-off":
      case "reply-restarted":
        yield* closed();
        break;
      case "tool-start": {
        const { callId: toolCallId } = event;
        yield { type: "TOOL_CALL_START", toolCallId, toolCallName: event.tool };
        yield { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(event.input) };
        yield { type: "TOOL_CALL_END", toolCallId };
        break;
      }
      case "tool-end": {
        const { text: content, images } = resultOf(event);
        const { callId: toolCallId } = event;
        yield {
          type: "TOOL_CALL_RESULT",
          messageId: `${toolCallId}-result`,
          toolCallId,
          content,
          role: "tool",
        };
        for (const [at, image] of images.entries())
          yield activity("image", `${toolCallId}-image-${at + 1}`, { toolCallId, ...image });
        break;
      }
      case "turn-end":
        yield { type: "STEP_FINISHED", stepName: step };
        step = "";
        break;
      case "outcome":
        yield* closed();
        if (step !== "") yield { type: "STEP_FINISHED", stepName: step };
        if (event.outcome === "done") yield { type: "RUN_FINISHED", ...ids };
        else yield { type: "RUN_ERROR", message: event.error?.message ?? event.outcome, code: event.outcome };
        return;
      default:
    }
  }
}
