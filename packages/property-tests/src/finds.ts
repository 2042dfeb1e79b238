import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type fc from "fast-check";
import type { PropertyUse, UseIdentity } from "./property-use.ts";

/** A counterexample that a fuzz run found. `npm test` tries it before all other values. */
export type StoredFind = {
  /** Full name of the test. */
  readonly test: string;
  /** Number of earlier properties in the same run of the test. */
  readonly index: number;
} & Counterexample;

/** The values, or how fast-check draws them if JSON cannot hold them. */
type Counterexample =
  | { readonly example: readonly unknown[] }
  | { readonly seed: number; readonly path: string };

/** `x.finds.json` next to `x.test.ts`. */
export function findsFileOf(testFile: string): string {
  return testFile.replace(/\.test\.tsx?$/, ".finds.json");
}

/** The stored counterexamples of a property. */
export function findsOf({ path, test, index }: PropertyUse): readonly StoredFind[] {
  const file = findsFileOf(path);
  if (!existsSync(file)) return [];
  const finds = JSON.parse(readFileSync(file, "utf8")) as readonly StoredFind[];
  return finds.filter((find) => find.test === test && find.index === index);
}

/** The find of a failed check, or undefined if no value made it fail. */
export function toFind<Ts>(
  { test, index }: UseIdentity,
  { counterexample, counterexamplePath, seed }: fc.RunDetails<Ts>,
): StoredFind | undefined {
  if (counterexample === null || counterexamplePath === null) return undefined;
  const values: unknown = counterexample;
  return Array.isArray(values) && survivesJson(values)
    ? { test, index, example: values }
    : { test, index, seed, path: counterexamplePath };
}

function survivesJson(values: readonly unknown[]): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(values)), values);
  } catch {
    return false;
  }
}
