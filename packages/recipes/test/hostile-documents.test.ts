import { describe, expect, it } from "vitest";
import { problemsOf, recipeText } from "./filled.ts";

/** Texts on which a parser takes minutes, or runs out of stack: the time limit of a test is what they must keep. */
const hostile: Readonly<Record<string, string>> = {
  "brackets without end": `x: ${"[".repeat(500_000)}`,
  "mappings in mappings": `x: ${"{a: ".repeat(300_000)}`,
  "lists in mappings in lists": `x: ${"[{a: [".repeat(200_000)}`,
  "dashes on one line": `x:\n${"- ".repeat(500_000)}`,
  "question marks": "? ".repeat(500_000),
  "ever deeper lines": Array.from({ length: 1200 }, (_, depth) => `${" ".repeat(depth)}k:\n`).join(""),
  "aliases of aliases": `a: &a [x,x]\n${Array.from("bcdefghijklmnopqrst")
    .map((name, index) => `${name}: &${name} [${`*${"abcdefghijklmnopqrst"[index]},`.repeat(9)}]\n`)
    .join("")}`,
  "many anchors": Array.from({ length: 100_000 }, (_, index) => `a${index}: &a${index} v\n`).join(""),
  "one key again and again": "k: v\n".repeat(100_000),
  quotes: `x: ${'"'.repeat(1_000_000)}`,
  "nothing but errors": "@: %\n".repeat(200_000),
  tags: `x: ${"!a ".repeat(300_000)}`,
  "open braces": "{{ ".repeat(100_000),
  "brackets in an output": `x: "{{ ${"(".repeat(100_000)}"`,
  "conditions in conditions": `x: |\n  ${"{% if 1 %}".repeat(19_000)}`,
  "braces around words": `x: |\n  ${"{{ a b }} ".repeat(19_000)}`,
  "hidden characters": `x: "${"\u202E".repeat(200_000)}"`,
};

describe("a document made to hurt", () => {
  it.each(Object.entries(hostile))("is refused or read at once: %s", async (_name, lines) => {
    const problems = await problemsOf(recipeText(`prompt: hi\n${lines}\n`));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThan(1200);
  });
});
