import { counted } from "@skein/protocol";
import type { CompactionReport } from "@skein/host/sessions";
import { costText, tokensText } from "@skein/session-view/text";

/** As sentences. Not yet clean. */
export function compactionLines(report: CompactionReport): readonly string[] {
  const { changed, notices } = report;
  const cost = costLines(report);
  if (notices.length > 0) return [...notices, ...cost];
  return [changed ? "The conversation is shorter now." : "Nothing was changed.", ...cost];
}

function costLines({
  requests,
  usage,
  costUsd,
  isEstimate,
  bySomeModel,
}: CompactionReport): readonly string[] {
  if (requests === 0) return [];
  const [asked, took] = [
    counted(requests, "request"),
    `${tokensText(usage)}, ${costText(costUsd, isEstimate)}`,
  ];
  return [
    bySomeModel
      ? `The summary took ${asked}, ${took}.`
      : `${asked} for a summary ended without one: ${took}.`,
  ];
}
