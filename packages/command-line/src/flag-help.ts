import type { Flag, Flags } from "./flag.ts";

/** The flags of a command, one a line, aligned. */
export function flagHelp(table: Flags): string {
  const rows = Object.entries<Flag>(table).map(([name, flag]) => {
    const short = flag.short === undefined ? "    " : `-${flag.short}, `;
    const value = flag.value === undefined ? "" : flag.optional ? ` [${flag.value}]` : ` ${flag.value}`;
    return [`  ${short}--${name}${value}`, flag.description] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => left.padEnd(width) + right).join("\n");
}
