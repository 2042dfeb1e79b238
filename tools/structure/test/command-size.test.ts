import { expect, it } from "vitest";
import { problemsIn, soundPackage, soundTree } from "./tree.ts";

const lines = (count: number) => "// a line\n".repeat(count);

it("refuses a command of more than 8,000 lines, whichever file they stand in, and does not count its tests", () => {
  const tree = { ...soundTree, ...soundPackage("cli", [], "apps/cli") };
  const about = (first: number, second: number) =>
    problemsIn({
      ...tree,
      "apps/cli/src/index.ts": lines(first),
      "apps/cli/src/session/show.ts": lines(second),
      "apps/cli/test/show.test.ts": lines(9_000),
    }).filter((problem) => problem.includes("lines"));
  expect(about(4_000, 4_000)).toEqual([]);
  expect(about(4_000, 4_001)).toEqual([
    "apps/cli/src:1: has 8001 lines, of at most 8000; move what is no argument, terminal or wording into packages/host or packages/terminal-chat",
  ]);
});
