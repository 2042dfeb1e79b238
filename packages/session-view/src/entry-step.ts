import type { Entry, EntryKind, EntryOf } from "@skein/protocol";
import { addAnswer, addQuestion, decideCall, endCall, startCall } from "./calls.ts";
import {
  addCompaction,
  addItem,
  addMessage,
  addOutcome,
  addWaiting,
  type Conversation,
} from "./conversation.ts";
import { addDraft, cutReply, dropReply, finishReply } from "./reply.ts";

type Steps = { readonly [Kind in EntryKind]?: (said: Conversation, entry: EntryOf<Kind>) => Conversation };

const steps: Steps = {
  queued: (said, entry) => addWaiting(said, entry),
  "user-message"(said, { from, content, queued, seq }) {
    return addMessage(cutReply(said), { from, content, seq, ...(queued === undefined ? {} : { queued }) });
  },
  "model-result"(said, { request, provider, model, error }) {
    return error ? said : { ...said, answeredBy: { request, provider, model } };
  },
  "reply-draft": (said, { content }) => addDraft(said, content),
  "assistant-message"(said, { request, content, partial }) {
    if (partial === "restarted") return dropReply(said);
    if (partial === "cut-off") return cutReply(said, content);
    const by = said.answeredBy?.request === request ? said.answeredBy : undefined;
    return { ...finishReply(said, content, by), answeredBy: undefined };
  },
  decision: (said, entry) => decideCall(said, entry.callId, entry),
  question: (said, { question }) => addQuestion(said, question),
  answer: (said, { questionId, answer, by }) => addAnswer(said, questionId, { answer, by }),
  "tool-intent": (said, entry) => startCall(said, entry),
  "tool-result"(said, { callId, failure, ...ended }) {
    return endCall(said, callId, { ...ended, failure: failure?.kind });
  },
  compaction: (said, { summary }) => addCompaction(said, { summary }),
  elision: (said) => addCompaction(said, {}),
  notice(said, { audience, level, text }) {
    if (audience === "model") return said;
    return addItem(said, "notice", (id) => ({ id, type: "notice", level, text }));
  },
  outcome(said, { outcome, error, turns, output, seq }) {
    const more = { ...(error ? { error } : {}), ...(output === undefined ? {} : { output }) };
    return addOutcome(cutReply(said), { outcome, turns, seq, ...more });
  },
};

/** The conversation after an entry that is no rewind. */
export function withEntry(said: Conversation, entry: Entry): Conversation {
  const step = steps[entry.kind] as ((said: Conversation, entry: Entry) => Conversation) | undefined;
  return step ? step(said, entry) : said;
}
