import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What came of the tests of one part: a package, an app, an example, or `tools`. */
export interface PartResult {
  readonly passed: number;
  /** A line for each test that failed, and each file that could not be loaded. */
  readonly failed: readonly string[];
  /** A line for each test that was skipped. */
  readonly skipped: readonly string[];
}

/** What came of one run of vitest. */
export interface RunResult {
  readonly parts: Readonly<Record<string, PartResult>>;
  /** Errors outside of every test: no part of that run counts as passed. */
  readonly unhandled: readonly string[];
}

export const noTests: PartResult = { passed: 0, failed: [], skipped: [] };

/** The part that a path belongs to, relative to the root: `packages/agent/test/x.test.ts` → `packages/agent`. */
export function partOfPath(path: string): string {
  const [kind = "", name = ""] = path.split("/");
  return kind === "tools" ? kind : `${kind}/${name}`;
}

/** Where turbo keeps the result of a part: it is the output of the part's task. */
export function resultFile(part: string): string {
  return join(part === "tools" ? "." : part, ".turbo", "tests.json");
}

/** `undefined` when there is no such file, or only a part of one. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}
