import type { Entry, EntryOf, Interaction } from "@skein/protocol";
import { costs, summary, type Costs, type SessionSummary } from "@skein/sessions";
import { purposeCosts, type PurposeCost } from "./purpose-costs.ts";
import { reportTurns, type ReportTurn } from "./report-turns.ts";
import { addShares, noTime, type TimeShares } from "./time-shares.ts";
import { reportFiles, type ReportFile } from "./report-files.ts";

/** A session for people to read: everything that happened, including what was undone, with times and costs. */
export interface Report {
  readonly session: string;
  readonly summary: SessionSummary;
  readonly interaction: Interaction | undefined;
  readonly recipe: string | undefined;
  readonly schedule: string | undefined;
  /** The last one. */
  readonly mode: string | undefined;
  readonly turns: readonly ReportTurn[];
  readonly spent: Costs;
  readonly purposes: readonly PurposeCost[];
  readonly time: TimeShares;
  readonly files: readonly ReportFile[];
  readonly children: readonly EntryOf<"child">[];
}

export function report(session: string, entries: readonly Entry[]): Report {
  const start = entries.find((entry) => entry.kind === "session-start");
  const settings = entries.findLast((entry) => entry.kind === "settings");
  const turns = reportTurns(entries);
  return {
    session,
    summary: summary(entries),
    interaction: start?.interaction,
    recipe: start?.recipe,
    schedule: start?.schedule,
    mode: settings?.mode,
    turns,
    spent: costs(entries),
    purposes: purposeCosts(entries),
    time: turns.map(({ time }) => time).reduce(addShares, noTime),
    files: reportFiles(turns, start?.cwd),
    children: entries.filter((entry) => entry.kind === "child"),
  };
}
