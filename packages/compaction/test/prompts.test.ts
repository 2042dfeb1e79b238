import { expect, it } from "vitest";
import { firstLine, sections, summaryPrompts } from "../src/summary/prompts.ts";

it("words the prompts of a summary like this", () => {
  const ask = {
    text: "(the record)",
    mark: "-----mark-----",
    part: 2,
    parts: 3,
    budget: 800,
    wish: "file names",
  };
  expect({
    system: summaryPrompts.system,
    ask: summaryPrompts.ask(ask),
    whole: summaryPrompts.ask({ ...ask, part: 1, parts: 1, wish: undefined }),
    fold: summaryPrompts.fold(ask),
    first: firstLine(12, "recall"),
    firstUnaided: firstLine(12, undefined),
    sections,
  }).toMatchSnapshot();
});
