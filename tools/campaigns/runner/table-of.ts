const figure = /^[+$–-]?\d[\d.,–]*(?: ?(?:%|s|ms|kB|MB))?$/;

/** Rows of cells in columns; the first row is the head. Columns of figures are aligned to the right. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const columns = head.map((_, column) => {
    const cells = body.map((row) => row[column] ?? "");
    const filled = cells.filter((cell) => !["", "-", "?"].includes(cell));
    return {
      width: Math.max(...rows.map((row) => row[column]?.length ?? 0)),
      isRight: filled.length > 0 && filled.every((cell) => figure.test(cell)),
    };
  });
  const line = (row: readonly string[]): string =>
    columns
      .map(({ width, isRight }, column) => {
        const cell = row[column] ?? "";
        return isRight ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}
