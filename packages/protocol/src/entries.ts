import type { ContextSection } from "./dynamic-context.ts";
import type { ToolFailure } from "./errors/failures.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { AssistantPart, MessageSource, ToolContentPart, UserPart } from "./messages.ts";
import type { DeferredTools, ModelOptions, StopReason, ToolDefinition, Usage } from "./models/models.ts";
import type { OutcomeError, OutcomeName } from "./outcomes.ts";
import type { Artifact, Effect, Repeat, ResultApp } from "./effects.ts";
import type { Answer, Question, Verdict } from "./questions.ts";

/**
 * The version in which a kind of entry is written; readers upgrade older ones. 2 of `outcome`: `usage` became `not-started`.
 */
export function kindVersion(kind: EntryKind): number {
  return kind === "outcome" ? 2 : 1;
}

/**
 * One line of a session's append-only journal. `seq` counts from 1 without gaps and is the only order; `at` is for
 * people. Stores keep unknown kinds and fields, and views skip them: journals outlive versions.
 */
export interface EntryHead {
  /** Version of this kind's shape. A store upgrades old ones when it reads them. */
  readonly v: number;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The run it belongs to; `null` between runs. */
  readonly run: string | null;
}

/** How a recipe was named, and with what: enough to open it again. */
export interface RecipeSource {
  /** A file, a link or a name. */
  readonly word: string;
  /** Where it was looked for, and where paths of files among its values begin. */
  readonly cwd: string;
  readonly params: Readonly<Record<string, string>>;
  /** Recipes that were added as sub-recipes: files or names. */
  readonly subRecipes: readonly string[];
  /** SHA-256, hex, of its text, of what it includes and of its sub-recipes. */
  readonly hash: string;
}

/** A tool that a provider has rejected. It is not sent to that provider while its definition stays the same. */
export interface LeftOutTool {
  /** Of the model that was asked. */
  readonly provider: string;
  readonly name: string;
  /** SHA-256, hex, of the definition's JSON. */
  readonly definition: string;
}

/** Why a model was called. Every call is journaled, so that the cost is complete. */
export const purposes = ["turn", "title", "compaction", "judge", "sampling", "memory"] as const;

export type Purpose = (typeof purposes)[number];

/** How much a notice matters, the least first. */
export const noticeLevels = ["info", "warning", "error"] as const;

export type NoticeLevel = (typeof noticeLevels)[number];

/** Whom a notice is for. */
export type NoticeAudience = "user" | "model" | "both";

/** Who can name a session. */
export const sessionNamers = ["user", "model", "task"] as const;

export type SessionNamer = (typeof sessionNamers)[number];

