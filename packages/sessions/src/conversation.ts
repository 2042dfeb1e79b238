import {
  isBroken,
  effectiveEntries,
  type AssistantPart,
  type Entry,
  type EntryKind,
  type EntryOf,
  type JsonValue,
  type MessageSource,
  type OutcomeError,
  type OutcomeName,
  type ToolCallPart,
  type ToolContentPart,
  type ToolFailure,
  type UserPart,
  type Verdict,
  type NoticeLevel,
} from "@skein/protocol";

/** One turn of the conversation, for display. */
export interface ConversationTurn {
  /** The first entry of the turn. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly run: string | null;
  readonly items: readonly ConversationItem[];
  /** Absent while it runs, or when its process died first. */
  readonly outcome?: {
    readonly name: OutcomeName;
    readonly error: OutcomeError | undefined;
    readonly output: JsonValue | undefined;
  };
}

export type ConversationItem =
  | { readonly type: "user"; readonly from: MessageSource; readonly content: readonly UserPart[] }
  /** `isPartial`: the reply was cut off, or is still streaming. */
  | { readonly type: "text" | "thinking"; readonly text: string; readonly isPartial: boolean }
  | ShownCall
  | { readonly type: "notice"; readonly level: NoticeLevel; readonly text: string }
  | { readonly type: "compaction"; readonly summary: string };

export interface ShownCall {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  /** Absent when the arguments never parsed; then there is `raw`. */
  readonly input?: JsonValue;
  readonly raw?: string;
  readonly decision?: { readonly verdict: Verdict; readonly by: string; readonly reason: string | undefined };
  /** Whether it was started. A call that was started and has no result is running, or its outcome is unknown. */
  readonly isStarted: boolean;
  readonly result?: {
    readonly content: readonly ToolContentPart[];
    readonly failure: ToolFailure["kind"] | undefined;
    readonly durationMs: number;
  };
}

type Mutable<Shape> = { -readonly [Field in keyof Shape]: Shape[Field] };
type OpenCall = Mutable<ShownCall>;

interface Turn extends Mutable<Omit<ConversationTurn, "items">> {
  readonly items: (ConversationItem | OpenCall)[];
}

interface State {
  readonly turns: Turn[];
  /** Tool calls without a result, by id. */
  readonly open: Map<string, OpenCall>;
  draft: EntryOf<"reply-draft"> | undefined;
}

type Folds = { readonly [Kind in EntryKind]?: (state: State, entry: EntryOf<Kind>) => void };

const folds: Folds = {
  "run-start"(state, entry) {
    startTurn(state, entry);
  },
  "user-message"(state, entry) {
    const last = state.turns.at(-1);
    const isFirstOfRun = last === undefined || last.run !== entry.run || entry.run === null;
    const turn = isFirstOfRun ? startTurn(state, entry) : last;
    turn.items.push({ type: "user", from: entry.from, content: entry.content });
  },
  "reply-draft"(state, entry) {
    state.draft = entry;
  },
  "assistant-message"(state, entry) {
    state.draft = undefined;
    if (entry.partial === "restarted") return;
    for (const item of shown(entry.content, entry.partial === "cut-off")) {
      turnOf(state, entry).items.push(item);
      if (item.type === "call") state.open.set(item.id, item);
    }
  },
  decision({ open }, { callId, verdict, by, reason }) {
    const call = open.get(callId);
    if (call) call.decision = { verdict, by, reason };
  },
  "tool-intent"({ open }, { callId }) {
    const call = open.get(callId);
    if (call) call.isStarted = true;
  },
  "tool-result"({ open }, { callId, content, failure, durationMs }) {
    const call = open.get(callId);
    if (call) call.result = { content, failure: failure?.kind, durationMs };
    open.delete(callId);
  },
  notice(state, entry) {
    if (entry.audience === "model") return;
    turnOf(state, entry).items.push({ type: "notice", level: entry.level, text: entry.text });
  },
  compaction(state, entry) {
    turnOf(state, entry).items.push({ type: "compaction", summary: entry.summary });
  },
  outcome(state, entry) {
    const { outcome: name, error, output } = entry;
    turnOf(state, entry).outcome = { name, error, output };
  },
};

/**
 * The conversation history as people read it: everything that was not rewound, including what a compaction hides from
 * the model. Each tool call appears once, with its result.
 */
export function conversation(entries: Iterable<Entry>): readonly ConversationTurn[] {
  const state: State = { turns: [], open: new Map(), draft: undefined };
  for (const entry of effectiveEntries([...entries])) {
    const fold = folds[entry.kind] as ((state: State, entry: Entry) => void) | undefined;
    fold?.(state, entry);
  }
  if (state.draft) turnOf(state, state.draft).items.push(...shown(state.draft.content, true));
  return state.turns;
}

function turnOf(state: State, entry: Entry): Turn {
  return state.turns.at(-1) ?? startTurn(state, entry);
}

function startTurn({ turns }: State, { seq, at, run }: Entry): Turn {
  const turn: Turn = { seq, at, run, items: [] };
  turns.push(turn);
  return turn;
}

/** Tool calls of a reply that never ended did not run and are not shown. */
function shown(parts: readonly AssistantPart[], isPartial: boolean): (ConversationItem | OpenCall)[] {
  return parts.flatMap((part): (ConversationItem | OpenCall)[] => {
    if (part.type === "opaque") return [];
    if (part.type === "tool-call") return isPartial ? [] : [shownCall(part)];
    return part.text === "" ? [] : [{ type: part.type, text: part.text, isPartial }];
  });
}

function shownCall(call: ToolCallPart): OpenCall {
  const head = { type: "call", id: call.id, name: call.name, isStarted: false } as const;
  return isBroken(call) ? { ...head, raw: call.raw } : { ...head, input: call.input };
}
