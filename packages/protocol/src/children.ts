import type { AgentEvent } from "./events.ts";
import type { JsonObject } from "./json.ts";
import type { Usage } from "./models/models.ts";
import type { OutcomeError } from "./outcomes.ts";

/**
 * Starts subagents for one tool call and reports on them. A tool gets it as
 * `ToolContext.children`.
 *
 * The tool first calls `start`, then runs the child itself, passes its events
 * to `forward`, and finally calls `end`.
 */
export interface Children {
  /**
   * Returns the ids of sessions that the journal records for this call, in the
   * order of their start. After a crash, the tool resumes these instead of
   * starting new ones.
   */
  started(): readonly string[];
  /**
   * Journals that a subagent starts, with its rights and budget. The entry is
   * on disk when the promise resolves.
   *
   * A child that this call has started before is resumed and not journaled
   * again. Rejects if the call is over.
   */
  start(child: ChildStart): Promise<Child>;
}

/** Record of a subagent before it starts. */
export interface ChildStart {
  /** Session id of the subagent. Its own journal is stored under this id. */
  readonly session: string;
  /**
   * Permissions and limits of the subagent, for the record: permission mode and
   * rules, limits, budget. Nothing reads them back to enforce them.
   */
  readonly rights: JsonObject;
  /**
   * True if the child may outlive its call. The run waits for it, then adds the
   * `message` of its end to the conversation. Default: false.
   */
  readonly background?: boolean;
}

/** Running subagent, as seen from the call that started it. */
export interface Child {
  /**
   * Aborted when the child must stop: with its call or, in the background, with
   * the run.
   */
  readonly signal: AbortSignal;
  /**
   * Forwards an event of the child to the readers of the parent's run. The id
   * of the call is put in front of `path`.
   */
  forward(event: AgentEvent): void;
  /**
   * Reports the end of the child. Call it once; later calls, and later calls of
   * `forward`, are ignored.
   *
   * The usage counts towards the parent's run. The budget is not reported here:
   * agents that share a budget each report their own spending.
   */
  end(end: ChildEnd): void;
}

/** Result of a subagent, as the parent's run records it. */
export interface ChildEnd {
  /** Tokens of the child and of all subagents below it. */
  readonly usage: Usage;
  /** Cost in US dollars. Absent if a price is unknown. */
  readonly costUsd?: number;
  /** Set if `costUsd` is an upper bound. */
  readonly costIsEstimate?: true;
  /**
   * Result of a background child, written for the model. Absent: the model gets
   * no message, unless a tool result reports the child (see
   * `ToolOutput.reports`).
   */
  readonly message?: string;
  /**
   * Set if the child ended as `needs-input`. The parent's run ends the same
   * way, with this error.
   *
   * The call stays open, and the next run resumes the child. For a background
   * child, the run ends only after its other work.
   */
  readonly needsInput?: OutcomeError;
}
