import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkProperty, propertyKey, sampleValues, type FuzzSettings } from "../src/index.ts";

const file = "packages/property-tests/test/fuzz.test.ts";
const values = fc.integer({ min: 0, max: 999_999 });

/** As in a process of `npm run fuzz`. */
function fuzzing(settings: Partial<FuzzSettings>) {
  const folder = mkdtempSync(join(tmpdir(), "skein-fuzz-"));
  const log = join(folder, "log.jsonl");
  const before = process.env["SKEIN_FUZZ"];
  process.env["SKEIN_FUZZ"] = JSON.stringify({ seed: "1", log, ...settings });
  onTestFinished(() => {
    if (before === undefined) delete process.env["SKEIN_FUZZ"];
    else process.env["SKEIN_FUZZ"] = before;
    rmSync(folder, { recursive: true });
  });
  const records = (): unknown[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown);
  return { folder, records };
}

function drawn(numRuns: number): number[] {
  const list: number[] = [];
  checkProperty(
    fc.property(values, (value) => void list.push(value)),
    { numRuns },
  );
  return list;
}

const name = () => expect.getState().currentTestName ?? "";

describe("in a fuzz run a property", () => {
  it("has a multiple of its runs, and says so", () => {
    const { records } = fuzzing({ times: 3 });
    expect(drawn(20)).toHaveLength(60);
    expect(records()).toEqual([{ file, test: name(), index: 0, runs: 60, isFailed: false }]);
  });

  it("has rounds with other values until it has had enough, those of earlier calls included", async () => {
    const { folder, records } = fuzzing({ until: 100 });
    const all = drawn(20);
    expect([all.length, new Set(all).size > 60]).toEqual([100, true]);
    const counts = join(folder, "counts.json");
    const keyOf = (index: number) => propertyKey({ file, test: name(), index });
    writeFileSync(counts, JSON.stringify({ [keyOf(1)]: 70, [keyOf(2)]: 500, [keyOf(3)]: 50 }));
    fuzzing({ until: 100, counts });
    expect(drawn(20)).toHaveLength(40);
    // Tests count what they saw: each property has at least the runs that its test sets.
    expect(drawn(20)).toHaveLength(20);
    let runs = 0;
    await checkProperty(
      fc.asyncProperty(values, () => Promise.resolve(void runs++)),
      { numRuns: 20 },
    );
    expect(runs).toBe(60);
    expect(records()).toHaveLength(1);
  });

  it.each([{ stopAt: 0 }, { msPerProperty: 0 }])("stops after a round when its time is over: %o", (limit) => {
    fuzzing({ until: 1000, ...limit });
    expect(drawn(20)).toHaveLength(20);
  });

  it("that fails says with which values", async () => {
    const { records } = fuzzing({ until: 1000 });
    expect(() =>
      checkProperty(
        fc.property(values, fc.constant<string>("a"), (value, text) => value < 5 || text !== "a"),
        { numRuns: 20 },
      ),
    ).toThrow("Counterexample: [5");
    const later = fc.asyncProperty(fc.bigInt({ min: 0n, max: 99n }), (value) => Promise.resolve(value < 5n));
    await expect(checkProperty(later)).rejects.toThrow("Counterexample: [5n");
    const failed = { file, test: name(), isFailed: true };
    expect(records()).toEqual([
      expect.objectContaining({ ...failed, index: 0, find: { test: name(), index: 0, example: [5, "a"] } }),
      expect.objectContaining({
        ...failed,
        index: 1,
        find: { test: name(), index: 1, seed: expect.any(Number), path: expect.any(String) },
      }),
    ]);
  });

  it("draws other values with another seed, also in samples", () => {
    const { records } = fuzzing({ seed: "1" });
    const [first, sample] = [drawn(20), sampleValues(values, 20)];
    fuzzing({ seed: "2" });
    expect([drawn(20), sampleValues(values, 20)]).not.toEqual([first, sample]);
    expect(records()).toContainEqual({ file, test: name(), index: 1, runs: 20, isFailed: false });
  });
});
