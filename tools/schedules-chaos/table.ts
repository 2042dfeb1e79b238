import type { CampaignEnd } from "./campaign.ts";
import type { Counts } from "./judge.ts";

const columns = [
  "slots",
  "ran",
  "interrupted",
  "missed",
  "lost",
  "twice",
  "unaccounted",
] as const satisfies readonly (keyof Counts)[];

export function tableOf({ schedules }: CampaignEnd): string {
  const rows = schedules.map(({ name, judgement }) => [
    name,
    ...columns.map((column) => judgement.counts[column]),
    judgement.broken.length,
  ]);
  const sums = [...columns, "broken"].map((_, at) => rows.reduce((sum, row) => sum + Number(row[at + 1]), 0));
  const lines = [["schedule", ...columns, "broken"], ...rows, ["all", ...sums]].map((line) =>
    line.map(String),
  );
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join("  "),
    )
    .join("\n");
}
