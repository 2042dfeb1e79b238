import type { ContextSection } from "./dynamic-context.ts";
import type { ToolFailure } from "./failures.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { AssistantPart, MessageSource, ToolContentPart, UserPart } from "./messages.ts";
import type { ModelOptions, StopReason, ToolDefinition, Usage } from "./models.ts";
import type { OutcomeError, OutcomeName } from "./outcomes.ts";
import type { Artifact, Effect, Repeat } from "./effects.ts";
import type { Answer, Question, Verdict } from "./questions.ts";

/**
 * One line of a session's journal. `seq` counts from 1 without gaps and is the only order; `at` is for people.
 * Unknown kinds and unknown fields are kept by stores and skipped by views: journals outlive versions.
 */
export interface EntryHead {
  /** Version of this kind's shape. A store lifts old ones when it reads. */
  readonly v: number;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The run it belongs to; `null` between runs. */
  readonly run: string | null;
}

/** Why a model was asked. Every purpose is journaled, so that cost is complete. */
export type Purpose = "turn" | "title" | "compaction" | "judge" | "sampling";

export type EntryBody =
  | {
      readonly kind: "session-start";
      readonly id: string;
      readonly cwd: string;
      readonly interaction: Interaction;
      readonly name?: string;
      /** Forked from there: the entries up to `seq` are copies of the parent's, but for this one. */
      readonly parent?: { readonly session: string; readonly seq: number };
      /** It is a subagent's: the call that has started it. */
      readonly child?: { readonly session: string; readonly callId: string };
      readonly recipe?: string;
      readonly schedule?: string;
    }
  | {
      readonly kind: "settings";
      readonly provider: string;
      readonly model: string;
      readonly mode: string;
      readonly extensions: readonly string[];
      readonly limits: RunLimits;
      readonly options: ModelOptions;
      /** The model's window in tokens, as its vendor said when it refused a request for its length. */
      readonly contextTokens?: number;
    }
  | { readonly kind: "run-start"; readonly input: readonly UserPart[] }
  | {
      readonly kind: "outcome";
      readonly outcome: OutcomeName;
      readonly error?: OutcomeError;
      readonly turns: number;
      readonly output?: JsonValue;
    }
  /** What the model is told besides the conversation. `hash` names a blob: the JSON of `ContextBlob`. */
  | { readonly kind: "context"; readonly hash: string; readonly reason: string }
  /** Accepted while running; gets its place when a `user-message` names it. */
  | {
      readonly kind: "queued";
      readonly id: string;
      readonly content: readonly UserPart[];
      readonly steer: boolean;
      /** The session of the subagent that it comes from. Absent: a person. */
      readonly child?: string;
    }
  | {
      readonly kind: "user-message";
      readonly from: MessageSource;
      readonly content: readonly UserPart[];
      /** The `queued` entry that this one places. */
      readonly queued?: string;
    }
  /**
   * What has changed since the model was last told, beside the user's message or the last tool result before it; all of
   * it after a compaction, an elision, a rewind, a fork or a resume. Stays in the conversation.
   */
  | { readonly kind: "dynamic-context"; readonly sections: readonly ContextSection[] }
  | {
      readonly kind: "model-request";
      readonly purpose: Purpose;
      readonly provider: string;
      readonly model: string;
      readonly options: ModelOptions;
      /** SHA-256, hex, chained over context, messages and options: see `RequestHasher` in the agent. */
      readonly requestHash: string;
      /** US dollars that the call may cost at most, its retries left out: see `model-attempt`. Absent: price unknown. */
      readonly reservedUsd?: number;
      /** Tokens that it may take at most. */
      readonly reservedTokens?: number;
    }
  /** An attempt has failed and another one is made: what is charged so far, and what the next one may come to. */
  | {
      readonly kind: "model-attempt";
      /** `seq` of the request. */
      readonly request: number;
      /** US dollars, of all attempts before; absent when a price is unknown. */
      readonly costUsd?: number;
      /** Tokens charged for them. */
      readonly chargedTokens: number;
      readonly reservedUsd?: number;
      readonly reservedTokens: number;
    }
  | {
      readonly kind: "model-result";
      /** `seq` of the request. */
      readonly request: number;
      readonly attempts: number;
      /** Who answered; may differ from who was asked. */
      readonly provider: string;
      readonly model: string;
      readonly usage: Usage;
      readonly rawUsage?: JsonValue;
      readonly requestId?: string;
      /** US dollars, of all attempts; absent when a price is unknown. */
      readonly costUsd?: number;
      /** A counter was missing, or a reply was cut: the cost is at most `costUsd`. */
      readonly costIsEstimate?: true;
      /** Tokens that budgets count, of all attempts, where they are not those of `usage`. */
      readonly chargedTokens?: number;
      readonly error?: OutcomeError;
    }
  /** What has streamed in so far. A later draft or the message itself supersedes it. */
  | { readonly kind: "reply-draft"; readonly request: number; readonly content: readonly AssistantPart[] }
  | {
      readonly kind: "assistant-message";
      readonly request: number;
      readonly content: readonly AssistantPart[];
      readonly stop?: StopReason;
      readonly rawStop?: string;
      /**
       * `cut-off`: the reply never ended; what had arrived stays in the conversation, without its calls.
       * `restarted`: the same request was made again; this is kept for the record and never sent back.
       */
      readonly partial?: "cut-off" | "restarted";
    }
  | {
      readonly kind: "decision";
      readonly callId: string;
      readonly verdict: Verdict;
      /** The rule, mode or person that decided. */
      readonly by: string;
      readonly reason?: string;
    }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "answer"; readonly questionId: string; readonly answer: Answer; readonly by: string }
  | {
      readonly kind: "tool-intent";
      readonly callId: string;
      readonly tool: string;
      readonly extension: string;
      readonly input: JsonValue;
      readonly effect: Effect;
      readonly repeat: Repeat;
      /** What the call needs alone: `Tool.resources`. */
      readonly resources?: readonly string[];
      /** What the call may change and nobody could keep before: an undo does not bring it back, and names it. */
      readonly unkept?: readonly UncheckpointedPath[];
    }
  | ToolResultEntry
  | CheckpointEntry
  /**
   * The session is again as it was after the entry `to`, which may itself have been rewound since: the rewind to the
   * entry before another rewind takes that one back.
   */
  | { readonly kind: "rewind"; readonly to: number }
  | {
      readonly kind: "compaction";
      readonly summary: string;
      /** The first entry that stays in the context as it is. */
      readonly firstKept: number;
      /**
       * Messages before that which stay too, by the entry that begins each: a reply brings the results of its calls. An
       * earlier summary stays only when its `compaction` is named here.
       */
      readonly pinned: readonly number[];
      readonly receipt: JsonObject;
    }
  /** Short forms of earlier tool results. */
  | {
      readonly kind: "elision";
      readonly results: readonly { readonly seq: number; readonly content: readonly ToolContentPart[] }[];
    }
  | {
      readonly kind: "child";
      readonly session: string;
      readonly callId?: string;
      readonly rights: JsonObject;
      /** It may outlive its call: see `ChildStart`. */
      readonly background?: true;
    }
  | { readonly kind: "extension-state"; readonly extension: string; readonly state: JsonValue }
  /**
   * What people call the session. `task`: the first words of its first message. A name that a person gave is never
   * replaced by another, and one that a model gave never by the first words.
   */
  | { readonly kind: "name"; readonly name: string; readonly by: "user" | "model" | "task" }
  /** Secrets were taken out of what stands before: so many entries and blobs are no longer as they were written. */
  | { readonly kind: "scrub"; readonly entries: number; readonly blobs: number }
  | {
      readonly kind: "notice";
      readonly audience: "user" | "model" | "both";
      readonly level: "info" | "warning" | "error";
      readonly text: string;
    };

