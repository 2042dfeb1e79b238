import type { AttemptModel } from "@skein/protocol";
import type { AgentParts } from "./agent-parts.ts";

/** A model that begins and helps out, and one that does the rest. */
interface LeadWorker {
  readonly lead: AttemptModel;
  readonly worker: AttemptModel;
  /** How many calls of a session the lead makes first. */
  readonly turns: number;
}

/** What changes while an agent is in use: by `Run.setModel`, `Run.setMode`, and as lead and worker take turns. */
export interface AgentState {
  /** Makes the next model call. */
  model: AttemptModel;
  /** Permission mode, for the journal. */
  mode: string;
  /** `undefined` also when somebody has chosen a model since. */
  pair: LeadWorker | undefined;
  /** Whether a run of this agent has opened the session. */
  hasBegun: boolean;
}

const defaultLeadTurns = 3;

export function initialState({ model, mode = "custom", lead }: AgentParts): AgentState {
  const pair = lead && { lead: lead.model, worker: model, turns: lead.turns ?? defaultLeadTurns };
  return { model, mode, pair, hasBegun: false };
}
