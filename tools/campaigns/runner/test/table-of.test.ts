import { expect, it } from "vitest";
import { tableOf } from "../table-of.ts";

it("aligns columns of figures to the right, and everything else to the left", () => {
  expect(
    tableOf([
      ["case", "runs", "share", "took", "billed", "range", "as it must be"],
      ["one", "7", "9.5 %", "1.0 s", "$0.1", "1–2", "yes"],
      ["the other", "1,200", "-", "12.5 s", "$10.0", "3", ""],
      ["third", "", "100 %", "?", "$0.0", "+4", "no, 3 were wrong"],
    ]),
  ).toBe(
    [
      "case        runs  share    took  billed  range  as it must be",
      "one            7  9.5 %   1.0 s    $0.1    1–2  yes",
      "the other  1,200      -  12.5 s   $10.0      3",
      "third             100 %       ?    $0.0     +4  no, 3 were wrong",
    ].join("\n"),
  );
});

it("is the head alone without rows", () => {
  expect(tableOf([["case", "runs"]])).toBe("case  runs");
});
