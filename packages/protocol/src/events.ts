import type { BudgetStatus } from "./budget.ts";
import type { ContextCause } from "./compaction.ts";
import type { ToolFailure } from "./errors/failures.ts";
import type { BackgroundJob } from "./extensions/background-jobs.ts";
import type { JsonValue } from "./json.ts";
import type { EntryOf, NoticeLevel, Purpose } from "./entries.ts";
import type { AssistantPart, MessageSource, ToolContentPart, UserPart } from "./messages.ts";
import type { Effort, StopReason, Usage } from "./models/models.ts";
import type { OutcomeError, OutcomeName } from "./outcomes.ts";
import type { Answer, Question } from "./questions.ts";
import type { Artifact, Effect, ExtensionStatus, ResultApp } from "./effects.ts";

/** Fields of every event. */
export interface EventHead {
  /** Id of the session that emits the event: for a subagent, its own. */
  readonly session: string;
  /**
   * Call ids from the root agent down to the subagent that emits the event.
   * Empty for the root.
   */
  readonly path: readonly string[];
  /**
   * Set if the event is also a journal entry, so that a reader can reconnect
   * from there. Never decreases within a session; a subagent's events have the
   * `seq` of its own session.
   */
  readonly seq?: number;
}

/**
 * Content of an event, by `type`. What an agent emits while it runs, and the
 * published `stream-json` schema.
 *
 * After `reply-restarted`, the deltas of the reply are void. Each `tool-start`
 * has one `tool-end`; every tool call of a reply has a `tool-end`, executed or
 * not.
 */
