import type { Entry } from "@skein/protocol";
import { costs } from "@skein/runtime";
import { costText, counted, tokensText } from "../output/run-summary.ts";

/** What a compaction did, and what its summary cost. */
export interface CompactionReport {
  readonly changed: boolean;
  readonly notices: readonly string[];
  /** Messages that a summary now stands for, and results that are shorter. */
  readonly hidden: number;
  readonly shortened: number;
  /** Requests to a model for the summary. */
  readonly requests: number;
  readonly tokens: string;
  /** Whether a model has written one: it may have been interrupted, or have failed. */
  readonly bySomeModel: boolean;
  /** US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** The cost is an upper bound. */
  readonly isEstimate?: true;
}

/** @param written - entries that the compaction has added to the journal. */
export function compactionReport(
  { changed, notices }: { readonly changed: boolean; readonly notices: readonly string[] },
  written: readonly Entry[],
): CompactionReport {
  const { requests, usage, costUsd, isEstimate, hasUnknownCost } = costs(written);
  const compaction = written.findLast((entry) => entry.kind === "compaction");
  const messages = compaction?.receipt["messages"];
  return {
    changed,
    notices,
    hidden: typeof messages === "number" ? messages : 0,
    shortened: written.reduce((sum, entry) => sum + (entry.kind === "elision" ? entry.results.length : 0), 0),
    requests,
    tokens: tokensText(usage),
    bySomeModel: compaction !== undefined && compaction.receipt["by"] !== "no model",
    ...(requests > 0 && hasUnknownCost ? {} : { costUsd }),
    ...(isEstimate ? { isEstimate } : {}),
  };
}

function costLines({
  requests,
  tokens,
  costUsd,
  isEstimate,
  bySomeModel,
}: CompactionReport): readonly string[] {
  if (requests === 0) return [];
  const [asked, took] = [counted(requests, "request"), `${tokens}, ${costText(costUsd, isEstimate)}`];
  return [
    bySomeModel
      ? `The summary took ${asked}, ${took}.`
      : `${asked} for a summary ended without one: ${took}.`,
  ];
}

/** As sentences. Not yet clean. */
export function compactionLines(report: CompactionReport): readonly string[] {
  const { changed, notices } = report;
  const cost = costLines(report);
  if (notices.length > 0) return [...notices, ...cost];
  return [changed ? "The conversation is shorter now." : "Nothing was changed.", ...cost];
}
