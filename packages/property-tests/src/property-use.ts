import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { TestRunner } from "vitest";

/** Tells the uses of random values apart, on every machine. */
export interface UseIdentity {
  /** Path of the test file, relative to the root of the repository, with slashes. */
  readonly file: string;
  /** Full name of the test. */
  readonly test: string;
  /** Number of earlier uses in the same run of the test. */
  readonly index: number;
}

/** A use of random values in a running test. */
export interface PropertyUse extends UseIdentity {
  /** Absolute path of the test file. */
  readonly path: string;
  /** Time limit of the test, in milliseconds. */
  readonly timeoutMs: number;
}

const uses = new WeakMap<object, number>();

/** Identifies the next use of random values in the running test. Throws outside a test. */
export function nextUse(): PropertyUse {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error("No test is running. Draw random values inside it(…).");
  const index = uses.get(test) ?? 0;
  uses.set(test, index + 1);
  const path = test.file.filepath;
  return { path, file: repositoryPath(path), test: test.fullTestName, index, timeoutMs: test.timeout };
}

/**
 * Derives the seed of a use from its identity alone, so that a commit has the same values on every machine.
 *
 * @param other - another text for other values: a fuzz run sets one.
 */
export function seedOf({ file, test, index }: UseIdentity, other: string): number {
  const identity = JSON.stringify([file, test, index, other]);
  return createHash("sha256").update(identity).digest().readInt32LE();
}

/** Looks for the root from the file itself: mutation testing runs the tests of a copy of the repository. */
function repositoryPath(file: string): string {
  let root = dirname(file);
  while (!existsSync(join(root, "pnpm-workspace.yaml"))) {
    if (dirname(root) === root) throw new Error(`${file} is outside the repository.`);
    root = dirname(root);
  }
  return relative(root, file).split(sep).join("/");
}
