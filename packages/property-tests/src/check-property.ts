import fc from "fast-check";
import { nextUse, seedOf } from "./property-seed.ts";

/** The seed follows from the test. `npm run fuzz -- --seed N` sets another one. */
export type PropertyOptions<Ts = unknown> = Omit<fc.Parameters<Ts>, "seed" | "path">;

/** Number of runs of a property that sets none, the default of fast-check. */
const defaultRuns = 100;

/**
 * Runs a property like `fc.assert`, with a seed derived from the running test: a commit fails always or never.
 * `npm run fuzz` sets another seed and multiplies the number of runs. Throws if the property does not hold.
 */
export function checkProperty<Ts>(
  property: fc.IAsyncProperty<Ts>,
  options?: PropertyOptions<Ts>,
): Promise<void>;
export function checkProperty<Ts>(property: fc.IProperty<Ts>, options?: PropertyOptions<Ts>): void;
export function checkProperty<Ts>(
  property: fc.IRawProperty<Ts>,
  options: PropertyOptions<Ts> = {},
): void | Promise<void> {
  const times = Number(process.env["SKEIN_FUZZ_TIMES"] ?? 1);
  const numRuns = (options.numRuns ?? defaultRuns) * times;
  return fc.assert(property, { ...options, numRuns, seed: seedOf(nextUse()) });
}
