import fc from "fast-check";
import { findsOf } from "./finds.ts";
import { fuzz, fuzzSettings } from "./fuzz.ts";
import { nextUse, seedOf, type PropertyUse } from "./property-use.ts";

/** The seed follows from the test. `npm run fuzz -- --seed N` sets another one. */
export type PropertyOptions<Ts = unknown> = Omit<fc.Parameters<Ts>, "seed" | "path">;

/** Number of runs of a property that sets none, the default of fast-check. */
const defaultRuns = 100;

/**
 * Runs a property like `fc.assert`, with a seed derived from the running test: a commit fails always or never. First come
 * the counterexamples of earlier fuzz runs, stored next to the test. `npm run fuzz` draws other values, and more of them.
 * Throws if the property does not hold.
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
  const use = nextUse();
  const withRuns = { ...options, numRuns: options.numRuns ?? defaultRuns };
  const settings = fuzzSettings();
  if (settings !== undefined) return fuzz(property, withRuns, use, settings);
  const checks = checksOf(use, withRuns);
  if (property.isAsync()) return inTurn(property, checks);
  for (const parameters of checks) void fc.assert(property, parameters);
}

async function inTurn<Ts>(
  property: fc.IRawProperty<Ts>,
  checks: readonly fc.Parameters<Ts>[],
): Promise<void> {
  for (const parameters of checks) await fc.assert(property, parameters);
}

/** The stored counterexamples do not count as runs, so that the other values stay the same. */
function checksOf<Ts>(
  use: PropertyUse,
  options: PropertyOptions<Ts> & { readonly numRuns: number },
): readonly fc.Parameters<Ts>[] {
  const finds = findsOf(use);
  const examples = finds.flatMap((find) => ("example" in find ? [find.example as Ts] : []));
  const replays = finds.flatMap((find) =>
    "path" in find ? [{ ...options, seed: find.seed, path: find.path, endOnFailure: true }] : [],
  );
  const main = {
    ...options,
    numRuns: options.numRuns + examples.length,
    examples: [...examples, ...(options.examples ?? [])],
    seed: seedOf(use, process.env["SKEIN_FUZZ_SEED"] ?? ""),
  };
  return [...replays, main];
}
