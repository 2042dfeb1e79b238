import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHistoryCursor } from "../src/input/history-cursor.ts";
import { createLineInput } from "../src/input/line-input.ts";
import { createPastes } from "../src/screen/pastes.ts";

describe("earlier prompts", () => {
  it("are walked through and back to what was being typed", () => {
    const cursor = createHistoryCursor(["b", "a"]);
    expect(cursor.newer()).toBeUndefined();
    expect([cursor.older("draft"), cursor.older("b"), cursor.older("a")]).toEqual(["b", "a", undefined]);
    expect(cursor.isAt("a")).toBe(true);
    expect([cursor.newer(), cursor.newer(), cursor.newer()]).toEqual(["b", "draft", undefined]);
  });
});

describe("pasted text", () => {
  it("comes out as it went in, but for line ends", () => {
    checkProperty(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 600 }), { maxLength: 4 }), (texts) => {
        const pastes = createPastes();
        const shown = texts.map((text) => pastes.add(text));
        for (const [at, text] of texts.entries()) {
          expect(pastes.expand(`a${shown[at]}z`)).toBe(`a${text.replace(/\r\n?/g, "\n")}z`);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("is not expanded twice", () => {
    const pastes = createPastes();
    const outer = pastes.add("[pasted 2: 5 lines]\n".repeat(20));
    pastes.add("x\n".repeat(4));
    expect(pastes.expand(outer)).toBe("[pasted 2: 5 lines]\n".repeat(20));
  });
});

describe("lines where nothing can be drawn", () => {
  it.each<[string, string[], (string | undefined)[]]>([
    ["one line is a message", ["a"], ["a"]],
    ["a backslash goes on", ["a\\", "b"], [undefined, "a\nb"]],
    [
      "fences stand around many",
      ['"""', "a\\", "", "b", '"""', "c"],
      [undefined, undefined, undefined, undefined, "a\\\n\nb", "c"],
    ],
  ])("%s", (_, lines, messages) => {
    const input = createLineInput();
    expect(lines.map((line) => input.add(line))).toEqual(messages);
    expect(input.isOpen()).toBe(false);
  });
});
