import type { ContextSection } from "./dynamic-context.ts";
import type { ToolFailure } from "./errors/failures.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { AssistantPart, MessageSource, ToolContentPart, UserPart } from "./messages.ts";
import type { DeferredTools, ModelOptions, StopReason, ToolDefinition, Usage } from "./models/models.ts";
import type { OutcomeError, OutcomeName } from "./outcomes.ts";
import type { Artifact, Effect, Repeat, ResultApp } from "./effects.ts";
import type { Answer, Question, Verdict } from "./questions.ts";

/**
 * Returns the version in which a kind of entry is written. Readers upgrade
 * older versions.
 *
 * Version 2 of `outcome`: the outcome `usage` became `not-started` (see
 * `storedOutcome`). All other kinds have version 1.
 */
export function kindVersion(kind: EntryKind): number {
  return kind === "outcome" ? 2 : 1;
}

/**
 * Fields of every entry. An entry is one line of a session's append-only
 * journal.
 *
 * Stores preserve kinds and fields that they do not know, and views skip them:
 * journals outlive versions of Skein.
 */
export interface EntryHead {
  /**
   * Version of this kind's shape. A store upgrades old shapes when it reads
   * them.
   */
  readonly v: number;
  /**
   * Position in the journal. Counts from 1 without gaps, and is the only order
   * of entries.
   */
  readonly seq: number;
  /**
   * Time of writing, in milliseconds since the epoch. For people: clocks can
   * jump, so nothing is ordered by it.
   */
  readonly at: number;
  /** Id of the run that the entry belongs to. `null`: written between runs. */
  readonly run: string | null;
}

/**
 * Name and values of a recipe: enough to open it again when the session is
 * resumed.
 */
export interface RecipeSource {
  /** File, link or name, as the user wrote it. */
  readonly word: string;
  /**
   * Folder in which the recipe was searched for. Relative paths among its
   * values start there.
   */
  readonly cwd: string;
  /** Values of the recipe's parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Files or names of recipes that were added as sub-recipes. */
  readonly subRecipes: readonly string[];
  /**
   * SHA-256, hex, of the recipe's text, of everything it includes and of its
   * sub-recipes.
   */
  readonly hash: string;
}

/**
 * Tool that a provider has rejected. It is not sent to that provider again
 * while its definition stays the same.
 */
export interface LeftOutTool {
  /** Provider id of the model that was asked. */
  readonly provider: string;
  /** Name of the tool, as the model would have called it. */
  readonly name: string;
  /** SHA-256, hex, of the definition's JSON. */
  readonly definition: string;
}

/**
 * Reasons for calling a model. Every call is journaled with one of them, so
 * that the cost is complete.
 *
 * - `turn`: a reply of the conversation. All others are auxiliary requests.
 * - `title`: a name for the session.
 * - `compaction`: a summary of earlier messages.
 * - `judge`: an opinion about a tool call that needs approval.
 * - `sampling`: a request of an extension.
 * - `memory`: notes to remember after the session.
 */
export const purposes = ["turn", "title", "compaction", "judge", "sampling", "memory"] as const;

/** One of `purposes`. */
export type Purpose = (typeof purposes)[number];

/** Importance of a notice, lowest first. */
export const noticeLevels = ["info", "warning", "error"] as const;

/** One of `noticeLevels`. */
export type NoticeLevel = (typeof noticeLevels)[number];

/**
 * Readers of a notice. With `model` or `both` its text becomes part of the
 * conversation.
 */
export type NoticeAudience = "user" | "model" | "both";

/**
 * Authors of session names: the user, a model, or the first words of the task.
 */
export const sessionNamers = ["user", "model", "task"] as const;

/** One of `sessionNamers`. */
export type SessionNamer = (typeof sessionNamers)[number];

/**
 * Content of an entry, by `kind`.
 *
 * Order within a run: `run-start`, then `user-message`; for each turn
 * `model-request`, `model-result`, `assistant-message`, and for each tool call
 * `decision`, `tool-intent`, `tool-result`; at the end `outcome`. Other kinds
 * can be in between. A journal may stop after any entry.
 */
