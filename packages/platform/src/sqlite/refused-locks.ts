import { statSync } from "node:fs";
import { findLockProblem, locksHint } from "../file-systems/file-locks.ts";

/** The file system of a store refuses file locks, without which no two processes can share it. */
export class RefusedLocksError extends Error {
  readonly hint: string = locksHint;
}

/** Sentences by device: each file of a store waits for its lock before it fails, one wait is enough. */
const problems = new Map<number, string>();

/** Throws `RefusedLocksError` if locks were refused before on the file system of this folder. */
export function requireLocks(folder: string): void {
  const problem = problems.get(statSync(folder).dev);
  if (problem !== undefined) throw new RefusedLocksError(problem);
}

/** Creates the error for a lock that was not free in time; undefined if another process may hold it. */
export function refusedLocks(folder: string, cause: unknown): RefusedLocksError | undefined {
  const problem = findLockProblem(folder);
  if (problem === undefined) return undefined;
  problems.set(statSync(folder).dev, problem);
  return new RefusedLocksError(problem, { cause });
}
