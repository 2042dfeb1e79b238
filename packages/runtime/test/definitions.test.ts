import { definitionProblems } from "@skein/extension-kit/definitions";
import { builtinNames } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { builtinExtensions } from "../src/builtin-extensions.ts";

describe("what is sent of each built-in extension with every request", () => {
  it.each(builtinNames)("is the same bytes at every start, on any day: %s", async (name) => {
    const make = async () => (await builtinExtensions([name]))[0]!;
    expect(await definitionProblems(make)).toEqual([]);
  });
});
