import { describe, expect, it } from "vitest";
import { tortureCases } from "../cases.ts";
import { tryCase } from "../try-case.ts";

const all = tortureCases();
/** The ones that could do harm; `npm run x -- proof streams` tries all of them. */
const sample = all.filter(({ id }) =>
  [
    "three-parallel-calls-all-index-0-whole-args",
    "length-stop-truncated-args",
    "tool-use-cut-by-max-tokens",
    "raw-newline-in-tool-json",
    "example-tool-markup-in-prose",
    "arguments: two-objects-glued",
    "arguments: null-literal",
  ].includes(id),
);

describe.skipIf(all.length === 0).concurrent("streams from bug reports, through the command", () => {
  it("are there", () => {
    expect([all.length, sample.length]).toEqual([70, 7]);
  });

  it.each(sample)("$id", async (given) => {
    expect((await tryCase(given)).problems).toEqual([]);
  });
});
