import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderEntries } from "../src/folders/index.ts";
import { decodedValue, variableIn } from "../src/variables/index.ts";
import { quotedWord } from "../src/words.ts";

it.each([
  [{ A: " x " }, "x"],
  [{ A: "  " }, undefined],
  [{ A: "" }, undefined],
  [{}, undefined],
])("the variable A of %j is %j", (variables, value) => {
  expect(variableIn(variables, "A")).toBe(value);
});

it.each([
  ["Basic%20abc", "Basic abc"],
  ["100%", "100%"],
  ["plain", "plain"],
])("the value %s is decoded as %s", (value, text) => {
  expect(decodedValue(value)).toBe(text);
});

it.each([
  ["npx", "npx"],
  ["a b", '"a b"'],
  ["it's", '"it\'s"'],
  ["", '""'],
])("the word %s is written %s", (word, text) => {
  expect(quotedWord(word)).toBe(text);
});

it("a folder has entries with types; one that cannot be read has none", () => {
  const folder = mkdtempSync(join(tmpdir(), "skein-"));
  writeFileSync(join(folder, "a"), "");
  expect(folderEntries(folder).map((entry) => [entry.name, entry.isFile()])).toEqual([["a", true]]);
  rmSync(folder, { recursive: true });
  expect(folderEntries(folder)).toEqual([]);
});
