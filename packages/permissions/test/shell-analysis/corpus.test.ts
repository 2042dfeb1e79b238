import { describe, expect, it } from "vitest";
import { analyzeCommand, verdictOf } from "../../src/shell-analysis/index.ts";
import { corpus, type CorpusName } from "./corpus.ts";

const sizes: Readonly<Record<CorpusName, number>> = { benign: 150, compound: 100, evasive: 200, broken: 20 };

describe.each(Object.keys(sizes) as CorpusName[])("%s commands", (name) => {
  const cases = corpus(name);

  it.each(cases)("$command is $verdict", async ({ command, verdict }) => {
    expect(verdictOf(await analyzeCommand(command))).toBe(verdict);
  });

  it("are many, and each stands there once", () => {
    expect(cases.length).toBeGreaterThanOrEqual(sizes[name]);
    expect(new Set(cases.map(({ command }) => command)).size).toBe(cases.length);
  });
});

it("no evasive command is harmless, and all benign ones are", () => {
  expect(corpus("evasive").filter(({ verdict }) => verdict === "harmless")).toEqual([]);
  expect(corpus("benign").filter(({ verdict }) => verdict !== "harmless")).toEqual([]);
});
