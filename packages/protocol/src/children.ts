import type { AgentEvent } from "./events.ts";
import type { JsonObject } from "./json.ts";
import type { Usage } from "./models.ts";

/** How a call starts other agents and tells of them. */
export interface Children {
  /** Sessions that the journal says this very call has started: after a crash they can be gone on with. */
  started(): readonly string[];
  /**
   * Journals that a subagent starts, with what it may do and spend. On disk when it resolves. One that this call has
   * started before goes on, and is not journaled again. Rejects when the call is over.
   */
  start(child: ChildStart): Promise<Child>;
}

export interface ChildStart {
  readonly session: string;
  /** What it may do and spend, for the record: mode, rules, limits, budget. */
  readonly rights: JsonObject;
  /**
   * It outlives its call. The run does not end before it has, and the `message` of its end then becomes a part of the
   * conversation. Default false.
   */
  readonly background?: boolean;
}

export interface Child {
  /** Aborted when the child must end: with its call, or, in the background, with the run. */
  readonly signal: AbortSignal;
  /** Passes an event of the child on to whoever reads the parent's run, under the path of the call. */
  forward(event: AgentEvent): void;
  /**
   * To be called once; what comes later is ignored, also a `tell`. What the child has used counts as used by the
   * parent's run. Its budget is not told: whoever shares a budget among agents has each of them tell it.
   */
  end(end: ChildEnd): void;
}

export interface ChildEnd {
  readonly usage: Usage;
  /** US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** The cost is at most that. */
  readonly costIsEstimate?: true;
  /**
   * For the model, of a child in the background: what came out. Without it the model hears nothing, unless a call tells it:
   * `ToolOutput.reports`.
   */
  readonly message?: string;
}
