import type { Entry, EntryOf } from "./entries.ts";
import { sectionsText } from "./dynamic-context.ts";
import { describeFailure, type ToolFailure } from "./errors/failures.ts";
import {
  isBroken,
  type AssistantMessage,
  type AssistantPart,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
} from "./messages.ts";
import { isAboutCall, type Question } from "./questions.ts";
import { effectiveEntries } from "./effective-entries.ts";
import { createContextAttacher } from "./attach-context.ts";
import { entriesAfter, orderedEntries, type Item, type Short } from "./transcript-items.ts";

/** Tool call of the last reply that has no result yet. */
export interface OpenCall {
  /** Call as the model made it. */
  readonly call: ToolCallPart;
  /** Set if the call had started. */
  readonly intent: EntryOf<"tool-intent"> | undefined;
  /** Last question about the call. `undefined`: no one was asked. */
  readonly question: EntryOf<"question"> | undefined;
  /** First answer to that question. `undefined`: it is still open. */
  readonly answer: EntryOf<"answer"> | undefined;
}

/**
 * Conversation history that a model is sent, folded from a journal's entries,
 * so that a running agent and a resumed one read the same.
 *
 * Law: for every prefix of a journal, `messages()` is a valid conversation:
 * each tool call has exactly one result, in the model's order, in the message
 * after it. A call whose result is missing gets a failure that says so.
 *
 * Except for `rewind`, `compaction` and `elision`, an entry never changes what
 * came before; it may only add to the last message. The law holds whatever
 * these entries name: a call and its result are hidden together, and names of
 * missing entries are ignored.
 *
 * Dynamic context is part of the message before it: see
 * `createContextAttacher`.
 */
export interface Transcript {
  /** Adds the next entry of the journal. Unknown kinds are ignored. */
  add(entry: Entry): void;
  /**
   * Returns the conversation. The same object for the same messages, so that
   * callers can compare by identity.
   */
  messages(): readonly Message[];
  /**
   * Returns the entries that `messages` is built from, with the elisions that
   * shorten them: the compaction in force first, the others in journal order.
   */
  entries(): readonly Entry[];
  /**
   * Returns the calls of the last reply that have no result yet, in the order
   * of the calls.
   */
  openCalls(): readonly OpenCall[];
  /**
   * Returns the questions of open calls that have not started and wait for
   * approval, in the order of the calls.
   */
  openQuestions(): readonly Question[];
  /**
   * Returns the reply that was streaming when the journal ends. `undefined`:
   * none.
   */
  draft(): EntryOf<"reply-draft"> | undefined;
  /**
   * Returns messages that were accepted and not yet added to the conversation,
   * oldest first.
   */
  waiting(): readonly EntryOf<"queued">[];
}

/** Reply with tool calls, until all of them have results. */
interface OpenTurn {
  readonly seq: number;
  readonly calls: readonly ToolCallPart[];
  readonly intents: Map<string, EntryOf<"tool-intent">>;
  /** Questions by call id. */
  readonly questions: Map<string, EntryOf<"question">>;
  /** Answers by question id. */
  readonly answers: Map<string, EntryOf<"answer">>;
  readonly results: Map<string, EntryOf<"tool-result">>;
}

/** Result of the fold. A rewind makes a new one from the effective entries. */
interface State {
  items: Item[];
  /**
   * Entries of `items`, as `Transcript.entries` orders them. `undefined`: they
   * must be ordered again.
   */
  ordered: Entry[] | undefined;
  turn: OpenTurn | undefined;
  draft: EntryOf<"reply-draft"> | undefined;
  waiting: EntryOf<"queued">[];
  /**
   * Notices for the model and dynamic context that came while calls were open.
   */
  deferred: Item[];
  shortened: Map<number, Short>;
}

/**
 * Creates a conversation history.
 *
 * @param entries - start of the journal, in order. Default: none. Later entries
 *   are added with `add`.
 *
 * @example
 * ```ts
 * const transcript = createTranscript();
 * transcript.messages().length; // 0
 * ```
 */
