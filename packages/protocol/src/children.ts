import type { AgentEvent } from "./events.ts";
import type { JsonObject } from "./json.ts";
import type { Usage } from "./models/models.ts";
import type { OutcomeError } from "./outcomes.ts";

/** Starts subagents for a tool call and reports on them. */
export interface Children {
  /** Sessions that the journal says this call has started. They can be resumed after a crash. */
  started(): readonly string[];
  /**
   * Journals that a subagent starts, with its rights and budget; on disk when it resolves. A child that this call has
   * started before is resumed and not journaled again. Rejects when the call is over.
   */
  start(child: ChildStart): Promise<Child>;
}

export interface ChildStart {
  readonly session: string;
  /** What it may do and spend, for the record: permission mode and rules, limits, budget. */
  readonly rights: JsonObject;
  /**
   * It may outlive its call. The run waits for it to end, and then adds the `message` of its end to the conversation.
   * Default false.
   */
  readonly background?: boolean;
}

export interface Child {
  /** Aborted when the child must end: with its call or, in the background, with the run. */
  readonly signal: AbortSignal;
  /** Forwards an event of the child to whoever reads the parent's run, under the path of the call. */
  forward(event: AgentEvent): void;
  /**
   * Call it once; later calls, and later calls of `forward`, are ignored. The child's usage counts towards the
   * parent's run. Its budget is not reported here: agents that share a budget each report their own spending.
   */
  end(end: ChildEnd): void;
}

export interface ChildEnd {
  readonly usage: Usage;
  /** US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** `costUsd` is an upper bound. */
  readonly costIsEstimate?: true;
  /**
   * For a background child: its result, for the model. Without it the model is told nothing, unless a tool result
   * reports the child: see `ToolOutput.reports`.
   */
  readonly message?: string;
  /**
   * The child ended as `needs-input`. The parent's run ends the same way, with this error: the call stays open and
   * the next run resumes the child; for a background child, the run ends so after its other work.
   */
  readonly needsInput?: OutcomeError;
}
