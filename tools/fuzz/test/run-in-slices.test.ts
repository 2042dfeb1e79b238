import { expect, it } from "vitest";
import { countsOf, type Progress } from "../progress.ts";
import { runInSlices, type BatchResult } from "../run-in-slices.ts";

const hashes = { "a.test.ts": "1", "b.test.ts": "2" };
const runsOf = (file: string, runs: number, isFailed = false) => ({
  file,
  test: "t",
  index: 0,
  runs,
  isFailed,
});

interface Script {
  readonly run: (files: readonly string[]) => BatchResult;
  readonly batches?: number;
  readonly start?: Progress;
}

async function slices({ run, batches = 20, start = {} }: Script) {
  const started: (readonly string[])[] = [];
  const reported: Progress[] = [];
  const result = await runInSlices(start, {
    until: 100,
    hashes,
    run: (files) => {
      started.push(files);
      return Promise.resolve(run(files));
    },
    report: (progress) => reported.push(progress),
    isOver: () => started.length >= batches,
  });
  return { ...result, started, reported };
}

it("runs the files with the fewest runs until each property has enough", async () => {
  const { started, progress, ok, reported } = await slices({
    run: (files) => ({
      ok: true,
      records: files.map((file) => runsOf(file, file === "a.test.ts" ? 40 : 100)),
    }),
  });
  expect(started).toEqual([["a.test.ts", "b.test.ts"], ["a.test.ts"], ["a.test.ts"]]);
  expect(countsOf(progress)).toEqual({ "a.test.ts > t #0": 120, "b.test.ts > t #0": 100 });
  expect([ok, reported.at(-1)]).toEqual([true, progress]);
});

it("continues in the next call where the last one was over", async () => {
  const run = (files: readonly string[]) => ({ ok: true, records: files.map((file) => runsOf(file, 60)) });
  const first = await slices({ run, batches: 1 });
  expect(countsOf(first.progress)).toEqual({ "a.test.ts > t #0": 60, "b.test.ts > t #0": 60 });
  const second = await slices({ run, start: first.progress });
  expect(second.started).toHaveLength(1);
  expect(countsOf(second.progress)).toEqual({ "a.test.ts > t #0": 120, "b.test.ts > t #0": 120 });
});

it("runs a file no more in which a property failed, or that has no more runs, and says so", async () => {
  const { started, ok, stuck } = await slices({
    run: (files) => ({
      ok: false,
      records: files.includes("a.test.ts") ? [runsOf("a.test.ts", 30, true)] : [],
    }),
  });
  expect(started).toEqual([["a.test.ts", "b.test.ts"]]);
  expect([ok, stuck]).toEqual([false, ["a.test.ts", "b.test.ts"]]);
});
