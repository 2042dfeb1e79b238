import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipToTokens, clipHead, clipToLine, clipTail } from "../src/clip.ts";
import { textTokens } from "../src/tokens/estimate.ts";

describe("the head of a text", () => {
  it.each([
    ["one two three", 13, "one two three"],
    ["one two three", 11, "one two"],
    ["one two thr", 11, "one two thr"],
    ["one two three", 12, "one two thre"],
    ["abcdef ghijkl", 10, "abcdef ghi"],
    ["aaaa bbbb\ncccc", 12, "aaaa bbbb"],
    ["aaaa\nbbbb cccc", 12, "aaaa\nbbbb"],
    ["abcd😀ef", 5, "abcd"],
    ["abcd\u{10000}ef", 5, "abcd"],
    ["abcd\u{10ffff}ef", 5, "abcd"],
    ["abcd😀ef", 6, "abcd😀"],
    ["abcd\ue000ef", 5, "abcd\ue000"],
    ["abcd\ud7ffef", 5, "abcd\ud7ff"],
    ["abc", 0, ""],
  ])("of %j in %i characters is %j", (text, characters, head) => {
    expect(clipHead(text, characters)).toBe(head);
  });
});

describe("the tail of a text", () => {
  it.each([
    ["one two three", 13, "one two three"],
    ["three two one", 11, "two one"],
    ["abc two three", 12, "two three"],
    ["abcdef ghijkl", 12, "bcdef ghijkl"],
    ["ab cdefgh", 7, "cdefgh"],
    ["abcde fghij klmnop", 15, "fghij klmnop"],
    ["aaaaaa bbbbb", 10, "aaaa bbbbb"],
    ["aaaaaaaaa", 5, "aaaaa"],
    ["xxx\naaa bbb", 8, "aaa bbb"],
    ["ab😀cdef", 5, "cdef"],
    ["ab\u{10000}cdef", 5, "cdef"],
    ["ab\u{103ff}cdef", 5, "cdef"],
    ["ab😀cdef", 6, "😀cdef"],
    ["ab\ue000cdef", 5, "\ue000cdef"],
    ["abcde", 1, "e"],
    ["abc", 0, ""],
    ["abc", -1, ""],
  ])("of %j in %i characters is %j", (text, characters, tail) => {
    expect(clipTail(text, characters)).toBe(tail);
  });
});

describe("a line of a text", () => {
  it.each([
    [" one\n\n  two\tthree ", 20, "one two three"],
    ["one two three", 13, "one two three"],
    ["one two three four", 13, "one two …"],
    // No more of it is looked at than four times what is shown.
    [`a${" ".repeat(50)}b`, 10, "a"],
    [`a${" ".repeat(38)}b`, 10, "a b"],
  ])("of %j in %i characters is %j", (text, characters, line) => {
    expect(clipToLine(text, characters)).toBe(line);
  });

  it("is never longer than it may be, nor without anything of the text", () => {
    checkProperty(
      fc.property(fc.lorem({ maxCount: 60 }), fc.integer({ min: 4, max: 200 }), (text, characters) => {
        const line = clipToLine(text, characters);
        expect(line.length).toBeLessThanOrEqual(characters);
        expect(text.replaceAll("\n", " ").startsWith(line.replace(/ …$/, ""))).toBe(true);
      }),
    );
  });
});

describe("a text clipped to tokens", () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");

  it("is whole where it fits, and nothing where nothing of use does", () => {
    expect(clipToTokens(words, textTokens(words))).toBe(words);
    expect(clipToTokens(words, 1)).toBe("");
    expect(clipToTokens(words, 0)).toBe("");
    expect(clipToTokens(words, -5)).toBe("");
    expect(clipToTokens("", 0)).toBe("");
  });

  it.each([20, 50, 200, 380])("is its head and its tail, and uses %i tokens well", (budget) => {
    const clipped = clipToTokens(words, budget);
    const [head = "", tail = ""] = clipped.split("\n…\n");
    expect(words.startsWith(head)).toBe(true);
    expect(words.endsWith(tail)).toBe(true);
    expect(head.length / tail.length).toBeGreaterThan(1.5);
    expect(head.length / tail.length).toBeLessThan(5);
    expect(textTokens(clipped)).toBeLessThanOrEqual(budget);
    expect(textTokens(clipped)).toBeGreaterThan(budget * 0.6);
  });

  it("tries again with less where its head is thicker than the rest", () => {
    const uneven = `${"{[(<>)]} ".repeat(60)}${"plain words here ".repeat(200)}`;
    for (const budget of [40, 90, 150]) {
      const clipped = clipToTokens(uneven, budget);
      expect(clipped).toContain("\n…\n");
      expect(textTokens(clipped)).toBeLessThanOrEqual(budget);
      expect(textTokens(clipped)).toBeGreaterThan(budget * 0.5);
    }
  });
});
