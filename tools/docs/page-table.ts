/** Cells of one row. */
export type Row = readonly string[];

/** Cells of every row of a page's tables. */
export function cellsOf(page: string): readonly Row[] {
  return page
    .split("\n")
    .filter((line) => /^\|(?! -)/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Formats a word as code, or leaves the cell empty. */
export const code = (text: string | undefined): string => (text === undefined ? "" : `\`${text}\``);

/** Replaces the first table below a heading. The formatter aligns its columns. */
export function withTable(page: string, heading: string, [head = [], ...rows]: readonly Row[]): string {
  const from = page.indexOf("\n|", page.indexOf(`${heading}\n`)) + 1;
  const to = page.indexOf("\n\n", from);
  if (!page.includes(`${heading}\n`) || from === 0 || to === -1)
    throw new Error(`The page has no table below "${heading}".`);
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${page.slice(0, from)}${lines.join("\n")}${page.slice(to)}`;
}
