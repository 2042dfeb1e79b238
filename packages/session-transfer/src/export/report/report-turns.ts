import { effectiveEntries, type Entry, type EntryOf } from "@skein/protocol";
import { costs, type Cost } from "@skein/sessions";
import { itemFold, type ReportItem } from "./report-items.ts";
import { timeShares, type Span, type TimeShares } from "./time-shares.ts";

/** What one input led to. */
export interface ReportTurn {
  /** From 1. */
  readonly number: number;
  /** The first entry. */
  readonly seq: number;
  readonly at: number;
  readonly durationMs: number;
  readonly items: readonly ReportItem[];
  readonly spent: Cost;
  readonly time: TimeShares;
  /** Absent while it runs, or when its process ended first. */
  readonly outcome: EntryOf<"outcome"> | undefined;
}

/** All turns in the order of the journal, including undone ones. */
export function reportTurns(entries: readonly Entry[]): readonly ReportTurn[] {
  const stands = new Set(effectiveEntries(entries).map(({ seq }) => seq));
  const fold = itemFold(stands);
  return turnParts(withoutOldDrafts(entries))
    .map((part) => ({ part, items: part.flatMap(fold) }))
    .filter(({ part, items }) => items.length > 0 || part.some(({ kind }) => kind === "run-start"))
    .map(({ part, items }, index) => turnOf(part, items, index + 1));
}

function withoutOldDrafts(entries: readonly Entry[]): readonly Entry[] {
  const last = new Map<number, number>();
  for (const entry of entries)
    if (entry.kind === "reply-draft" || entry.kind === "assistant-message")
      last.set(entry.request, entry.seq);
  return entries.filter((entry) => entry.kind !== "reply-draft" || last.get(entry.request) === entry.seq);
}

/** A run starts a turn; between runs, a user's message does. */
function turnParts(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  let run: string | null | undefined;
  for (const entry of entries) {
    const last = parts.at(-1);
    const starts =
      entry.kind === "run-start" || (entry.kind === "user-message" && (entry.run !== run || run === null));
    if (starts) run = entry.run;
    if (last && !starts) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

function turnOf(part: readonly Entry[], items: readonly ReportItem[], number: number): ReportTurn {
  const at = part[0]?.at ?? 0;
  const outcome = part.findLast((entry) => entry.kind === "outcome");
  const end = Math.max(at, outcome?.at ?? part.findLast(({ run }) => run !== null)?.at ?? at);
  return {
    number,
    seq: part[0]?.seq ?? 0,
    at,
    durationMs: end - at,
    items,
    spent: costs(part),
    time: timeShares(at, end, spansOf(part)),
    outcome,
  };
}

function spansOf(part: readonly Entry[]): readonly Span[] {
  const spans: Span[] = [];
  const begun = new Map<string, number>();
  const end = (key: string, on: Span["on"], to: number) => {
    const from = begun.get(key);
    if (from !== undefined) spans.push({ on, from, to });
    begun.delete(key);
  };
  for (const entry of part) {
    if (entry.kind === "model-request") begun.set(`model ${entry.seq}`, entry.at);
    else if (entry.kind === "model-result" || entry.kind === "assistant-message")
      end(`model ${entry.request}`, "model", entry.at);
    else if (entry.kind === "tool-intent") begun.set(`call ${entry.callId}`, entry.at);
    else if (entry.kind === "tool-result") end(`call ${entry.callId}`, "tools", entry.at);
    else if (entry.kind === "question") begun.set(`question ${entry.question.id}`, entry.at);
    else if (entry.kind === "answer") end(`question ${entry.questionId}`, "people", entry.at);
  }
  return spans;
}