export type AgentEventBody =
  /** First event of a run. */
  | {
      readonly type: "run-start";
      /** Id of the run. */
      readonly run: string;
      /**
       * Message of the user. Empty: the run resumes what the last one left
       * open.
       */
      readonly input: readonly UserPart[];
    }
  /**
   * Settings from now on. Without `seq`, they are journaled when the next run
   * starts.
   */
  | {
      readonly type: "settings";
      /** Provider id. */
      readonly provider: string;
      /** Model id, without the provider. */
      readonly model: string;
      /** Permission mode. */
      readonly mode: string;
      /** Reasoning effort. Absent: the vendor's default. */
      readonly effort?: Effort;
    }
  /** New name of the session: see the entry `name`. */
  | {
      readonly type: "name";
      /** Name as people see it. */
      readonly name: string;
      /** Author of the name. */
      readonly by: EntryOf<"name">["by"];
    }
  /**
   * A message that was not queued was added to the conversation: the input of
   * the run, or a reminder from Skein.
   */
  | {
      readonly type: "user-message";
      /** Author of the message. */
      readonly from: MessageSource;
      /** Text, images and files of the message. */
      readonly content: readonly UserPart[];
    }
  /**
   * A turn starts: one request to the model and the tool calls of its reply.
   */
  | {
      readonly type: "turn-start";
      /** Number of the turn in the run, from 1. */
      readonly turn: number;
    }
  /** A turn is over; its tool calls have their results. */
  | {
      readonly type: "turn-end";
      /** Number of the turn in the run, from 1. */
      readonly turn: number;
      /** Reason why the reply stopped. */
      readonly stop: StopReason;
      /** Tokens of the turn's model call. */
      readonly usage: Usage;
    }
  /** Complete reply. Sent in addition to its deltas. */
  | {
      readonly type: "message";
      readonly role: "assistant";
      /** All parts of the reply, in order. */
      readonly content: readonly AssistantPart[];
      /** Reason why the reply stopped. */
      readonly stop: StopReason;
      /**
       * Provider that answered. Differs from the requested one after a
       * fallback.
       */
      readonly provider: string;
      /** Model that answered. */
      readonly model: string;
    }
  /**
   * Reply that never ended, as far as it arrived. Its tool calls are not
   * executed.
   */
  | {
      readonly type: "reply-cut-off";
      /** Parts that stay in the conversation. */
      readonly content: readonly AssistantPart[];
    }
  /** Usage of one model call, failed calls and auxiliary requests included. */
  | {
      readonly type: "model-usage";
      /** Reason for the call. */
      readonly purpose: Purpose;
      /** Provider that answered. */
      readonly provider: string;
      /** Model that answered. */
      readonly model: string;
      /** Tokens. An absent counter is unknown, not 0. */
      readonly usage: Usage;
      /** US dollars for all attempts. Absent if a price is unknown. */
      readonly costUsd?: number;
      /** Set if `costUsd` is an upper bound. */
      readonly costIsEstimate?: true;
    }
  /** Next piece of a text or of thinking. */
  | {
      /** `thinking-delta` is not part of the answer. */
      readonly type: "text-delta" | "thinking-delta";
      /**
       * Index of the part in the reply, from 0. Deltas of several parts may
       * alternate.
       */
      readonly part: number;
      /**
       * Text to append. Redacted: a secret that is split between two deltas is
       * found too.
       */
      readonly delta: string;
    }
  /** Next piece of a tool call's arguments, for display only. */
  | {
      readonly type: "input-delta";
      /** Index of the part in the reply, from 0. */
      readonly part: number;
      /** JSON text to append. Valid only as a whole. */
      readonly delta: string;
      /** Name of the tool, if already known. */
      readonly tool?: string;
    }
  /** A permitted tool call starts. */
  | {
      readonly type: "tool-start";
      /** Id of the tool call. */
      readonly callId: string;
      /** Name of the tool. */
      readonly tool: string;
      /** Name of the extension that the tool belongs to. */
      readonly extension: string;
      /** Effect of the call. */
      readonly effect: Effect;
      /** Input as it is executed, with placeholders instead of secrets. */
      readonly input: JsonValue;
    }
  /** Progress of a running call, for people. Never part of the result. */
  | {
      readonly type: "tool-progress";
      /** Id of the tool call. */
      readonly callId: string;
      /** New text. */
      readonly text: string;
    }
  /**
   * A tool call has its result, or the failure that the model reads instead.
   */
  | {
      readonly type: "tool-end";
      /** Id of the tool call. */
      readonly callId: string;
      /** Name of the tool. */
      readonly tool: string;
      /** Content for the model. */
      readonly content: readonly ToolContentPart[];
      /** Kind of failure. Absent: the call succeeded. */
      readonly failure?: ToolFailure["kind"];
      /**
       * JSON value that the tool returned, complete, while a long `content` is
       * clipped.
       */
      readonly structured?: JsonValue;
      /**
       * Milliseconds that the tool itself took, without the wait for an
       * approval. 0 for a call that never ran.
       */
      readonly durationMs: number;
      /** Files that belong to the result. */
      readonly artifacts?: readonly Artifact[];
      /** Page that shows the result, where a user interface supports it. */
      readonly app?: ResultApp;
    }
  /**
   * A call started a subagent. The subagent's events have this call in their
   * `path`.
   */
  | {
      readonly type: "child";
      /** Session id of the subagent. */
      readonly child: string;
      /** Id of the tool call. */
      readonly callId: string;
      /** Set if the subagent may outlive its call. */
      readonly background?: true;
    }
  /** The run waits for an answer of the user. */
  | {
      readonly type: "question";
      /** Question to answer. Answer it with its `id`. */
      readonly question: Question;
    }
  /** A question no longer waits. */
  | {
      readonly type: "answered";
      /** `id` of the question. */
      readonly questionId: string;
      /** Answer as it was given. */
      readonly answer: Answer;
      /** Person or program that answered, for the record. */
      readonly by?: string;
    }
  /** An attempt of a request failed. The next one starts after a delay. */
  | {
      readonly type: "retry-wait";
      /** Delay in milliseconds. */
      readonly ms: number;
      /** Reason why the attempt failed, for people. */
      readonly reason: string;
      /** Number of the attempt that failed, from 1. */
      readonly attempt: number;
    }
  /** The reply starts again from scratch. Discard its deltas so far. */
  | {
      readonly type: "reply-restarted";
      /** Number of the new attempt, from 2. */
      readonly attempt: number;
      /** Reason why the reply was interrupted, for people. */
      readonly reason: string;
    }
  /** Another model replaces the one that failed. */
  | {
      readonly type: "model-switched";
      /** Provider of the new model. */
      readonly provider: string;
      /** Id of the new model. */
      readonly model: string;
      /** Reason, for people. */
      readonly reason: string;
    }
  /** A message was accepted while the run is in progress. */
  | {
      readonly type: "queued";
      /** Id by which `steered` refers to it. */
      readonly id: string;
      /** True if it is delivered at the next opportunity within the run. */
      readonly steer: boolean;
      /** Text, images and files of the message. */
      readonly content?: readonly UserPart[];
      /** Session of the subagent that sent it. Absent: a person did. */
      readonly child?: string;
    }
  /**
   * A queued message was added to the conversation. Without `seq`, a
   * `user-message` entry says where.
   */
  | {
      readonly type: "steered";
      /** `id` of the `queued` event. */
      readonly id: string;
      /** Text, images and files of the message. */
      readonly content: readonly UserPart[];
      /** Author of the message. */
      readonly from?: MessageSource;
    }
  /**
   * Restores the session as it was after the entry `to`: see the entry
   * `rewind`.
   */
  | {
      readonly type: "rewound";
      /** `seq` of the last entry that stays effective. */
      readonly to: number;
    }
  /** The conversation was shortened. */
  | {
      readonly type: "compacted";
      /** Reason for the compaction. */
      readonly cause: ContextCause;
      /** Number of messages that a summary now replaces. */
      readonly hidden: number;
      /** Number of tool results that are now shorter. */
      readonly shortened: number;
      /** Estimated tokens of the request before the compaction. */
      readonly before: number;
      /** Estimated tokens of the request after it. */
      readonly after: number;
      /** Sentences for the user. Not repeated by a `notice`. */
      readonly notices: readonly string[];
      /**
       * Summary that replaces the hidden messages. Absent if no message is
       * hidden.
       */
      readonly summary?: string;
    }
  /** The vendor's prompt cache no longer covers what was sent before. */
  | {
      readonly type: "cache-break";
      /** Change that caused it, as a sentence. */
      readonly reason: string;
      /** Set if the `compacted` event before this one already reported it. */
      readonly cause?: "compaction";
      /** Estimated tokens that must be processed again. */
      readonly tokens?: number;
      /**
       * US dollars that this costs more than a cache hit. Absent if prices are
       * unknown.
       */
      readonly costUsd?: number;
    }
  /**
   * Another part of a limit is used: 50, 75, 90 or 100 %. Also sent once at the
   * end of the run.
   */
  | ({
      readonly type: "budget";
      /** Set for the event at the end of the run. */
      readonly isEnd?: true;
    } & BudgetStatus)
  /**
   * Status of an extension that starts servers: at the start of a run, and at
   * each change during it.
   */
  | {
      readonly type: "extension-status";
      /** Name of the extension. */
      readonly extension: string;
      /** New status. */
      readonly status: ExtensionStatus;
    }
  /**
   * Background jobs of an extension: at the start of a run, if there are any,
   * and whenever one starts or ends.
   */
  | {
      readonly type: "jobs";
      /** Name of the extension. */
      readonly extension: string;
      /** All jobs, not only the changed one. */
      readonly jobs: readonly BackgroundJob[];
    }
  /** Sentence for the user that is not part of the answer. */
  | {
      readonly type: "notice";
      /** Importance of the notice. */
      readonly level: NoticeLevel;
      /** One or more sentences. */
      readonly text: string;
    }
  /** Last event of a run. */
  | {
      readonly type: "outcome";
      /** Outcome of the run. `exitCodes` has the exit code for it. */
      readonly outcome: OutcomeName;
      /** Reason. Absent for `done`. */
      readonly error?: OutcomeError;
      /** Number of model replies. */
      readonly turns: number;
      /** Tokens of the run and of all subagents that it started. */
      readonly usage: Usage;
      /** US dollars for the same. Absent if a price is unknown. */
      readonly costUsd?: number;
      /**
       * Set if `costUsd` is an upper bound, because the cost is not exactly
       * known.
       */
      readonly costIsEstimate?: true;
      /** Milliseconds from the start of the run to its end. */
      readonly durationMs: number;
    };

/**
 * Event of an agent: head and body in one object. Narrow it by `type`.
 *
 * @example
 * ```ts
 * function print(event: AgentEvent): void {
 *   if (event.type === "text-delta" && event.path.length === 0) process.stdout.write(event.delta);
 * }
 * ```
 */
export type AgentEvent = EventHead & AgentEventBody;
