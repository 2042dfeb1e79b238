import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRedactor, followFile, redactFile } from "../src/index.ts";
import { tokenFormats, type TokenFormat } from "../src/token-formats.ts";
import { sampleToken } from "./sample-token.ts";
import { key, randomText } from "./secrets.ts";
import { tempFolder } from "./temp-folder.ts";

// With a character that an AWS secret does not have: near an AWS id it would be taken for the start of one.
const known = `${randomText(20, 1)}-${randomText(10, 2)}`;
const redactor = () => createRedactor({ key, secrets: [{ name: "A", value: known }] });
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What stands before a token, by whether it is part of a word that is not replaced. */
const befores: Readonly<Record<string, (seed: number) => readonly [text: string, isWord: boolean]>> = {
  nothing: () => ["", false],
  "a letter": () => ["x", true],
  "a word": () => ["PREFIX", true],
  "a digit": () => ["7", true],
  "an underscore": () => ["my_", true],
  "a hyphen": () => ["a-", true],
  "a known secret": () => [known, false],
  "a token of a fixed length": (seed) => [`npm_${randomText(36, seed)}`, false],
  "a token of any length": (seed) => [`ghp_${randomText(36, seed)}`, false],
  "an id that is not replaced": (seed) => [`AKIA${randomText(16, seed, base32)}Z`, true],
  "an example of an id": (seed) => [`AKIA${randomText(9, seed, base32)}EXAMPLE`, true],
  "an escaped line feed": () => ["\\n", false],
  "an escaped character": () => ["\\u003d", false],
  "an encoded character": () => ["a%3D", false],
};

interface Case {
  readonly name: string;
  readonly text: string;
  readonly token: string;
  readonly isHidden: boolean;
}

function caseOf(format: TokenFormat, before: string, index: number): Case {
  const seed = index * 100 + Object.keys(befores).indexOf(before) + 1;
  const token = sampleToken(format, seed);
  const [text, isWord] = befores[before]!(seed);
  const isHidden = !isWord || format.boundary !== "word";
  return {
    name: `${format.name} ${token.slice(0, 6)}… after ${before}`,
    text: text + token,
    token,
    isHidden,
  };
}

const cases = tokenFormats.flatMap((format, index) =>
  Object.keys(befores).map((before) => caseOf(format, before, index)),
);
const whole = cases.map(({ text }) => `a ${text}\n`).join("");

/** The cases that are not as they should be: some characters of a token are in no placeholder. */
function wrong(lines: readonly string[], among: readonly Case[] = cases): readonly string[] {
  return among.flatMap(({ name, token, isHidden }, index) => {
    const isShown = lines[index]!.includes(token.slice(-14));
    return isShown === isHidden ? [`${name}: ${isShown ? "shown" : "hidden"}`] : [];
  });
}

const linesOf = (text: string) => text.split("\n");

function written(text: string): string {
  const path = join(tempFolder(), "output.txt");
  writeFileSync(path, text);
  return path;
}

describe("a token of each format, after each of what may stand before it, is hidden", () => {
  it("in a text, alone or among others", () => {
    expect(wrong(cases.map(({ text }) => redactor().redact(text)))).toEqual([]);
    expect(wrong(linesOf(redactor().redact(whole)))).toEqual([]);
  });

  it("in a stream of single characters", () => {
    const stream = redactor().stream();
    const pieces = Array.from(whole, (character) => stream.push(character));
    expect(wrong(linesOf(pieces.join("") + stream.end()))).toEqual([]);
  });

  it("in a stream that is cut anywhere", () => {
    const count = Object.keys(befores).length;
    const longest = Math.max(...cases.map(({ text }) => text.length));
    for (let cut = 1; cut < longest; cut++) {
      const stream = redactor().stream();
      // Each cut with another text before each format.
      const some = cases.filter((_, index) => (index + Math.floor(index / count) + cut) % count === 0);
      const pieces = some.flatMap(({ text }) => [
        stream.push(`a ${text.slice(0, cut)}`),
        stream.push(`${text.slice(cut)}\n`),
      ]);
      expect(wrong(linesOf(pieces.join("") + stream.end()), some), `cut at ${cut}`).toEqual([]);
    }
  });

  it("in a file", async () => {
    const path = written(whole);
    await redactFile(path, redactor());
    expect(wrong(linesOf(readFileSync(path, "utf8")))).toEqual([]);
  });

  it("in a file that is followed", async () => {
    const path = written(whole);
    const file = followFile(path, redactor());
    while (file.look());
    expect(await file.finish()).toBe(true);
    expect(wrong(linesOf(readFileSync(path, "utf8")))).toEqual([]);
  });

  it("in a run that is read in several pieces", () => {
    const text = cases
      .filter(({ isHidden }) => isHidden)
      .map((each) => each.token)
      .join("&");
    for (const shift of [0, 7, 40]) {
      const clean = redactor().redact("x".repeat(shift) + text);
      const shown = cases.filter(({ token, isHidden }) => isHidden && clean.includes(token.slice(-14)));
      expect(shown.map(({ name }) => name)).toEqual([]);
    }
  });
});

describe("the table of formats", () => {
  it("has sixty vendors' formats", () => {
    expect(new Set(tokenFormats.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  });

  it("has no prefix shorter than what the search looks for", () => {
    const prefixes = tokenFormats.flatMap((format) => format.prefixes.split(" "));
    expect(prefixes.filter((prefix) => prefix.length < 3)).toEqual([]);
  });
});
