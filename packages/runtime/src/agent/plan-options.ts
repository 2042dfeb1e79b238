import type { PlanOptions } from "@skein/extensions-builtin/plan";
import type { Entry, JournalStore, PlanProposal } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import type { ModeGate } from "../mode-gate.ts";

/** The permission mode in which the model plans. */
const planMode = "plan";

const proposal: PlanProposal = { in: planMode, next: ["smart_approve", "accept_edits", "auto", "approve"] };

/**
 * What the model's planning needs. `undefined` where a plan could not be carried out: under a narrowing that only allows
 * reading.
 *
 * @param journal - of the session, which may have had a plan.
 */
export async function planOptions(
  { session, narrow }: Pick<AgentSettings, "session" | "narrow">,
  { mode, onMode }: Pick<ModeGate, "mode" | "onMode">,
  journal: Pick<JournalStore, "read">,
): Promise<PlanOptions | undefined> {
  if (narrow?.mode === planMode || narrow?.mode === "chat") return undefined;
  return { proposal, mode, onMode, hadPlan: session !== undefined && (await hadPlan(journal, session)) };
}

/** Questions are not in the journal's index, settings are: without the mode there was no plan. */
async function hadPlan(journal: Pick<JournalStore, "read">, session: string): Promise<boolean> {
  const isPlanning = (entry: Entry) => entry.kind === "settings" && entry.mode === planMode;
  if (!(await hasEntry(journal.read(session, 1, ["settings"]), isPlanning))) return false;
  const isPlan = (entry: Entry) => entry.kind === "question" && entry.question.kind === "plan";
  return hasEntry(journal.read(session, 1, ["question"]), isPlan);
}

async function hasEntry(
  entries: AsyncIterable<Entry>,
  isWanted: (entry: Entry) => boolean,
): Promise<boolean> {
  for await (const entry of entries) if (isWanted(entry)) return true;
  return false;
}
