import type { Entry, EntryOf, AgentEvent } from "@skein/protocol";
import { emptyConversation, type Conversation } from "./conversation.ts";
import type { Groups } from "./item-groups.ts";
import { noFacts, type SessionFacts } from "./session-facts.ts";

/** What a screen shows of a session. A plain value that never changes: a step makes another one. */
export interface SessionView {
  /** The last journal entry that it has seen: whoever reconnects asks for what comes behind it. */
  readonly seq: number;
  readonly facts: SessionFacts;
  readonly conversation: Conversation;
  /** Subagents, in the order in which they began; each is a view of its own session. */
  readonly children: readonly ChildView[];
  /** What the conversation is made of, for rewinds. */
  readonly history: History;
}

export interface ChildView {
  readonly session: string;
  /** The call that has started it. */
  readonly callId: string | undefined;
  /** It may outlive its call. */
  readonly isBackground: boolean;
  readonly view: SessionView;
}

/** Something that happened in a session: what an agent tells while it runs, or an entry of its journal. */
export type SessionStep = AgentEvent | Entry | ChildEntry;

/** An entry of the journal of a subagent. */
export interface ChildEntry {
  /** The call ids down to it, as in the `path` of its events. */
  readonly path: readonly string[];
  readonly session: string;
  readonly entry: Entry;
}

/** A step that is or tells of a journal entry. */
export type KeptStep = Entry | (AgentEvent & { readonly seq: number });

export interface History {
  readonly steps: Groups<KeptStep>;
  readonly rewinds: readonly EntryOf<"rewind">[];
}

const nothingSeen: SessionView = {
  seq: 0,
  facts: noFacts,
  conversation: emptyConversation,
  children: [],
  history: { steps: [], rewinds: [] },
};

/** Of a session of which nothing is known. @param session - its id; otherwise the first step says it. */
export function emptyView(session?: string): SessionView {
  return session === undefined ? nothingSeen : { ...nothingSeen, facts: { ...noFacts, id: session } };
}
