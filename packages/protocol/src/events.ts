import type { BudgetStatus } from "./budget.ts";
import type { ContextCause } from "./compaction.ts";
import type { ToolFailure } from "./failures.ts";
import type { JsonValue } from "./json.ts";
import type { EntryOf, Purpose } from "./entries.ts";
import type { AssistantPart, MessageSource, ToolContentPart, UserPart } from "./messages.ts";
import type { StopReason, Usage } from "./models.ts";
import type { OutcomeError, OutcomeName } from "./outcomes.ts";
import type { Answer, Question } from "./questions.ts";
import type { Artifact, Effect, ExtensionStatus } from "./effects.ts";

/** On every event. */
export interface EventHead {
  readonly session: string;
  /** Call ids from the root agent down to the subagent that speaks; empty for the root. */
  readonly path: readonly string[];
  /**
   * Set when the event is also a journal entry, so that a reader can reconnect from there. It never goes back within a
   * session: a subagent's events have its own.
   */
  readonly seq?: number;
}

/**
 * What an agent says while it runs; the published `stream-json` schema. Deltas of a reply are void after
 * `reply-restarted`. Each `tool-start` has one `tool-end`; every call of a reply has a `tool-end`, run or not.
 */
export type AgentEventBody =
  | { readonly type: "run-start"; readonly run: string; readonly input: readonly UserPart[] }
  /** What holds from now on. Without `seq` the journal says it when the next run begins. */
  | {
      readonly type: "settings";
      readonly provider: string;
      readonly model: string;
      /** The permission mode. */
      readonly mode: string;
    }
  /** What people call the session: see the entry `name`. */
  | { readonly type: "name"; readonly name: string; readonly by: EntryOf<"name">["by"] }
  /** A message has reached the conversation that did not wait for its place: the input of the run, or a nudge. */
  | { readonly type: "user-message"; readonly from: MessageSource; readonly content: readonly UserPart[] }
  | { readonly type: "turn-start"; readonly turn: number }
  | { readonly type: "turn-end"; readonly turn: number; readonly stop: StopReason; readonly usage: Usage }
  /** A whole reply, beside its deltas: for readers that have no use for pieces. */
  | {
      readonly type: "message";
      readonly role: "assistant";
      readonly content: readonly AssistantPart[];
      readonly stop: StopReason;
      /** Who answered: another one than was asked when a fallback did. */
      readonly provider: string;
      readonly model: string;
    }
  /** A reply that never ended, as far as it had come. Its calls do not run. */
  | { readonly type: "reply-cut-off"; readonly content: readonly AssistantPart[] }
  /** What one call of a model took, failed ones and those beside the conversation too. */
  | {
      readonly type: "model-usage";
      readonly purpose: Purpose;
      readonly provider: string;
      readonly model: string;
      readonly usage: Usage;
      /** US dollars, of all attempts; absent when a price is unknown. */
      readonly costUsd?: number;
      /** The cost is at most that. */
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
      /** What the tool returned as a JSON value, whole: a long `content` is clipped. */
      readonly structured?: JsonValue;
      readonly durationMs: number;
      readonly artifacts?: readonly Artifact[];
    }
  /** A call has started a subagent, whose events come under the path of the call. */
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
      /** The session of the subagent that it comes from. Absent: a person. */
      readonly child?: string;
    }
  /** A message that waited has reached the conversation. Without `seq` a `user-message` says where. */
  | {
      readonly type: "steered";
      readonly id: string;
      readonly content: readonly UserPart[];
      readonly from?: MessageSource;
    }
  /** The conversation is again as it was after the entry `to`: see the entry `rewind`. */
  | { readonly type: "rewound"; readonly to: number }
  | {
      readonly type: "compacted";
      readonly cause: ContextCause;
      /** Messages that a summary now stands for. */
      readonly hidden: number;
      /** Tool results that are shorter now. */
      readonly shortened: number;
      /** Tokens, estimated. */
      readonly before: number;
      readonly after: number;
      /** Sentences for the user; no `notice` says them again. */
      readonly notices: readonly string[];
      /** What stands for the hidden messages; absent when none are. */
      readonly summary?: string;
    }
  /** The vendor's cache cannot help with what was sent before. */
  | {
      readonly type: "cache-break";
      readonly reason: string;
      /** Told by the `compacted` before it. */
      readonly cause?: "compaction";
      /** Tokens that must be read anew, estimated. */
      readonly tokens?: number;
      /** US dollars that this costs more than a hit would; absent when prices are unknown. */
      readonly costUsd?: number;
    }
  /** A part of a limit is used up: 50, 75, 90 or 100 %; and once more at the end of the run. */
  | ({ readonly type: "budget"; readonly isEnd?: true } & BudgetStatus)
  /** Reserved: nothing emits it yet; how the extensions started is known before the run begins. */
  | { readonly type: "extension-status"; readonly extension: string; readonly status: ExtensionStatus }
  | { readonly type: "notice"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | {
      readonly type: "outcome";
      readonly outcome: OutcomeName;
      readonly error?: OutcomeError;
      readonly turns: number;
      /** Of the run and of all subagents that it has started. */
      readonly usage: Usage;
      /** US dollars, of the same; absent when a price is unknown. */
      readonly costUsd?: number;
      /** The cost is not known exactly: it is at most `costUsd`. */
      readonly costIsEstimate?: true;
      readonly durationMs: number;
    };

export type AgentEvent = EventHead & AgentEventBody;