/** Files that are not in any snapshot. */
export interface UncheckpointedPath {
  /** A folder stands for all that is in it. */
  readonly path: string;
  readonly reason: string;
}

/** The files as they were here. */
export interface CheckpointEntry {
  readonly kind: "checkpoint";
  /** Its id in the store of snapshots. */
  readonly snapshot: string;
  /** The folder it was taken of, absolute. */
  readonly root: string;
  /** The call it was taken before. Without it and without `closes`: it was taken before a rewind. */
  readonly callId?: string;
  /** Taken after the last call of a run, or after a rewind: what changes from here to the next one is not ours. */
  readonly closes?: true;
}

export interface ToolResultEntry {
  readonly kind: "tool-result";
  readonly callId: string;
  readonly name: string;
  /** What the model reads; for a failure the prompt as it was worded then. */
  readonly content: readonly ToolContentPart[];
  readonly failure?: ToolFailure;
  /** What a tool returned as a JSON value. */
  readonly structured?: JsonValue;
  readonly durationMs: number;
  readonly artifacts?: readonly Artifact[];
  /** Sessions of subagents in the background whose end it tells. */
  readonly reports?: readonly string[];
  /** How a result that outlived its process was come by. */
  readonly recovered?: "collected" | "repeated";
}

export type Entry = EntryHead & EntryBody;
export type EntryKind = Entry["kind"];
export type EntryOf<Kind extends EntryKind> = Extract<Entry, { readonly kind: Kind }>;

/** `chat`: a conversation. `execute`: to the end, with as little talk as possible. */
export type Interaction = "chat" | "execute";

export interface RunLimits {
  /** Replies of the model in one run. Default 1000. */
  readonly maxTurns: number;
  /** How often in a row the same call may be made. Default 50. */
  readonly maxRepetitions: number;
  /** Milliseconds one run may take. */
  readonly maxTimeMs?: number;
}

/** The blob behind a `context` entry. */
export interface ContextBlob {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
}
