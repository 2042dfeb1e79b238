import type {
  AgentEvent,
  Answer,
  Artifact,
  ResultApp,
  CallProblem,
  Effect,
  JsonValue,
  MessageSource,
  OutcomeError,
  OutcomeName,
  Question,
  ToolContentPart,
  ToolFailure,
  Usage,
  UserPart,
  Verdict,
  NoticeLevel,
} from "@skein/protocol";

/**
 * One thing on the screen. Its `id` is the same from its first delta to its end, whether it is read from events or from
 * the journal, and no other item of the view has it.
 */
export type Item =
  | MessageItem
  | ProseItem
  | CallItem
  | QuestionItem
  | NoticeItem
  | ToldItem
  | CompactionItem
  | OutcomeItem;

interface ItemHead {
  readonly id: string;
}

/** A message to the model. */
export interface MessageItem extends ItemHead {
  readonly type: "message";
  /** `agent`: a nudge of the agent itself, which most screens leave out. */
  readonly from: MessageSource;
  readonly content: readonly UserPart[];
  /** The id of the waiting message that it was. */
  readonly queued?: string;
  /** Its journal entry: a rewind to the one before removes the item. */
  readonly seq: number | undefined;
}

/** A text or a thought of the model. */
export type ProseItem = TextItem | ThinkingItem;

export interface TextItem extends Prose {
  readonly type: "text";
}

export interface ThinkingItem extends Prose {
  readonly type: "thinking";
}

interface Prose extends ItemHead {
  readonly text: string;
  /** `cut-off`: the reply never ended. */
  readonly state: "streaming" | "whole" | "cut-off";
  /** Who answered, of a whole reply. */
  readonly by?: AnsweredBy;
}

export interface AnsweredBy {
  readonly provider: string;
  readonly model: string;
}

/**
 * - `streaming`: its arguments arrive. `pending`: it waits for its turn. `asking`: for somebody's approval.
 * - `running`: it has started, and has no result; after a crash also one that no process runs any more.
 * - `done`, `failed` and `denied`: it has a result.
 */
export type CallState = "streaming" | "pending" | "asking" | "running" | "done" | "failed" | "denied";

/** A call of a tool, from its first argument to its result. */
export interface CallItem extends ItemHead {
  readonly type: "call";
  readonly state: CallState;
  /** Absent while its arguments arrive. */
  readonly callId?: string;
  /** Absent while its arguments arrive and it is not known. */
  readonly tool?: string;
  /** As the model wrote it. */
  readonly input?: JsonValue;
  /** Arguments that have not all arrived, or that never parsed. */
  readonly raw?: string;
  readonly problem?: CallProblem;
  readonly extension?: string;
  readonly effect?: Effect;
  /** What it was started with: the input with the user's edit, where there was one. */
  readonly runInput?: JsonValue;
  /** The last question about it; its `preview` is what the call would change. */
  readonly asked?: Asked;
  /** The last verdict about it. Only the journal says it. */
  readonly decision?: { readonly verdict: Verdict; readonly by: string; readonly reason?: string };
  readonly result?: CallResult;
}

export interface CallResult {
  readonly content: readonly ToolContentPart[];
  readonly failure: ToolFailure["kind"] | undefined;
  /** What the tool returned as a JSON value. */
  readonly structured?: JsonValue;
  readonly durationMs: number;
  readonly artifacts?: readonly Artifact[];
  readonly app?: ResultApp;
}

export interface Asked {
  readonly question: Question;
  /** Absent while it is open. */
  readonly answer?: Answer;
  /** Who answered. */
  readonly by?: string;
}

/** A question that is about no call: an extension asks for something. */
export interface QuestionItem extends ItemHead {
  readonly type: "question";
  readonly asked: Asked;
}

export interface NoticeItem extends ItemHead {
  readonly type: "notice";
  readonly level: NoticeLevel;
  readonly text: string;
  /** Only live: the journal does not say it. */
  readonly isLive?: true;
}

/** What the journal does not say, as data: each face has its own words. */
export interface ToldItem extends ItemHead {
  readonly type: "told";
  readonly event: ToldEvent;
  readonly isLive: true;
}

export type ToldEvent = Extract<
  AgentEvent,
  {
    readonly type:
      | "retry-wait"
      | "reply-restarted"
      | "model-switched"
      | "cache-break"
      | "budget"
      | "extension-status";
  }
>;

/** The model sees less of what stands above; people see all of it. */
export interface CompactionItem extends ItemHead {
  readonly type: "compaction";
  /** What stands for hidden messages; absent when only results became shorter. */
  readonly summary?: string;
  /** Only live: why it was done, and what it brought. */
  readonly told?: Pick<
    Extract<AgentEvent, { readonly type: "compacted" }>,
    "cause" | "hidden" | "shortened" | "before" | "after" | "notices"
  >;
}

/** The end of a run. */
export interface OutcomeItem extends ItemHead {
  readonly type: "outcome";
  readonly outcome: OutcomeName;
  readonly error?: OutcomeError;
  readonly turns: number;
  readonly seq: number | undefined;
  /** Only in the journal: what `final_output` has accepted. */
  readonly output?: JsonValue;
  /** Only live: of the run with its subagents. */
  readonly told?: {
    readonly usage: Usage;
    readonly costUsd?: number;
    readonly costIsEstimate?: true;
    readonly durationMs: number;
  };
}