export type EntryBody =
  /** First entry of every journal, also of a fork's. */
  | {
      readonly kind: "session-start";
      /** Session id: see `isSessionId`. */
      readonly id: string;
      /** Absolute path of the working folder. */
      readonly cwd: string;
      /**
       * Way of working: conversation or alone. Stays the same for the whole
       * session.
       */
      readonly interaction: Interaction;
      /** Name given at the start. Later names are `name` entries. */
      readonly name?: string;
      /**
       * Set in a fork: the entries up to `seq`, except this one, are copies of
       * the parent's.
       */
      readonly parent?: { readonly session: string; readonly seq: number };
      /** Set for a subagent: the session and the tool call that started it. */
      readonly child?: { readonly session: string; readonly callId: string };
      /** File or title of the recipe that the session runs, for people. */
      readonly recipe?: string;
      /**
       * Source from which a resume opens the recipe again. Absent: the session
       * has no recipe.
       */
      readonly recipeSource?: RecipeSource;
      /**
       * Name of the schedule that started the session. Absent: a person or a
       * program did.
       */
      readonly schedule?: string;
      /**
       * Git worktree that the session works in: `path` is its root, `from` the
       * folder in which it was requested.
       */
      readonly worktree?: {
        readonly name: string;
        readonly branch: string;
        readonly path: string;
        readonly from: string;
      };
    }
  /**
   * Settings from this entry on. Written again whenever one of them changes.
   */
  | {
      readonly kind: "settings";
      /** Provider id, such as `anthropic`. */
      readonly provider: string;
      /** Model id, without the provider. */
      readonly model: string;
      /** Permission mode: see `permissionModeNames`. */
      readonly mode: string;
      /** Names of the extensions. */
      readonly extensions: readonly string[];
      /** Limits of each run. */
      readonly limits: RunLimits;
      /** Options of the requests. */
      readonly options: ModelOptions;
      /**
       * Context window in tokens, as the vendor stated it when it rejected a
       * request as too long.
       */
      readonly contextTokens?: number;
      /**
       * Call whose plan the user accepted. Set if that has changed the mode.
       */
      readonly callId?: string;
      /**
       * Sandbox tier of commands: `full`, `bwrap`, `none`, or `off`. Absent:
       * not recorded.
       */
      readonly sandbox?: string;
    }
  /** A run begins. */
  | {
      readonly kind: "run-start";
      /**
       * Message of the user. Empty: the run resumes what the last one left
       * open.
       */
      readonly input: readonly UserPart[];
    }
  /** A run has ended. No entry of the same run follows. */
  | {
      readonly kind: "outcome";
      /** Outcome of the run. */
      readonly outcome: OutcomeName;
      /** Reason. Absent for `done`. */
      readonly error?: OutcomeError;
      /** Number of model replies in the run. */
      readonly turns: number;
      /**
       * Structured output, if the run had an output schema and its
       * `final_output` was accepted.
       */
      readonly output?: JsonValue;
      /**
       * Sessions of background subagents that wait for an answer. A run without
       * input resumes them.
       */
      readonly waitsFor?: readonly string[];
    }
  /** System prompt and tools from this entry on. */
  | {
      readonly kind: "context";
      /** Name of a blob: the JSON of `ContextBlob`. */
      readonly hash: string;
      /**
       * `start` for the first one, otherwise a sentence that says what has
       * changed. A change breaks the prompt cache.
       */
      readonly reason: string;
      /** All tools that providers have rejected in the session so far. */
      readonly leftOutTools?: readonly LeftOutTool[];
    }
  /**
   * Message that was accepted while a run was in progress. Becomes part of the
   * conversation when a `user-message` names it.
   */
  | {
      readonly kind: "queued";
      /** Id by which `user-message` refers to this entry. */
      readonly id: string;
      /** Text, images and files of the message. */
      readonly content: readonly UserPart[];
      /**
       * True if the message is delivered at the next opportunity within the
       * run. Otherwise it is delivered when the model has finished.
       */
      readonly steer: boolean;
      /**
       * Session of the subagent that sent the message. Absent: a person did.
       */
      readonly child?: string;
    }
  /** Message with the role `user` in the conversation. */
  | {
      readonly kind: "user-message";
      /**
       * Author of the message. Only `user` and `steer` are a person's words.
       */
      readonly from: MessageSource;
      /** Text, images and files of the message. */
      readonly content: readonly UserPart[];
      /** `id` of the `queued` entry that this message delivers. */
      readonly queued?: string;
    }
  /**
   * Sections of the dynamic context that have changed, attached to the user
   * message or the last tool result before this entry. They stay in the
   * conversation.
   *
   * All sections are written again after a compaction, an elision, a rewind, a
   * fork or a resume.
   */
  | {
      readonly kind: "dynamic-context";
      /** Changed sections, each with its full new text. */
      readonly sections: readonly ContextSection[];
    }
  /** A request is about to be sent. Written before it is. */
  | {
      readonly kind: "model-request";
      /** Reason for the call. */
      readonly purpose: Purpose;
      /** Provider id. */
      readonly provider: string;
      /** Model id. */
      readonly model: string;
      /** Options of this request. */
      readonly options: ModelOptions;
      /**
       * SHA-256, hex, chained over context, messages and options: see
       * `RequestHasher` in the agent. A replay compares it.
       */
      readonly requestHash: string;
      /**
       * Most that the call may cost in US dollars, without retries: see
       * `model-attempt`. Absent: price unknown.
       */
      readonly reservedUsd?: number;
      /** Most tokens that the call may use, without retries. */
      readonly reservedTokens?: number;
    }
  /**
   * An attempt failed and is retried. A resumed session reads here what has
   * been charged, if the process died during the retry.
   */
  | {
      readonly kind: "model-attempt";
      /** `seq` of the `model-request`. */
      readonly request: number;
      /** US dollars for all attempts so far. Absent if a price is unknown. */
      readonly costUsd?: number;
      /** Tokens charged for all attempts so far. */
      readonly chargedTokens: number;
      /**
       * Most that the next attempt may cost in US dollars. Absent: price
       * unknown.
       */
      readonly reservedUsd?: number;
      /** Most tokens that the next attempt may use. */
      readonly reservedTokens: number;
    }
  /** A model call is over, with or without a reply. */
  | {
      readonly kind: "model-result";
      /** `seq` of the `model-request`. */
      readonly request: number;
      /** Number of attempts, from 1. */
      readonly attempts: number;
      /**
       * Provider that answered. Differs from the requested one after a
       * fallback.
       */
      readonly provider: string;
      /**
       * Model that answered. Differs from the requested one after a fallback.
       */
      readonly model: string;
      /** Tokens of the attempt that answered. */
      readonly usage: Usage;
      /** The vendor's own counters, unchanged. */
      readonly rawUsage?: JsonValue;
      /** The vendor's id of the request, for its support. */
      readonly requestId?: string;
      /** US dollars for all attempts. Absent if a price is unknown. */
      readonly costUsd?: number;
      /**
       * Set if `costUsd` is an upper bound, because a counter was missing or a
       * reply was interrupted.
       */
      readonly costIsEstimate?: true;
      /**
       * Tokens charged to budgets for all attempts. Absent if they equal
       * `usage`.
       */
      readonly chargedTokens?: number;
      /**
       * Reason why there is no complete reply. Absent: the reply is complete.
       */
      readonly error?: OutcomeError;
      /** Names of the tools whose definitions the provider rejected. */
      readonly refusedTools?: readonly string[];
    }
  /**
   * Reply as far as it has streamed. A later draft, or the message itself,
   * replaces it. After a crash, its text stays in the conversation.
   */
  | {
      readonly kind: "reply-draft";
      /** `seq` of the `model-request`. */
      readonly request: number;
      /** All parts so far, not only the new ones. */
      readonly content: readonly AssistantPart[];
    }
  /** Reply of the model. */
  | {
      readonly kind: "assistant-message";
      /** `seq` of the `model-request`. */
      readonly request: number;
      /** Parts of the reply, in order. */
      readonly content: readonly AssistantPart[];
      /** Reason why the reply stopped. Absent for a partial reply. */
      readonly stop?: StopReason;
      /** The vendor's own word for `stop`, unchanged. */
      readonly rawStop?: string;
      /**
       * - `cut-off`: the reply never ended. What had arrived stays in the
       *   conversation, without its tool calls.
       * - `restarted`: the request was repeated. The reply is stored for the
       *   record and never sent back.
       */
      readonly partial?: "cut-off" | "restarted";
    }
  /** Permission decision about a tool call. */
  | {
      readonly kind: "decision";
      /** Id of the tool call. */
      readonly callId: string;
      /**
       * Decision of the gate, the hooks and the inspectors together, or of the
       * user.
       */
      readonly verdict: Verdict;
      /** Permission rule, permission mode, hook or person that decided. */
      readonly by: string;
      /** Reason in sentences, for the user and the model. */
      readonly reason?: string;
      /** Input that a hook wrote in place of the model's. */
      readonly input?: JsonValue;
    }
  /**
   * A question to the user is open. Survives a crash: a resumed session asks
   * again.
   */
  | {
      readonly kind: "question";
      /** Question as it is sent to user interfaces. */
      readonly question: Question;
    }
  /**
   * Answer to an open question. Of two answers to one question, the first
   * counts.
   */
  | {
      readonly kind: "answer";
      /** `id` of the question. */
      readonly questionId: string;
      /** Answer as it was given. */
      readonly answer: Answer;
      /** Person or program that answered, for the record. */
      readonly by: string;
    }
  /**
   * A tool call is about to start. On disk before the tool runs, so that a
   * crash cannot hide the call.
   */
  | {
      readonly kind: "tool-intent";
      /** Id of the tool call. */
      readonly callId: string;
      /**
       * Name of the tool that runs. Differs from the call's if the call was
       * forwarded.
       */
      readonly tool: string;
      /** Name of the extension that the tool belongs to. */
      readonly extension: string;
      /** Input as it is executed, with placeholders instead of secrets. */
      readonly input: JsonValue;
      /** Effect that permissions have judged the call by. */
      readonly effect: Effect;
      /** True if a resume may run the call again if its result is missing. */
      readonly repeat: Repeat;
      /** Resources that the call needs exclusively: see `Tool.resources`. */
      readonly resources?: readonly string[];
      /**
       * Files that the call may change without a checkpoint. An undo does not
       * restore them, and says so.
       */
      readonly unkept?: readonly UncheckpointedPath[];
    }
  | ToolResultEntry
  | CheckpointEntry
  /**
   * Restores the session as it was after the entry `to`.
   *
   * `to` may itself have been rewound: a rewind to the entry before another
   * rewind undoes that rewind.
   */
  | {
      readonly kind: "rewind";
      /** `seq` of the last entry that stays effective. 0: none. */
      readonly to: number;
    }
  /**
   * A summary replaces earlier messages in the conversation. The journal still
   * contains them.
   */
  | {
      readonly kind: "compaction";
      /** Text of the summary, for the model. */
      readonly summary: string;
      /** `seq` of the first entry that stays in the context unchanged. */
      readonly firstKept: number;
      /**
       * Earlier messages that stay too, by the `seq` of their first entry. The
       * results of a reply's tool calls stay with the reply. An earlier summary
       * stays only if its `compaction` is listed here.
       */
      readonly pinned: readonly number[];
      /**
       * Record of what was hidden and by which model or method, for people. Its
       * fields belong to the compaction that wrote it.
       */
      readonly receipt: JsonObject;
    }
  /**
   * Shortened forms of earlier tool results. The journal still contains the
   * full results.
   */
  | {
      readonly kind: "elision";
      /** New content of each result, by the `seq` of its `tool-result`. */
      readonly results: readonly { readonly seq: number; readonly content: readonly ToolContentPart[] }[];
    }
  /** A subagent is about to start, or to resume. */
  | {
      readonly kind: "child";
      /** Session id of the subagent. */
      readonly session: string;
      /** Tool call that starts it. */
      readonly callId?: string;
      /**
       * Permissions and limits of the subagent, for the record: see
       * `ChildStart.rights`.
       */
      readonly rights: JsonObject;
      /**
       * Set if the subagent may outlive its call: see `ChildStart.background`.
       */
      readonly background?: true;
    }
  /**
   * State that an extension stores with the session. The last effective entry
   * of an extension counts, so a rewind restores its state too.
   */
  | {
      readonly kind: "extension-state";
      /** Name of the extension. */
      readonly extension: string;
      /** New state, complete. It replaces the one before. */
      readonly state: JsonValue;
    }
  /**
   * New name of the session.
   *
   * A name given by the user is never replaced by another namer's, and one
   * given by a model never by `task`.
   */
  | {
      readonly kind: "name";
      /** Name as people see it. */
      readonly name: string;
      /** Author of the name. `task`: the first words of the first message. */
      readonly by: SessionNamer;
    }
  /**
   * Secrets were removed from earlier entries, which the store has rewritten.
   */
  | {
      readonly kind: "scrub";
      /** Number of entries that were changed. */
      readonly entries: number;
      /** Number of blobs that were changed. */
      readonly blobs: number;
    }
  /** Sentence that Skein adds on its own. */
  | {
      readonly kind: "notice";
      /** Readers of the notice. */
      readonly audience: NoticeAudience;
      /** Importance of the notice. */
      readonly level: NoticeLevel;
      /** One or more sentences. */
      readonly text: string;
    };

