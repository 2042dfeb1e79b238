import fc from "fast-check";
import { fuzzSettings, recordSample } from "./fuzz.ts";
import { nextUse, seedOf } from "./property-use.ts";

/** Draws values like `fc.sample`, with a seed derived from the running test. */
export function sampleValues<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  const use = nextUse();
  const settings = fuzzSettings();
  if (settings !== undefined) recordSample(use, count, settings);
  const seed = seedOf(use, settings?.seed ?? process.env["SKEIN_FUZZ_SEED"] ?? "");
  return fc.sample(arbitrary, { numRuns: count, seed });
}
