import type { Entry, Usage } from "@skein/protocol";
import { costs } from "@skein/sessions";

/** What a compaction did, and what its summary cost. */
export interface CompactionReport {
  readonly changed: boolean;
  /** Sentences for the user. */
  readonly notices: readonly string[];
  /** Messages that a summary now stands for, and results that are shorter. */
  readonly hidden: number;
  readonly shortened: number;
  /** Requests to a model for the summary. */
  readonly requests: number;
  readonly usage: Usage;
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
    usage,
    bySomeModel: compaction !== undefined && compaction.receipt["by"] !== "no model",
    ...(requests > 0 && hasUnknownCost ? {} : { costUsd }),
    ...(isEstimate ? { isEstimate } : {}),
  };
}
