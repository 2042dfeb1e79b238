/** The value of each row of one run of the benchmarks: skein by its floor, or the figure itself without one. */
export type Measured = ReadonlyMap<string, number>;

/** Reads the table that `bench/run.ts` prints, of any revision. Cells stand below their column's name. */
export function readBenchTable(text: string): Measured {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => /^what\s+skein\s+floor\s+value/.test(line));
  const [valueAt, aimAt] = ["value", "aim"].map((name) => lines[head]?.indexOf(name) ?? -1);
  const rows = lines.slice(head + 1).flatMap((line): [string, number][] => {
    const what = line.split(/\s{2,}/)[0] ?? "";
    const cell = line.slice(valueAt, aimAt).trim();
    return head < 0 || cell === "" ? [] : [[what, Number(cell)]];
  });
  return new Map(rows);
}
