import { expect, it } from "vitest";
import { comparisonTable } from "../comparison.ts";
import { readBenchTable } from "../measured.ts";

const printed = `
> bench
what                          skein    floor    value  aim
skein --version / node -e 0   33.0 ms  28.1 ms  1.16   ≤ 1.3
bytes of the first request    7907              7907   ≤ 8000
memory that indexing takes    -17 MB   1 MB     -16.58
`;

it("reads the value of each row, also where a floor is missing", () => {
  expect([...readBenchTable(printed)]).toEqual([
    ["skein --version / node -e 0", 1.16],
    ["bytes of the first request", 7907],
    ["memory that indexing takes", -16.58],
  ]);
  expect(readBenchTable("nothing was measured").size).toBe(0);
});

it("shows medians, how far runs lie apart, and the ratio; and rows that only one revision has", () => {
  const of = (...rows: [string, number][]) => new Map(rows);
  const base = [of(["a", 10]), of(["a", 12]), of(["a", 11])];
  const here = [of(["a", 5], ["new", 2]), of(["a", 5.5], ["new", 2]), of(["a", 6], ["new", 2])];
  expect(comparisonTable({ base, here }, "v1")).toBe(
    [
      "what  v1        here       here / base",
      "a     11 ± 9 %  5.5 ± 9 %         0.50",
      "new             2 ± 0 %",
    ].join("\n"),
  );
});
