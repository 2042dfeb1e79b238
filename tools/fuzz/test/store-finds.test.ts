import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { storeFinds } from "../store-finds.ts";

it("stores each counterexample once, next to its test", () => {
  const root = mkdtempSync(join(tmpdir(), "skein-finds-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const first = { test: "one", index: 0, example: [[1], "a"] };
  const second = { test: "one", index: 1, seed: 5, path: "1:2" };
  const record = (find?: typeof first | typeof second) => ({
    file: "one.test.ts",
    test: "one",
    index: 0,
    runs: 1,
    isFailed: find !== undefined,
    ...(find && { find }),
  });
  expect(storeFinds(root, [record(), record(first)])).toEqual(["one.finds.json"]);
  expect(storeFinds(root, [record(first)])).toEqual([]);
  expect(storeFinds(root, [record(second), record(second)])).toEqual(["one.finds.json"]);
  expect(JSON.parse(readFileSync(join(root, "one.finds.json"), "utf8"))).toEqual([first, second]);
});
