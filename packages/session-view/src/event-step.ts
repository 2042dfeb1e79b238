import type { AgentEvent } from "@skein/protocol";
import { addAnswer, addOutput, addQuestion, endCall, startCall } from "./calls.ts";
import {
  addCompaction,
  addItem,
  addMessage,
  addOutcome,
  addTold,
  addWaiting,
  type Conversation,
} from "./conversation.ts";
import { addDelta, cutReply, dropReply, finishReply } from "./reply.ts";

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** The conversation after an event of its own agent that is no rewind. */
export function withEvent(said: Conversation, event: AgentEvent): Conversation {
  switch (event.type) {
    case "user-message":
      return addMessage(cutReply(said), { from: event.from, content: event.content, seq: event.seq });
    case "text-delta":
    case "thinking-delta":
    case "input-delta":
      return addDelta(said, event);
    case "reply-cut-off":
      return cutReply(said, event.content);
    case "message":
      return finishReply(said, event.content, event);
    case "tool-start":
      return startCall(said, event);
    case "tool-progress":
      return addOutput(said, event.callId, event.text);
    case "tool-end":
      return endCall(said, event.callId, { ...event, failure: event.failure });
    case "question":
      return addQuestion(said, event.question);
    case "answered":
      return addAnswer(said, event.questionId, event);
    case "queued":
      return addWaiting(said, event);
    case "steered":
      return withPlaced(said, event);
    case "reply-restarted":
      return addTold(dropReply(said), event);
    case "retry-wait":
    case "model-switched":
    case "cache-break":
    case "extension-status":
      return addTold(said, event);
    case "budget":
      return event.isEnd ? said : addTold(said, event);
    case "compacted":
      return withCompaction(said, event);
    case "notice": {
      const { level, text, seq } = event;
      return seq === undefined
        ? addItem(said, "told", (id) => ({ id, type: "notice", level, text, isLive: true }))
        : addItem(said, "notice", (id) => ({ id, type: "notice", level, text }));
    }
    case "outcome":
      return withOutcome(said, event);
    default:
      return said;
  }
}

/** Without a place of its own, another message says where it is. */
function withPlaced(said: Conversation, { id, content, from, seq }: EventOf<"steered">): Conversation {
  const waited = said.waiting.find((message) => message.id === id);
  if (seq === undefined)
    return waited ? { ...said, waiting: said.waiting.filter((one) => one !== waited) } : said;
  return addMessage(said, { from: from ?? waited?.from ?? "steer", content, queued: id, seq });
}

function withCompaction(said: Conversation, event: EventOf<"compacted">): Conversation {
  const { cause, hidden, shortened, before, after, notices, summary } = event;
  const told = { cause, hidden, shortened, before, after, notices };
  return addCompaction(said, { ...(summary === undefined ? {} : { summary }), told });
}

function withOutcome(said: Conversation, event: EventOf<"outcome">): Conversation {
  const { outcome, error, turns, seq, usage, costUsd, costIsEstimate, durationMs } = event;
  const told = {
    usage,
    durationMs,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(costIsEstimate ? { costIsEstimate } : {}),
  };
  return addOutcome(cutReply(said), { outcome, turns, seq, told, ...(error ? { error } : {}) });
}
