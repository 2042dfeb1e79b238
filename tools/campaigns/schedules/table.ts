import type { CampaignEnd } from "./run-campaign.ts";
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

/** Rows of counts by schedule. */
export function countsOf({ schedules }: CampaignEnd): readonly (readonly string[])[] {
  const rows = schedules.map(({ name, judgement }) => [
    name,
    ...columns.map((column) => judgement.counts[column]),
    judgement.broken.length,
  ]);
  const sums = [...columns, "broken"].map((_, at) => rows.reduce((sum, row) => sum + Number(row[at + 1]), 0));
  return [["schedule", ...columns, "broken"], ...rows, ["all", ...sums]].map((line) => line.map(String));
}
