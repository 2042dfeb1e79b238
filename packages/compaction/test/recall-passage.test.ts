import { describe, expect, it } from "vitest";
import { bestPassage, shownPart, type TermPosition } from "../src/recall/passage.ts";

/** The best passage for words of equal weight; `~` before a word: it stands there in another form. */
function passageIn(text: string, words: readonly string[], weights = words.map(() => 1)) {
  const placesOf = (word: string): TermPosition[] => {
    const stem = word.replace("~", "");
    return [...text.matchAll(new RegExp(stem, "g"))].map(({ index }) => ({
      at: index,
      isExact: word === stem,
    }));
  };
  const { share, from, to } = bestPassage(text, words.map(placesOf), weights);
  return { shown: text.slice(from, to), share: Math.round(share * 1_000) / 1_000 };
}

describe("the best passage", () => {
  it.each([
    ["a line of all words", "one two\nthree", ["one", "two"], "one two", 0.998],
    ["the line of the most words", "one\n\n\n\none two", ["one", "two"], "one two", 0.998],
    ["the first of equal lines", "one a\n\n\n\none b", ["one"], "one a", 0.998],
    ["with what stands in the next line", "one\ntwo", ["one", "two"], "one", 0.799],
    ["with what stands in the line before", "a two b c\n~one", ["one", "two"], "~one", 0.799],
    ["with what stands two lines away", "one\n\ntwo", ["one", "two"], "one", 0.799],
    ["with what stands behind that", "one\nsix\ntwo", ["one", "two"], "one", 0.799],
    ["not with what stands three lines away", "one\n\n\ntwo", ["one", "two"], "one", 0.5],
    ["each word once", "one\none\none", ["one"], "one", 0.999],
    ["another form counts less", "one\n\n\n\ntwo", ["~one", "two"], "two", 0.5],
    ["another form alone", "one", ["~one"], "one", 0.699],
    ["nothing", "none of it", [], "", 0],
    ["a word more in the next lines", "one\ntwo\nsix", ["one", "two", "six"], "two", 0.733],
    ["the last line", "a\nb\nend one", ["one"], "end one", 0.998],
  ])("is %s", (_, text, words, shown, share) => {
    expect(passageIn(text, words)).toEqual({ shown, share });
  });

  it("minds what each word weighs", () => {
    expect(passageIn("one two\n\n\n\nsix", ["one", "two", "six"], [1, 1, 3])).toEqual({
      shown: "six",
      share: 0.599,
    });
    expect(passageIn("one", ["one"], [0])).toEqual({ shown: "", share: 0 });
  });

  it("takes a part of a long line, and what is near in it counts as near", () => {
    const before = "a".repeat(500);
    const long = `${before} one ${"b".repeat(300)} two ${"c".repeat(300)}`;
    const { shown, share } = passageIn(long, ["one", "two"]);
    expect(shown).toBe(long.slice(461, 701));
    expect(share).toBe(0.736);
    const far = `${before} one ${"b".repeat(600)} two ${"c".repeat(300)}`;
    expect(passageIn(far, ["one", "two"]).share).toBe(0.46);
    const line = "d".repeat(236);
    expect(passageIn(`x\none${line}\ny`, ["one"]).shown).toBe(`one${line}`);
    expect(passageIn(`x\n${line}one.\ny`, ["one"]).shown).toBe(`${line}one.`);
    expect(passageIn(`x\n${line}.one..\ny`, ["one"]).shown).toBe(`${line.slice(0, 39)}.one..`.slice(-46));
  });
});

describe("what is shown of a text", () => {
  const numbered = Array.from({ length: 20 }, (_, index) => `line ${index} says a thing`).join("\n");
  const partOf = (words: string, length: number, text = numbered) => {
    const from = text.indexOf(words);
    return shownPart(text, { share: 1, from, to: from + words.length }, length);
  };

  it.each([
    ["all of a short text, in one line", "a  b", 9, "x\n a  b", "x a b"],
    [
      "the passage with the line before and what follows",
      "line 9 says a thing",
      90,
      numbered,
      "…line 8 says a thing line 9 says a thing line 10 says a thing line 11 says a thing line 12 …",
    ],
    [
      "the passage alone where there is no room for the line before",
      "line 9 says a thing",
      30,
      numbered,
      "…line 9 says a thing line 10 sa…",
    ],
    ["the beginning", "line 0 says a thing", 30, numbered, "line 0 says a thing line 1 say…"],
    [
      "the end, full",
      "line 19 says a thing",
      50,
      numbered,
      "… a thing line 18 says a thing line 19 says a thing",
    ],
  ])("is %s", (_, words, length, text, shown) => {
    expect(partOf(words, length, text)).toBe(shown);
  });

  it("never has half of a character, or a long line that comes before", () => {
    const smiles = "😀".repeat(200);
    expect(shownPart(smiles, { share: 1, from: 101, to: 110 }, 40).isWellFormed()).toBe(true);
    const around = (characters: number) =>
      `x\n${"w".repeat(characters)}\nthe passage\n${"after ".repeat(60)}`;
    expect(partOf("the passage", 300, around(79))).toMatch(/^…www/);
    expect(partOf("the passage", 300, around(80))).toMatch(/^…the passage after/);
    expect(partOf("the passage", 110, around(32))).toMatch(/^…www/);
    expect(partOf("the passage", 110, around(33))).toMatch(/^…the passage after/);
  });
});
