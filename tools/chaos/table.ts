import type { JudgedLife } from "./live-and-judge.ts";

const columns = [
  "kills",
  "twice",
  "collected",
  "repeated",
  "unknown",
  "untold",
  "lost",
  "invalid",
  "leftovers",
  "broken",
];

/** Counts by what a session was at when it was first killed. */
export function tableOf(lives: readonly JudgedLife[]): string {
  const rows = new Map<string, number[]>();
  for (const { phases, counts, broken } of lives) {
    const { twice, collected, repeated, unknown, untold, lost, invalid, leftovers } = counts;
    add(rows, phases[0] ?? "not killed", [
      phases.length,
      twice,
      collected,
      repeated,
      unknown,
      untold,
      lost,
      invalid,
      leftovers,
      broken.length > 0 ? 1 : 0,
    ]);
  }
  const sorted = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const all = sorted.reduce(
    (sum, [, cells]) => plus(sum, cells),
    columns.concat("lives").map(() => 0),
  );
  const lines = [
    ["first killed", "lives", ...columns],
    ...[...sorted, ["all", all] as const].map(([name, cells]) => [name, ...cells.map(String)]),
  ];
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))),
    )
    .map((cells) => cells.join("  "))
    .join("\n");
}

function add(rows: Map<string, number[]>, name: string, counts: readonly number[]): void {
  rows.set(name, plus(rows.get(name) ?? [], [1, ...counts]));
}

function plus(sum: readonly number[], more: readonly number[]): number[] {
  return more.map((count, at) => count + (sum[at] ?? 0));
}
