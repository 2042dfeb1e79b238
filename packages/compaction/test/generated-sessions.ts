import fc from "fast-check";
import type { SampleTurn } from "../src/conformance/index.ts";

const output = fc
  .record({
    line: fc.constantFrom("a line of output", "Ω∑ ünïcode 行", "x", "0123456789abcdef"),
    times: fc.nat({ max: 400 }),
  })
  .map(({ line, times }) => `${line}\n`.repeat(times));

const turn: fc.Arbitrary<SampleTurn> = fc.record(
  {
    user: fc.lorem({ maxCount: 12 }),
    said: fc.lorem({ maxCount: 40 }),
    results: fc.array(output, { minLength: 1, maxLength: 4 }),
    failed: fc.boolean(),
    open: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Sessions with answers of any length, calls that failed, and calls without a result. */
export const turns: fc.Arbitrary<readonly SampleTurn[]> = fc
  .array(turn, { minLength: 1, maxLength: 25 })
  .map((more) => [{ user: "Never touch the folder legacy, and always run the tests." }, ...more]);
