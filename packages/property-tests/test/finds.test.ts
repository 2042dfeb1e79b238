import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "../src/index.ts";
import { findsFileOf, toFind } from "../src/finds.ts";

const values = fc.integer({ min: 0, max: 999_999 });

function drawn(numRuns: number, isLater = false): number[] | Promise<number[]> {
  const list: number[] = [];
  if (!isLater) {
    checkProperty(
      fc.property(values, (value) => void list.push(value)),
      { numRuns },
    );
    return list;
  }
  const property = fc.asyncProperty(values, (value) => Promise.resolve(void list.push(value)));
  return checkProperty(property, { numRuns }).then(() => list);
}

describe("the stored values", () => {
  it("come first, and the others stay the same", async () => {
    const first = await drawn(20);
    expect(first.slice(0, 2)).toEqual([-1, -2]);
    expect(first).toHaveLength(22);
    expect(Math.min(...first.slice(2))).toBeGreaterThanOrEqual(0);
    expect(await drawn(20)).toHaveLength(20);
  });
});

describe("values that JSON cannot hold", () => {
  it.each([false, true])("are drawn again by their path", async (isLater) => {
    const [replayed] = fc.sample(values, { seed: 1, path: "7", numRuns: 1 });
    const list = await drawn(20, isLater);
    expect(list[0]).toBe(replayed);
    expect(list.length).toBeGreaterThan(20);
  });
});

it.each([
  ["numbers and texts", fc.tuple(fc.constant(1), fc.constant("a")), true],
  ["nothing", fc.tuple(fc.constant(undefined)), false],
  ["minus zero", fc.tuple(fc.constant(-0)), false],
  ["bytes", fc.tuple(fc.constant(new Uint8Array([1]))), false],
  ["a function", fc.tuple(fc.constant(() => 1)), false],
  ["a large integer", fc.tuple(fc.constant(1n)), false],
])("a find of %s is stored as values only if JSON can hold them", (_, arbitrary, isExample) => {
  const details = fc.check(
    fc.property(arbitrary, () => false),
    { seed: 3 },
  );
  const use = { file: "x.test.ts", test: "t", index: 2 };
  const find = toFind(use, details as fc.RunDetails<unknown>);
  expect(find).toMatchObject({ test: "t", index: 2, ...(isExample ? {} : { seed: 3, path: "0" }) });
  expect(find !== undefined && "example" in find).toBe(isExample);
});

it("a check without a counterexample is no find", () => {
  const details = fc.check(fc.property(fc.nat(), () => true)) as fc.RunDetails<unknown>;
  expect(toFind({ file: "", test: "", index: 0 }, details)).toBeUndefined();
});

it("the file of finds is next to the test", () => {
  expect(findsFileOf("/a/b.test.ts")).toBe("/a/b.finds.json");
  expect(findsFileOf("/a/b.test.tsx")).toBe("/a/b.finds.json");
});
