import { describe, expect, it } from "vitest";
import {
  countsOf,
  current,
  lackingFiles,
  leftTable,
  summaryOf,
  testPattern,
  withRecords,
  type Progress,
} from "../progress.ts";

const hashes = { "a.test.ts": "1", "b.test.ts": "2", "c.test.ts": "3" };
const record = (file: string, test: string, runs: number, more: object = {}) => ({
  file,
  test,
  index: 0,
  runs,
  isFailed: false,
  ...more,
});
const progress: Progress = withRecords(
  {},
  [
    record("a.test.ts", "one > two", 100),
    record("a.test.ts", "one > two", 50, { isFailed: true }),
    record("a.test.ts", "one > two", 300, { index: 1 }),
    record("b.test.ts", "three (a+b)", 400),
    record("gone.test.ts", "four", 9),
  ],
  hashes,
);

describe("the progress of a fuzz run", () => {
  it("adds up the runs of each property, whatever the call", () => {
    expect(countsOf(progress)).toEqual({
      "a.test.ts > one > two #0": 150,
      "a.test.ts > one > two #1": 300,
      "b.test.ts > three (a+b) #0": 400,
    });
    expect(summaryOf(progress, ["a.test.ts", "b.test.ts"], 300)).toEqual({
      properties: 3,
      finished: 2,
      leastRuns: 150,
      failures: 1,
    });
  });

  it("forgets the runs of a test file that has changed", () => {
    expect(Object.keys(current(progress, { ...hashes, "a.test.ts": "other" }))).toEqual(["b.test.ts"]);
    expect(Object.keys(current(progress, { "a.test.ts": "1" }))).toEqual(["a.test.ts"]);
  });

  it("continues with the files whose properties had the fewest runs", () => {
    const files = Object.keys(hashes);
    expect(lackingFiles(progress, files, 1000)).toEqual(["c.test.ts", "a.test.ts", "b.test.ts"]);
    expect(lackingFiles(progress, files, 400)).toEqual(["c.test.ts", "a.test.ts"]);
  });

  it("selects the tests that lack runs, once they are known", () => {
    expect(testPattern(progress, ["a.test.ts", "c.test.ts"], 1000)).toBeUndefined();
    const pattern = new RegExp(testPattern(progress, ["a.test.ts", "b.test.ts"], 1000) ?? "");
    for (const name of [" one two", "one > two", "three (a+b)"]) expect(name).toMatch(pattern);
    expect("one three").not.toMatch(pattern);
    expect(testPattern(progress, ["a.test.ts", "b.test.ts"], 400)).not.toContain("three");
  });

  it("lists what is left, the fewest runs first", () => {
    expect(leftTable(progress, Object.keys(hashes), 400)).toEqual([
      "       0  c.test.ts  (not run yet)",
      "     150  a.test.ts  one > two",
      "     300  a.test.ts  one > two #1",
    ]);
    const many = Array.from({ length: 45 }, (_, index) => `${index}.test.ts`);
    expect(leftTable({}, many, 1).at(-1)).toBe("          … and 5 more");
  });
});
