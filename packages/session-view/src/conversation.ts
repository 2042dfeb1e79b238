import { isAboutCall, type MessageSource, type Question, type UserPart } from "@skein/protocol";
import { append, changeLast, lastKept, type ItemGroups } from "./item-groups.ts";
import type {
  AnsweredBy,
  CallItem,
  CompactionItem,
  Item,
  MessageItem,
  OutcomeItem,
  ProseItem,
  ToldEvent,
} from "./items.ts";

/** Messages and tool calls, without what was rewound. */
export interface Conversation {
  readonly groups: ItemGroups;
  /** The reply that streams in; stands behind all other items. */
  readonly reply: StreamingReply | undefined;
  /** The last output of running calls, by call id: at least 64 k characters of it. Only live. */
  readonly output: Readonly<Record<string, string>>;
  /** Messages that were accepted and have no place yet. */
  readonly waiting: readonly WaitingMessage[];
  /** Open questions. */
  readonly questions: readonly Question[];
  /** Of each kind, how many there are: their ids are made of it. */
  readonly counts: Readonly<Record<Counted, number>>;
  /** Rewinds before now: what comes after one has other ids than what it took back. */
  readonly era: number;
  /** Who has answered a request, until its reply comes. */
  readonly answeredBy: (AnsweredBy & { readonly request: number }) | undefined;
}

export interface StreamingReply {
  /** From the journal: the deltas that follow begin with the reply. */
  readonly isDraft: boolean;
  readonly parts: readonly StreamingPart[];
}

export interface StreamingPart {
  /** Its number in the reply. */
  readonly part: number;
  readonly item: ProseItem | CallItem;
}

export interface WaitingMessage {
  readonly id: string;
  readonly from: MessageSource;
  /** Absent in the events of older agents. */
  readonly content?: readonly UserPart[];
}

type Counted = "message" | "reply" | "question" | "notice" | "told" | "compaction" | "outcome";

export const emptyConversation: Conversation = {
  groups: [],
  reply: undefined,
  output: {},
  waiting: [],
  questions: [],
  counts: { message: 0, reply: 0, question: 0, notice: 0, told: 0, compaction: 0, outcome: 0 },
  era: 0,
  answeredBy: undefined,
};

/** The id of the next one of a kind. */
export function nextId({ era, counts }: Conversation, kind: Counted): string {
  const id = `${kind}-${counts[kind] + 1}`;
  return era === 0 ? id : `${id}~${era}`;
}

/** @param make - the item for an id. */
export function addItem(said: Conversation, kind: Counted, make: (id: string) => Item): Conversation {
  const groups = append(said.groups, make(nextId(said, kind)));
  return { ...said, groups, counts: counted(said, kind) };
}

export function counted({ counts }: Conversation, kind: Counted): Conversation["counts"] {
  return { ...counts, [kind]: counts[kind] + 1 };
}

export function addMessage(said: Conversation, message: Omit<MessageItem, "id" | "type">): Conversation {
  const waiting = said.waiting.filter(({ id }) => id !== message.queued);
  return addItem({ ...said, waiting }, "message", (id) => ({
    id,
    type: "message",
    ...message,
  }));
}

interface QueuedMessage {
  readonly id: string;
  readonly steer: boolean;
  readonly content?: readonly UserPart[];
  /** The session of the subagent that it comes from. */
  readonly child?: string;
}

export function addWaiting(said: Conversation, { id, steer, content, child }: QueuedMessage): Conversation {
  const from = child !== undefined ? "child" : steer ? "steer" : "user";
  return { ...said, waiting: [...said.waiting, { id, from, ...(content ? { content } : {}) }] };
}

export function addTold(said: Conversation, event: ToldEvent): Conversation {
  return addItem(said, "told", (id) => ({ id, type: "told", event, isLive: true }));
}

/** Changes of one compaction that follow each other are one mark. */
export function addCompaction(said: Conversation, mark: Omit<CompactionItem, "id" | "type">): Conversation {
  if (lastKept(said.groups)?.type !== "compaction")
    return addItem(said, "compaction", (id) => ({ id, type: "compaction", ...mark }));
  const groups = changeLast(
    said.groups,
    (item): item is CompactionItem => item.type === "compaction",
    (before) => ({ ...before, ...mark }),
  );
  return { ...said, groups };
}

/** Questions about calls stay open: whoever comes later can answer them. */
export function addOutcome(said: Conversation, outcome: Omit<OutcomeItem, "id" | "type">): Conversation {
  const questions = said.questions.filter(isAboutCall);
  return addItem({ ...said, questions, output: {} }, "outcome", (id) => ({
    id,
    type: "outcome",
    ...outcome,
  }));
}
