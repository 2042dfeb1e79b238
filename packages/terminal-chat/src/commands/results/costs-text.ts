import { counted } from "@skein/protocol";
import type { Costs } from "@skein/sessions";
import { costText, tokensText } from "@skein/session-view/text";

export function costsText(all: Costs): string {
  const { models, requests, usage } = all;
  if (requests === 0) return "Nothing yet: no model has been asked.";
  const rows = models.map(
    (one) =>
      `${one.provider} ${one.model}: ${counted(one.requests, "request")}, ${tokensText(one.usage)}, ${known(one)}`,
  );
  const cached = usage.cacheRead === undefined ? "" : `, ${usage.cacheRead} read from a cache`;
  const total = `In all: ${counted(requests, "request")}, ${tokensText(usage)}${cached}, ${known(all)}`;
  return [...rows, total].join("\n");
}

function known({
  costUsd,
  isEstimate,
  hasUnknownCost,
  usage: { reportedUsd = 0 },
}: Pick<Costs, "costUsd" | "isEstimate" | "hasUnknownCost" | "usage">): string {
  const by = reportedUsd === 0 ? "" : ` (${reportedPart(reportedUsd, costUsd)} as the provider reports)`;
  if (costUsd === 0 && !hasUnknownCost) return "free";
  const said = `${costText(costUsd, isEstimate)}${by}`;
  return hasUnknownCost ? (costUsd > 0 ? `${said} and more that is unknown` : "cost unknown") : said;
}

/** Sums of fractions differ in their last digits. */
function reportedPart(reported: number, of: number): string {
  return Math.abs(reported - of) < 1e-9 ? "all" : costText(reported);
}
