import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeCommand, verdictOf } from "../../src/shell-analysis/index.ts";
import { corpus } from "./corpus.ts";
import { mutations } from "./mutations.ts";

const evasive = corpus("evasive").map(({ command }) => command);

describe("an evasive command, written differently, is not harmless", () => {
  it.each(Object.keys(mutations))("%s", async (name) => {
    await checkProperty(
      fc.asyncProperty(fc.constantFrom(...evasive), fc.nat(500), async (command, at) => {
        const mutated = mutations[name]?.(command, at) ?? command;
        expect([mutated, verdictOf(await analyzeCommand(mutated))]).not.toEqual([mutated, "harmless"]);
      }),
      { numRuns: 150 },
    );
  });
});

it("two mutations on top of each other do not make it harmless either", async () => {
  const names = fc.constantFrom(...Object.keys(mutations));
  await checkProperty(
    fc.asyncProperty(
      fc.constantFrom(...evasive),
      names,
      names,
      fc.nat(500),
      async (command, one, two, at) => {
        const mutated = mutations[two]?.(mutations[one]?.(command, at) ?? "", at) ?? "";
        expect([mutated, verdictOf(await analyzeCommand(mutated))]).not.toEqual([mutated, "harmless"]);
      },
    ),
    { numRuns: 1_500 },
  );
});
