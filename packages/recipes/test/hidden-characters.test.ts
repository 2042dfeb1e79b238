import { describe, expect, it } from "vitest";
import { problemsOf, recipeText } from "./filled.ts";

const hiddenIn = async (text: string) =>
  (await problemsOf(recipeText(`prompt: |\n  ${text}\n`))).filter(({ code }) => code === "hidden-character");

describe("hidden characters", () => {
  it.each([
    ["tags", "a\u{E0041}\u{E0042}", 2],
    ["a bidirectional override", "a\u202Eb", 1],
    ["an isolate", "a\u2066b\u2069", 2],
    ["invisible operators", "a\u2062b", 1],
    ["a word joiner", "a\u2060b", 1],
    ["supplementary variation selectors", "a\u{E0100}", 1],
    ["a zero width space", "a\u200Bb", 1],
    ["a stray joiner", "pass\u200Dword", 1],
    ["a stray direction mark", "a\u200Eb", 1],
    ["a byte order mark in the middle", "a\uFEFFb", 1],
    ["a non-joiner between letters", "pass\u200Cword", 1],
    ["a joiner before Persian", "a\u200Dم", 1],
    ["three in one line", "a\u200Bb\u200Bc\u200B", 3],
  ])("are found: %s", async (_name, text, count) => {
    const found = await hiddenIn(text);
    expect(found).toHaveLength(count);
    expect(found[0]).toMatchObject({ severity: "error", line: 4, column: text.search(/[^a-z]/) + 3 });
  });

  it("are found between an emoji and a letter, which need no joiner", async () => {
    expect(await hiddenIn("👩\u200Db")).toMatchObject([{ line: 4, column: 5 }]);
  });

  it.each([
    ["emoji with joiners", "👩‍👩‍👧 🏳️‍🌈 👍🏽"],
    ["flags of regions", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
    ["Persian", "می\u200Cخواهم"],
    ["Persian with a non-joiner before a blank", "می\u200C خواهم"],
    ["Persian with a joiner at the end", "ه\u200D"],
    ["Arabic with a mark before it", "a \u200Fم"],
    ["Hindi", "क्\u200Dष"],
    ["Hebrew with marks", "שלום\u200F!"],
    ["accents", "e\u0301 日本語"],
  ])("are not what %s needs", async (_name, text) => {
    expect(await hiddenIn(text)).toEqual([]);
  });
});