export function createTranscript(entries: Iterable<Entry> = []): Transcript {
  /**
   * Every entry of the conversation, rewound ones included: a later rewind may
   * bring them back.
   */
  const said: Entry[] = [];
  let state = emptyState();
  const place = createContextAttacher();
  /** Until the next entry. */
  let [messagesNow, entriesNow]: [readonly Message[] | undefined, readonly Entry[] | undefined] = [
    undefined,
    undefined,
  ];

  const transcript: Transcript = {
    add(entry) {
      messagesNow = entriesNow = undefined;
      if (entry.kind === "rewind") {
        said.push(entry);
        state = foldAll(effectiveEntries(said));
      } else if (fold(state, entry)) said.push(entry);
    },
    messages() {
      return (messagesNow ??= place([...state.items, ...endOf(state)].map(({ message }) => message)));
    },
    entries: () => (entriesNow ??= entriesOf(state)),
    openCalls: () => openCallsOf(state),
    openQuestions: () =>
      openCallsOf(state).flatMap(({ intent, question, answer }) =>
        question && !answer && !intent ? [question.question] : [],
      ),
    draft: () => state.draft,
    waiting: () => state.waiting,
  };
  for (const entry of entries) transcript.add(entry);
  return transcript;
}

function openCallsOf({ turn }: State): readonly OpenCall[] {
  if (!turn) return [];
  const { calls, intents, questions, answers, results } = turn;
  return calls
    .filter(({ id }) => !results.has(id))
    .map((call) => {
      const question = questions.get(call.id);
      const answer = question && answers.get(question.question.id);
      return { call, intent: intents.get(call.id), question, answer };
    });
}

function emptyState(): State {
  return {
    items: [],
    ordered: [],
    turn: undefined,
    draft: undefined,
    waiting: [],
    deferred: [],
    shortened: new Map(),
  };
}

function foldAll(entries: readonly Entry[]): State {
  const state = emptyState();
  for (const entry of entries) fold(state, entry);
  return state;
}

/**
 * Applies one entry.
 *
 * @returns true if the entry is part of the conversation.
 */
function fold(state: State, entry: Entry): boolean {
  switch (entry.kind) {
    case "queued":
      state.waiting.push(entry);
      return true;
    case "user-message":
      close(state);
      if (entry.queued !== undefined) state.waiting = state.waiting.filter(({ id }) => id !== entry.queued);
      addItems(state, {
        seq: entry.seq,
        message: { role: "user", content: entry.content, from: entry.from },
        entries: [entry],
      });
      return true;
    case "model-request":
      if (entry.purpose !== "turn") return false;
      close(state);
      return true;
    case "reply-draft":
      state.draft = entry;
      return true;
    case "assistant-message":
      state.draft = undefined;
      if (entry.partial !== "restarted") addReply(state, entry);
      return true;
    case "tool-intent":
      state.turn?.intents.set(entry.callId, entry);
      return true;
    case "question":
      if (isAboutCall(entry.question)) state.turn?.questions.set(entry.question.callId, entry);
      return true;
    case "answer":
      // Of two results, the first counts.
      if (!state.turn?.answers.has(entry.questionId)) state.turn?.answers.set(entry.questionId, entry);
      return true;
    case "tool-result":
      addResult(state, entry);
      return true;
    case "compaction":
      close(state);
      compact(state, entry);
      return true;
    case "elision":
      shorten(state, entry);
      return true;
    case "notice":
      if (entry.audience === "user") return false;
      defer(state, { seq: entry.seq, message: note(entry.text), entries: [entry] });
      return true;
    case "dynamic-context":
      defer(state, { seq: entry.seq, message: sectionsText(entry.sections), entries: [entry] });
      return true;
    default:
      return false;
  }
}

/** Adds an item after what is open. */
function defer(state: State, item: Item): void {
  state.deferred.push(item);
  if (!state.turn && !state.draft) close(state);
}

function addReply(state: State, entry: EntryOf<"assistant-message">): void {
  close(state);
  const message: AssistantMessage | undefined = entry.partial
    ? partialReply(entry.content)
    : { role: "assistant", content: entry.content };
  if (!message || message.content.length === 0) return;
  if (entry.stop !== "paused" && isBlankReply(message.content)) return;
  addItems(state, { seq: entry.seq, message, entries: [entry] });
  const calls = message.content.filter((part) => part.type === "tool-call");
  if (calls.length > 0)
    state.turn = {
      seq: entry.seq,
      calls,
      intents: new Map(),
      questions: new Map(),
      answers: new Map(),
      results: new Map(),
    };
}

function addResult(state: State, entry: EntryOf<"tool-result">): void {
  const { turn } = state;
  if (!turn?.calls.some((call) => call.id === entry.callId)) return;
  turn.results.set(entry.callId, entry);
  if (turn.results.size === turn.calls.length) close(state);
}

