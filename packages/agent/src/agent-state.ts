import type { AttemptModel, ModelOptions } from "@skein/protocol";
import type { AgentParts } from "./agent-parts.ts";
import type { Rulings } from "./judge/judge.ts";

/** A strong model for the first calls and for failures, and a cheaper one for the rest. */
interface LeadWorker {
  readonly lead: AttemptModel;
  readonly worker: AttemptModel;
  /** How many calls of a session the lead makes first. */
  readonly turns: number;
}

/**
 * What changes while an agent is in use: through `Run.setModel`, `Run.setEffort`, `Run.setMode`, and switches
 * between lead and worker.
 */
export interface AgentState {
  /** Makes the next model call. */
  model: AttemptModel;
  /** Permission mode, for the journal. */
  mode: string;
  /** Sent with the next model call. A change is a new object. */
  options: ModelOptions;
  /** `undefined` without a lead, and once a model has been chosen. */
  pair: LeadWorker | undefined;
  /** What the judge and the adversary have said so far. */
  readonly rulings: Rulings;
  /** Whether a run of this agent has opened the session. */
  hasBegun: boolean;
  /** Whether hooks were told that the session starts. */
  hasToldStart: boolean;
}

const defaultLeadTurns = 3;

export function initialState({ model, mode = "custom", options = {}, lead }: AgentParts): AgentState {
  const pair = lead && { lead: lead.model, worker: model, turns: lead.turns ?? defaultLeadTurns };
  return {
    model,
    mode,
    options,
    pair,
    rulings: new Map(),
    hasBegun: false,
    hasToldStart: false,
  };
}
