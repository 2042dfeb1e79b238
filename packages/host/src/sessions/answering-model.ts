import type { Entry, ModelName } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";

/** Who makes the next reply of a session, and in which role when it is not the model itself. */
export interface AnsweringModel extends ModelName {
  readonly role: "planner" | "lead" | undefined;
}

type Named = Pick<AgentSettings, "provider" | "model" | "mode" | "planner" | "lead" | "leadTurns">;

/** Number of calls that the lead makes by default. */
const usualLeadTurns = 3;

/** @param calls - of models that the session has made for replies; see `callsIn`. */
export function answeringModel(settings: Named, calls: number): AnsweringModel {
  const { provider, model, mode, planner, lead, leadTurns = usualLeadTurns } = settings;
  if (planner && mode === "plan") return { ...planner, role: "planner" };
  if (lead && calls < leadTurns) return { ...lead, role: "lead" };
  return { provider, model, role: undefined };
}

export function callsIn(entries: readonly Entry[]): number {
  return entries.filter((entry) => entry.kind === "model-request" && entry.purpose === "turn").length;
}
