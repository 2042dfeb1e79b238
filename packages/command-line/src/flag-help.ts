import type { Flag, Flags } from "./flag.ts";

/** Titles, and the flags under each of them. */
export type FlagGroups = Readonly<Record<string, Flags>>;

type Row = readonly [name: string, left: string, right: string];

/** The flags of a command, one a line, aligned. */
export function flagHelp(table: Flags): string {
  const rows = rowsOf(table);
  return aligned(rows, widthOf(rows));
}

/** The flags of a command under titles; those of no group stand last. @param groups - may have others than the command. */
export function groupedFlagHelp(table: Flags, groups: FlagGroups): string {
  const rows = rowsOf(table);
  const width = widthOf(rows);
  const grouped = new Set(Object.values(groups).flatMap((group) => Object.keys(group)));
  const blocks = [
    ...Object.entries(groups).map(
      ([title, group]) => [title, rows.filter(([name]) => Object.hasOwn(group, name))] as const,
    ),
    ["Other flags", rows.filter(([name]) => !grouped.has(name))] as const,
  ];
  return blocks
    .filter(([, some]) => some.length > 0)
    .map(([title, some]) => `${title}\n${aligned(some, width)}`)
    .join("\n\n");
}

function rowsOf(table: Flags): readonly Row[] {
  return Object.entries<Flag>(table).map(([name, flag]) => {
    const short = flag.short === undefined ? "    " : `-${flag.short}, `;
    const value = flag.value === undefined ? "" : flag.optional ? ` [${flag.value}]` : ` ${flag.value}`;
    return [name, `  ${short}--${name}${value}`, flag.description];
  });
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(([, left]) => left.length)) + 2;
}

function aligned(rows: readonly Row[], width: number): string {
  return rows.map(([, left, right]) => left.padEnd(width) + right).join("\n");
}
