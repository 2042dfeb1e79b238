import type { SpendingLine, SpendingReport } from "@skein/runtime";
import { groupedNumber } from "@skein/protocol";

/** What was spent today and in this project, and of how much. Not yet clean. */
export function spendingLines({ day, project }: SpendingReport): readonly string[] {
  const lines = [
    `today         ${lineText(day, "budget.day")}`,
    `this project  ${lineText(project, "budget.project")}`,
    `              ${project.folder}`,
  ];
  if (day.limitUsd !== null || project.limitUsd !== null) return lines;
  return [
    ...lines,
    "",
    "Nothing is counted from now on: set budget.day or budget.project in your config file.",
  ];
}

function lineText(
  { spentUsd, tokens, isEstimate, reservedUsd, limitUsd }: SpendingLine,
  setting: string,
): string {
  const about = isEstimate ? "at most " : "";
  const spent = spentUsd === null ? "an unknown amount" : `${about}$${spentUsd.toFixed(4)}`;
  const of =
    limitUsd === null ? `, no limit (${setting})` : ` of $${limitUsd}${shareText(spentUsd, limitUsd)}`;
  const reserved = reservedUsd > 0 ? `, $${reservedUsd.toFixed(4)} set aside for calls under way` : "";
  return `${spent}${of}, ${groupedNumber(tokens)} tokens${reserved}`;
}

function shareText(spentUsd: number | null, limitUsd: number): string {
  return spentUsd === null || limitUsd === 0 ? "" : ` (${Math.floor((100 * spentUsd) / limitUsd)} %)`;
}
