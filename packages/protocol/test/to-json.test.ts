import { describe, expect, it } from "vitest";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { toJson } from "../src/index.ts";

describe("a value that is JSON", () => {
  it("comes back equal, and as a copy", () => {
    checkProperty(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const checked = toJson(value);
        // The text: JSON has one zero.
        expect(JSON.stringify(checked)).toBe(JSON.stringify({ ok: true, value }));
      }),
    );
    const value = { list: [1, { deep: true }] };
    const checked = toJson(value);
    value.list.push(2);
    expect(checked).toEqual({ ok: true, value: { list: [1, { deep: true }] } });
  });

  it("loses fields that are undefined, and nothing else", () => {
    expect(toJson({ a: undefined, b: null, ["__proto__"]: undefined })).toEqual({
      ok: true,
      value: { b: null },
    });
    const own = JSON.parse('{"__proto__":{"x":1}}') as unknown;
    expect(JSON.stringify(toJson(own))).toBe('{"ok":true,"value":{"__proto__":{"x":1}}}');
  });

  it("may hold one object twice", () => {
    const shared = { a: 1 };
    expect(toJson([shared, shared])).toEqual({ ok: true, value: [{ a: 1 }, { a: 1 }] });
  });
});

const cycle: Record<string, unknown> = {};
cycle["self"] = { again: cycle };
let deep: unknown = 1;
for (let level = 0; level < 100_000; level++) deep = [deep];

it.each([
  ["undefined", undefined, "the value is undefined"],
  ["a function", { run: () => 1 }, "/run is a function"],
  ["a symbol", [Symbol("s")], "/0 is a symbol"],
  ["a BigInt", { "a/b": { "c~d": 1n } }, "/a~1b/c~0d is a BigInt"],
  ["NaN", [1, Number.NaN], "/1 is NaN"],
  ["an infinity", -Infinity, "the value is -Infinity"],
  ["a date", { at: new Date(0) }, "/at is an object of the class Date"],
  ["a map", new Map(), "the value is an object of the class Map"],
  ["a hole in a list", Array(1), "/0 is undefined"],
  ["a cycle", cycle, "/self/again contains itself"],
])("%s is a problem with its place", (_, value, problem) => {
  expect(toJson(value)).toEqual({ ok: false, problem });
});

it("what is nested without end is a problem and no overflow", () => {
  expect(toJson(deep)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("more than 200 levels deep") as string,
  });
});
