import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";

// Stands in for fast-check in `npm run fuzz`: every property is tried more often, from the seed of this run.
const real = createRequire(import.meta.url)("fast-check") as typeof FastCheck;
const times = Number(process.env["SKEIN_FUZZ_TIMES"]);
const seed = Number(process.env["SKEIN_FUZZ_SEED"]);

/** fast-check tries a property 100 times where its test does not say how often. */
function assert<Ts>(
  property: FastCheck.IRawProperty<Ts>,
  parameters: FastCheck.Parameters<Ts> = {},
): void | Promise<void> {
  return real.assert(property, { seed, ...parameters, numRuns: (parameters.numRuns ?? 100) * times });
}

export default { ...real, assert };
