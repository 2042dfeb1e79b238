import type { SessionLine } from "../sessions/session-line.ts";

export interface SpendingRow {
  readonly name: string;
  readonly sessions: number;
  readonly costUsd: number;
}

/** What sessions have cost, by a name: the largest first. */
export function spendingBy(
  lines: readonly SessionLine[],
  nameOf: (line: SessionLine) => string,
): readonly SpendingRow[] {
  return [...Map.groupBy(lines, nameOf)]
    .map(([name, group]) => ({
      name,
      sessions: group.length,
      costUsd: group.reduce((sum, { costUsd }) => sum + costUsd, 0),
    }))
    .toSorted((one, other) => other.costUsd - one.costUsd);
}