/**
 * Path that no snapshot contains, for example because it is outside the working
 * folder.
 */
export interface UncheckpointedPath {
  /** Absolute path. A folder means everything in it. */
  readonly path: string;
  /** Reason why it was not captured, for people. */
  readonly reason: string;
}

/** State of the files at this point of the session. */
export interface CheckpointEntry {
  readonly kind: "checkpoint";
  /** Id of the snapshot in the checkpoint store. */
  readonly snapshot: string;
  /** Absolute path of the folder that was captured. */
  readonly root: string;
  /**
   * Call that the snapshot was taken before. Absent, without `closes`: taken
   * before a rewind.
   */
  readonly callId?: string;
  /**
   * Set if the snapshot was taken after the last call of a run, or after a
   * rewind. Changes from here to the next checkpoint are not Skein's, so an
   * undo leaves them alone.
   */
  readonly closes?: true;
}

/**
 * Result of a tool call, or the failure that the model reads instead. The agent
 * writes one for every call of a reply.
 */
export interface ToolResultEntry {
  readonly kind: "tool-result";
  /** Id of the tool call. */
  readonly callId: string;
  /** Name of the tool, as the model called it. */
  readonly name: string;
  /**
   * Content for the model. For a failure: its text, as it was worded at that
   * time.
   */
  readonly content: readonly ToolContentPart[];
  /** Reason why the call failed. Absent: it succeeded. */
  readonly failure?: ToolFailure;
  /**
   * JSON value that the tool returned, for programs. The model does not read
   * it.
   */
  readonly structured?: JsonValue;
  /**
   * Milliseconds that the tool itself took, without the wait for an approval. 0
   * for a call that never ran.
   */
  readonly durationMs: number;
  /** Files that belong to the result. */
  readonly artifacts?: readonly Artifact[];
  /** Page that shows the result, where a user interface supports it. */
  readonly app?: ResultApp;
  /** Sessions of background subagents whose end this result reports. */
  readonly reports?: readonly string[];
  /**
   * Origin of the result after its process had died: `collected` from the
   * finished call, or by a call that was `repeated`.
   */
  readonly recovered?: "collected" | "repeated";
}