function compact(state: State, entry: EntryOf<"compaction">): void {
  const { seq, summary, firstKept, pinned } = entry;
  const kept = state.items.filter(
    (item) => (!item.isSummary && item.seq >= firstKept) || (!item.isDraft && pinned.includes(item.seq)),
  );
  const message = note(summary || "Earlier messages were left out.");
  state.items = [{ seq, message, entries: [entry], isSummary: true }, ...kept];
  state.ordered = undefined;
}

/**
 * Replaces earlier results by their short forms. Results after the elision are
 * not affected.
 */
function shorten(state: State, elision: EntryOf<"elision">): void {
  const named = elision.results.filter(({ seq }) => seq < elision.seq);
  const shorts = new Map(named.map(({ seq, content }) => [seq, { by: elision, content }]));
  for (const [seq, short] of shorts) state.shortened.set(seq, short);
  state.ordered = undefined;
  state.items = state.items.map((item) => {
    const { message, entries } = item;
    if (typeof message === "string" || message.role !== "tool") return item;
    if (!entries.some(({ seq }) => shorts.has(seq))) return item;
    const content = message.content.map((part) => {
      const result = entries.find((entry) => entry.kind === "tool-result" && entry.callId === part.callId);
      const short = result && shorts.get(result.seq);
      return short ? { ...part, content: short.content } : part;
    });
    return { ...item, message: { role: "tool", content } };
  });
}

function addItems(state: State, ...items: readonly Item[]): void {
  state.items.push(...items);
  const added = state.ordered && entriesAfter(state, state.ordered, items);
  if (added) state.ordered?.push(...added);
  else state.ordered = undefined;
}

function entriesOf(state: State): readonly Entry[] {
  state.ordered ??= orderedEntries(state, state.items);
  const end = endOf(state);
  const added = entriesAfter(state, state.ordered, end);
  return added ? [...state.ordered, ...added] : orderedEntries(state, [...state.items, ...end]);
}

/** Completes what is open, so that the next message can follow. */
function close(state: State): void {
  addItems(state, ...endOf(state));
  state.turn = undefined;
  state.draft = undefined;
  state.deferred = [];
}

/**
 * Returns the messages with which the conversation would continue if the
 * journal ended here.
 */
function endOf({ turn, draft, deferred, shortened }: State): readonly Item[] {
  const end: Item[] = [];
  if (turn) {
    const content = turn.calls.map((call) => resultOf(call, turn, shortened));
    end.push({ seq: turn.seq, message: { role: "tool", content }, entries: [...turn.results.values()] });
  }
  const partial = draft && partialReply(draft.content);
  if (draft && partial) end.push({ seq: draft.seq, message: partial, entries: [draft], isDraft: true });
  return [...end, ...deferred];
}

function resultOf(call: ToolCallPart, turn: OpenTurn, shortened: ReadonlyMap<number, Short>): ToolResultPart {
  const head = { type: "tool-result", callId: call.id, name: call.name } as const;
  const entry = turn.results.get(call.id);
  if (entry) {
    const content = shortened.get(entry.seq)?.content ?? entry.content;
    return { ...head, content, ...(entry.failure ? { failure: entry.failure.kind } : {}) };
  }
  const failure: ToolFailure = isBroken(call)
    ? { kind: "malformed-input", problem: call.problem, raw: call.raw }
    : turn.intents.has(call.id)
      ? { kind: "unknown-outcome", partial: "" }
      : { kind: "interrupted", started: false, partial: "" };
  return {
    ...head,
    content: [{ type: "text", text: describeFailure(call.name, failure) }],
    failure: failure.kind,
  };
}

/**
 * Drops the tool calls of a reply that never ended, because they did not run,
 * and unsigned thinking, which no vendor accepts.
 */
function partialReply(parts: readonly AssistantPart[]): AssistantMessage | undefined {
  const content = parts.filter((part) => part.type === "text" && part.text !== "");
  return isBlankReply(content) ? undefined : { role: "assistant", content, partial: true };
}

/**
 * Returns true if a reply has nothing but thinking and blank text. Such a reply
 * is never sent: what follows must come after the message before it.
 */
export function isBlankReply(parts: readonly AssistantPart[]): boolean {
  return parts.every((part) => part.type === "thinking" || (part.type === "text" && part.text.trim() === ""));
}

function note(text: string): Message {
  return { role: "user", from: "agent", content: [{ type: "text", text }] };
}
