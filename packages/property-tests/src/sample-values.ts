import fc from "fast-check";
import { nextUse, seedOf } from "./property-seed.ts";

/** Draws values like `fc.sample`, with a seed derived from the running test. */
export function sampleValues<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: seedOf(nextUse()) });
}
