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

/** Rows of counts by what a session was at when it was first killed. */
export function countsOf(lives: readonly JudgedLife[]): readonly (readonly string[])[] {
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
  return [
    ["first killed", "lives", ...columns],
    ...[...sorted, ["all", all] as const].map(([name, cells]) => [name, ...cells.map(String)]),
  ];
}

function add(rows: Map<string, number[]>, name: string, counts: readonly number[]): void {
  rows.set(name, plus(rows.get(name) ?? [], [1, ...counts]));
}

function plus(sum: readonly number[], more: readonly number[]): number[] {
  return more.map((count, at) => count + (sum[at] ?? 0));
}