export type EntryBody =
  | {
      readonly kind: "session-start";
      readonly id: string;
      readonly cwd: string;
      readonly interaction: Interaction;
      readonly name?: string;
      /** Set in a fork: the entries up to `seq`, except this one, are copies of the parent's. */
      readonly parent?: { readonly session: string; readonly seq: number };
      /** Set for a subagent: the call that started it. */
      readonly child?: { readonly session: string; readonly callId: string };
      /** The file or the title of the recipe that it runs, and how a resume finds it again. */
      readonly recipe?: string;
      readonly recipeSource?: RecipeSource;
      readonly schedule?: string;
      /** The git worktree that it works in: its root, its branch, and the folder that it was asked for in. */
      readonly worktree?: {
        readonly name: string;
        readonly branch: string;
        readonly path: string;
        readonly from: string;
      };
    }
  | {
      readonly kind: "settings";
      readonly provider: string;
      readonly model: string;
      readonly mode: string;
      readonly extensions: readonly string[];
      readonly limits: RunLimits;
      readonly options: ModelOptions;
      /** The context window in tokens, as the vendor stated it when it rejected a request as too long. */
      readonly contextTokens?: number;
      /** The call whose plan was accepted, which has set the mode. */
      readonly callId?: string;
      /** The sandbox tier that holds commands back: `full`, `bwrap`, `none`, or `off`. Absent: not recorded. */
      readonly sandbox?: string;
    }
  | { readonly kind: "run-start"; readonly input: readonly UserPart[] }
  | {
      readonly kind: "outcome";
      readonly outcome: OutcomeName;
      readonly error?: OutcomeError;
      readonly turns: number;
      readonly output?: JsonValue;
      /** Sessions of background subagents that wait for an answer: a run without input resumes them. */
      readonly waitsFor?: readonly string[];
    }
  /** The system prompt and the tools. `hash` names a blob: the JSON of `ContextBlob`. */
  | {
      readonly kind: "context";
      readonly hash: string;
      readonly reason: string;
      /** All tools that were rejected in the session so far. */
      readonly leftOutTools?: readonly LeftOutTool[];
    }
  /** Accepted while a run was going on; becomes part of the conversation when a `user-message` names it. */
  | {
      readonly kind: "queued";
      readonly id: string;
      readonly content: readonly UserPart[];
      readonly steer: boolean;
      /** The session of the subagent that sent it. Absent: a person did. */
      readonly child?: string;
    }
  | {
      readonly kind: "user-message";
      readonly from: MessageSource;
      readonly content: readonly UserPart[];
      /** The `queued` entry that this message delivers. */
      readonly queued?: string;
    }
  /**
   * Sections of the dynamic context that have changed, attached to the user message or the last tool result before
   * it; all sections after a compaction, an elision, a rewind, a fork or a resume. Stays in the conversation.
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
      /**
       * The most that the call may cost, in US dollars, without retries: see `model-attempt`. Absent: price unknown.
       */
      readonly reservedUsd?: number;
      /** The most tokens that it may use. */
      readonly reservedTokens?: number;
    }
  /** An attempt failed and is retried: what has been charged so far, and what the next attempt may cost. */
  | {
      readonly kind: "model-attempt";
      /** `seq` of the request. */
      readonly request: number;
      /** US dollars for all attempts before; absent when a price is unknown. */
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
      /** Which model answered; may differ from the one requested. */
      readonly provider: string;
      readonly model: string;
      readonly usage: Usage;
      readonly rawUsage?: JsonValue;
      readonly requestId?: string;
      /** US dollars for all attempts; absent when a price is unknown. */
      readonly costUsd?: number;
      /** A counter was missing or a reply was cut off: `costUsd` is an upper bound. */
      readonly costIsEstimate?: true;
      /** Tokens charged to budgets for all attempts, when they differ from `usage`. */
      readonly chargedTokens?: number;
      readonly error?: OutcomeError;
      /** Names of the tools whose definitions the provider rejected. */
      readonly refusedTools?: readonly string[];
    }
  /** The reply as far as it has streamed. A later draft, or the message itself, supersedes it. */
  | { readonly kind: "reply-draft"; readonly request: number; readonly content: readonly AssistantPart[] }
  | {
      readonly kind: "assistant-message";
      readonly request: number;
      readonly content: readonly AssistantPart[];
      readonly stop?: StopReason;
      readonly rawStop?: string;
      /**
       * `cut-off`: the reply never ended; what had arrived stays in the conversation, without its tool calls.
       * `restarted`: the request was repeated; kept for the record and never sent back.
       */
      readonly partial?: "cut-off" | "restarted";
    }
  | {
      readonly kind: "decision";
      readonly callId: string;
      readonly verdict: Verdict;
      /** The permission rule, permission mode, hook or person that decided. */
      readonly by: string;
      readonly reason?: string;
      /** The input that a hook wrote in place of the model's. */
      readonly input?: JsonValue;
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
      /** What the call needs exclusively: `Tool.resources`. */
      readonly resources?: readonly string[];
      /** What the call may change without a checkpoint: an undo does not restore it, and says so. */
      readonly unkept?: readonly UncheckpointedPath[];
    }
  | ToolResultEntry
  | CheckpointEntry
  /**
   * The session is as it was after the entry `to`. `to` may itself have been rewound: a rewind to the entry before
   * another rewind undoes that rewind.
   */
  | { readonly kind: "rewind"; readonly to: number }
  | {
      readonly kind: "compaction";
      readonly summary: string;
      /** The first entry that stays in the context unchanged. */
      readonly firstKept: number;
      /**
       * Earlier messages that stay too, by their first entry; a reply keeps the results of its tool calls with it. An
       * earlier summary stays only when its `compaction` is listed here.
       */
      readonly pinned: readonly number[];
      readonly receipt: JsonObject;
    }
  /** Shortened forms of earlier tool results. */
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
   * The session's name. `task`: the first words of its first message. A name given by the user is never replaced by
   * another, and one given by a model never by `task`.
   */
  | { readonly kind: "name"; readonly name: string; readonly by: SessionNamer }
  /** Secrets were removed from earlier entries: the counts are of entries and blobs that were changed. */
  | { readonly kind: "scrub"; readonly entries: number; readonly blobs: number }
  | {
      readonly kind: "notice";
      readonly audience: NoticeAudience;
      readonly level: NoticeLevel;
      readonly text: string;
    };

/** Files that no snapshot contains. */
export interface UncheckpointedPath {
  /** A folder stands for everything in it. */
  readonly path: string;
  readonly reason: string;
}

/** The state of the files at this point. */
export interface CheckpointEntry {
  readonly kind: "checkpoint";
  /** Its id in the checkpoint store. */
  readonly snapshot: string;
  /** The folder that was captured, absolute. */
  readonly root: string;
  /** The call it was taken before. Absent, without `closes`: it was taken before a rewind. */
  readonly callId?: string;
  /**
   * Taken after the last call of a run, or after a rewind: changes from here to the next checkpoint are not Skein's.
   */
  readonly closes?: true;
}

export interface ToolResultEntry {
  readonly kind: "tool-result";
  readonly callId: string;
  readonly name: string;
  /** What the model reads; for a failure, the text as it was worded then. */
  readonly content: readonly ToolContentPart[];
  readonly failure?: ToolFailure;
  /** The JSON value that the tool returned. */
  readonly structured?: JsonValue;
  /** That the tool itself took, without waiting for an approval; 0 for a call that never ran. */
  readonly durationMs: number;
  readonly artifacts?: readonly Artifact[];
  readonly app?: ResultApp;
  /** Sessions of background subagents whose end this result reports. */
  readonly reports?: readonly string[];
  /** How the result was obtained when its process had died. */
  readonly recovered?: "collected" | "repeated";
}

export type Entry = EntryHead & EntryBody;
export type EntryKind = Entry["kind"];
export type EntryOf<Kind extends EntryKind> = Extract<Entry, { readonly kind: Kind }>;

/** `chat`: a conversation. `execute`: runs to completion with as little talk as possible. */
export type Interaction = "chat" | "execute";

export interface RunLimits {
  /** Model replies per run. Default 1000. */
  readonly maxTurns: number;
  /** How often in a row the same call may be made. Default 50. */
  readonly maxRepetitions: number;
  /** Milliseconds that one run may take. */
  readonly maxTimeMs?: number;
}

/** The content of the blob that a `context` entry names. */
export interface ContextBlob {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** See `ModelRequest.deferred`. */
  readonly deferred?: DeferredTools;
}