/** Entry of a session's journal: head and body in one object. */
export type Entry = EntryHead & EntryBody;
/** Name of a kind of entry. */
export type EntryKind = Entry["kind"];
/**
 * Entry of one kind.
 *
 * @example
 * ```ts
 * const textOfNotice = (entry: EntryOf<"notice">): string => entry.text;
 * ```
 */
export type EntryOf<Kind extends EntryKind> = Extract<Entry, { readonly kind: Kind }>;

/**
 * Way of working with people. `chat`: a conversation. `execute`: runs to
 * completion with as few questions as possible.
 */
export type Interaction = "chat" | "execute";

/** Limits of one run. The run ends as `limit` when it reaches one of them. */
export interface RunLimits {
  /** Model replies per run. Default: 1000. */
  readonly maxTurns: number;
  /** Number of times in a row that the same call may be made. Default: 50. */
  readonly maxRepetitions: number;
  /** Milliseconds that one run may take. Absent: no time limit. */
  readonly maxTimeMs?: number;
  /**
   * Tool calls per run, without those of its subagents. A reply with more calls than are left ends the run before any of
   * them starts. Absent: no limit.
   */
  readonly maxToolCalls?: number;
  /** Calls in one reply that start agents. A reply with more ends the run before any of them starts. Absent: no limit. */
  readonly subagentsPerReply?: number;
}

/** Content of the blob that a `context` entry names. */
export interface ContextBlob {
  /** System prompt. */
  readonly system: string;
  /** Tools in the order in which they are sent: sorted by name. */
  readonly tools: readonly ToolDefinition[];
  /** Tools that the model finds by a search: see `ModelRequest.deferred`. */
  readonly deferred?: DeferredTools;
}
