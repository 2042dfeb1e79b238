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

/** Part of every event. */
export interface EventHead {
  readonly session: string;
  /** Call ids from the root agent down to the subagent that emits the event; empty for the root. */
  readonly path: readonly string[];
  /**
   * Set when the event is also a journal entry, so that a reader can reconnect from there. Never decreases within a
   * session; a subagent's events have the `seq` of its own session.
   */
  readonly seq?: number;
}

/**
 * What an agent emits while it runs; also the published `stream-json` schema. After `reply-restarted` the deltas of
 * the reply are void. Each `tool-start` has one `tool-end`; every tool call of a reply has a `tool-end`, executed or
 * not.
 */
export type AgentEventBody =
  | { readonly type: "run-start"; readonly run: string; readonly input: readonly UserPart[] }
  /** The settings from now on. Without `seq` they are journaled when the next run begins. */
  | {
      readonly type: "settings";
      readonly provider: string;
      readonly model: string;
      /** The permission mode. */
      readonly mode: string;
      /** The reasoning effort. Absent: the vendor's default. */
      readonly effort?: Effort;
    }
  /** The session's name: see the entry `name`. */
  | { readonly type: "name"; readonly name: string; readonly by: EntryOf<"name">["by"] }
  /** A message was added to the conversation without having been queued: the input of the run, or a nudge. */
  | { readonly type: "user-message"; readonly from: MessageSource; readonly content: readonly UserPart[] }
  | { readonly type: "turn-start"; readonly turn: number }
  | { readonly type: "turn-end"; readonly turn: number; readonly stop: StopReason; readonly usage: Usage }
  /** The complete reply, besides its deltas. */
  | {
      readonly type: "message";
      readonly role: "assistant";
      readonly content: readonly AssistantPart[];
      readonly stop: StopReason;
      /** The model that answered; differs from the one requested after a fallback. */
      readonly provider: string;
      readonly model: string;
    }
  /** A reply that never ended, as far as it had arrived. Its tool calls are not executed. */
  | { readonly type: "reply-cut-off"; readonly content: readonly AssistantPart[] }
  /** Usage of one model call, failed calls and auxiliary requests included. */
  | {
      readonly type: "model-usage";
      readonly purpose: Purpose;
      readonly provider: string;
      readonly model: string;
      readonly usage: Usage;
      /** US dollars for all attempts; absent when a price is unknown. */
      readonly costUsd?: number;
      /** `costUsd` is an upper bound. */
      readonly costIsEstimate?: true;
    }
  | { readonly type: "text-delta" | "thinking-delta"; readonly part: number; readonly delta: string }
  | {
      readonly type: "input-delta";
      readonly part: number;
      readonly delta: string;
      readonly tool?: string;
    }
  | {
      readonly type: "tool-start";
      readonly callId: string;
      readonly tool: string;
      readonly extension: string;
      readonly effect: Effect;
      readonly input: JsonValue;
    }
  | { readonly type: "tool-progress"; readonly callId: string; readonly text: string }
  | {
      readonly type: "tool-end";
      readonly callId: string;
      readonly tool: string;
      readonly content: readonly ToolContentPart[];
      readonly failure?: ToolFailure["kind"];
      /** The JSON value that the tool returned, in full: a long `content` is clipped. */
      readonly structured?: JsonValue;
      /** That the tool itself took, without waiting for an approval; 0 for a call that never ran. */
      readonly durationMs: number;
      readonly artifacts?: readonly Artifact[];
      readonly app?: ResultApp;
    }
  /** A call started a subagent. The subagent's events have this call in their path. */
  | {
      readonly type: "child";
      /** Its session. */
      readonly child: string;
      readonly callId: string;
      /** It may outlive its call. */
      readonly background?: true;
    }
  | { readonly type: "question"; readonly question: Question }
  /** `by`: who answered, for the record. */
  | {
      readonly type: "answered";
      readonly questionId: string;
      readonly answer: Answer;
      readonly by?: string;
    }
  | { readonly type: "retry-wait"; readonly ms: number; readonly reason: string; readonly attempt: number }
  | { readonly type: "reply-restarted"; readonly attempt: number; readonly reason: string }
  | {
      readonly type: "model-switched";
      readonly provider: string;
      readonly model: string;
      readonly reason: string;
    }
  | {
      readonly type: "queued";
      readonly id: string;
      readonly steer: boolean;
      readonly content?: readonly UserPart[];
      /** The session of the subagent that sent it. Absent: a person did. */
      readonly child?: string;
    }
  /** A queued message was added to the conversation. Without `seq`, a `user-message` says where. */
  | {
      readonly type: "steered";
      readonly id: string;
      readonly content: readonly UserPart[];
      readonly from?: MessageSource;
    }
  /** The session is again as it was after the entry `to`: see the entry `rewind`. */
  | { readonly type: "rewound"; readonly to: number }
  | {
      readonly type: "compacted";
      readonly cause: ContextCause;
      /** Messages that a summary now replaces. */
      readonly hidden: number;
      /** Tool results that are now shorter. */
      readonly shortened: number;
      /** Tokens, estimated. */
      readonly before: number;
      readonly after: number;
      /** Sentences for the user; not repeated by a `notice`. */
      readonly notices: readonly string[];
      /** The summary that replaces the hidden messages; absent when none are hidden. */
      readonly summary?: string;
    }
  /** The vendor's prompt cache does not cover what was sent before. */
  | {
      readonly type: "cache-break";
      readonly reason: string;
      /** Already reported by the `compacted` event before it. */
      readonly cause?: "compaction";
      /** Estimated tokens that must be processed again. */
      readonly tokens?: number;
      /** US dollars that this costs more than a cache hit; absent when prices are unknown. */
      readonly costUsd?: number;
    }
  /** Another part of a limit is used: 50, 75, 90 or 100 %. Also sent once at the end of the run. */
  | ({ readonly type: "budget"; readonly isEnd?: true } & BudgetStatus)
  /** The status of an extension that starts servers: at the start of a run, and at each change during it. */
  | { readonly type: "extension-status"; readonly extension: string; readonly status: ExtensionStatus }
  /** The background jobs of an extension: at the start of a run, if there are any, and whenever one starts or ends. */
  | { readonly type: "jobs"; readonly extension: string; readonly jobs: readonly BackgroundJob[] }
  | { readonly type: "notice"; readonly level: NoticeLevel; readonly text: string }
  | {
      readonly type: "outcome";
      readonly outcome: OutcomeName;
      readonly error?: OutcomeError;
      readonly turns: number;
      /** Of the run and all subagents that it started. */
      readonly usage: Usage;
      /** US dollars for the same; absent when a price is unknown. */
      readonly costUsd?: number;
      /** The cost is not exactly known: `costUsd` is an upper bound. */
      readonly costIsEstimate?: true;
      readonly durationMs: number;
    };

export type AgentEvent = EventHead & AgentEventBody;
