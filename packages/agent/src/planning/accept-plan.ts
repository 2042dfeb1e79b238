import type { Answer, EntryBody, PlanProposal } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import { settingsEntry, type SettingsParts } from "../session/settings-entry.ts";

export type AcceptanceNeeds = RunNeeds<"state", "gate" | keyof SettingsParts>;

/**
 * Sets the permission mode that the user has chosen with the plan, or else the default.
 *
 * @returns the entry to journal with the acceptance.
 */
export function acceptPlan(
  { parts, state }: AcceptanceNeeds,
  { next }: PlanProposal,
  {
    callId,
    answer,
  }: { readonly callId: string; readonly answer: Extract<Answer, { readonly allow: string }> },
): readonly EntryBody[] {
  const mode = next.find((one) => one === answer.mode) ?? next[0];
  if (mode === undefined) return [];
  parts.gate.setMode?.(mode);
  state.mode = mode;
  return [{ ...settingsEntry(parts, state), callId }];
}
