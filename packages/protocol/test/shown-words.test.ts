import { expect, it } from "vitest";
import { counted, jsonTypeOf, objectsIn, titledLines, toolFailed } from "../src/index.ts";

it.each([
  [0, "0 files"],
  [1, "1 file"],
  [2, "2 files"],
])("%i has its noun", (count, text) => {
  expect(counted(count, "file")).toBe(text);
});

it.each([
  [1, "1 entry"],
  [2, "2 entries"],
])("%i has a plural of its own", (count, text) => {
  expect(counted(count, "entry", "entries")).toBe(text);
});

it("a title stands above lines, and alone nowhere", () => {
  expect(titledLines("Files", ["a", "b"])).toEqual(["Files:", "  a", "  b"]);
  expect(titledLines("Files", [])).toEqual([]);
});

it.each([
  [null, "null"],
  [[], "array"],
  [{}, "object"],
  ["", "string"],
  [0, "number"],
  [false, "boolean"],
])("the type of %j is %s", (value, type) => {
  expect(jsonTypeOf(value)).toBe(type);
});

it.each([
  [
    [{ a: 1 }, null, [], "x", {}],
    [{ a: 1 }, {}],
  ],
  [{ a: 1 }, []],
  [undefined, []],
])("the objects in %j are %j", (value, objects) => {
  expect(objectsIn(value)).toEqual(objects);
});

it("a tool that failed says why, and what to do if that is known", () => {
  expect(toolFailed("No file.")).toEqual({ kind: "failed", message: "No file." });
  expect(toolFailed("No file.", "List them.")).toEqual({
    kind: "failed",
    message: "No file.",
    hint: "List them.",
  });
});
