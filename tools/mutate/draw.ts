import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mutant } from "@stryker-mutator/api/core";
import type { Logger } from "@stryker-mutator/api/logging";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { sentences } from "./sentences.ts";

/** A place in a source file and the code that replaces it. */
export interface DrawnMutant extends Pick<Mutant, "location" | "mutatorName" | "replacement"> {
  /** Relative to the root of the repository. */
  readonly file: string;
}

export interface Draw {
  readonly seed: number;
  /** Number of mutants to draw. Default: all. */
  readonly size?: number | undefined;
}

/**
 * Returns the mutants of the files, in the order of their lots. A lot is a hash of the seed, the file, the mutated code and
 * its replacement, so the sample stays the same when lines move or other code changes.
 *
 * @param root - absolute path of the repository
 * @param files - paths relative to the root
 */
export async function drawMutants(
  root: string,
  files: readonly string[],
  { seed, size }: Draw,
): Promise<readonly DrawnMutant[]> {
  const sources = await Promise.all(
    files.map(async (name) => ({ name, mutate: true, content: await readFile(join(root, name), "utf8") })),
  );
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split("\n")]));
  const { mutants } = await new Instrumenter(silent).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [sentences],
  });
  const seen = new Map<string, number>();
  return mutants
    .filter(({ status }) => status !== "Ignored")
    .map(({ fileName: file, location, mutatorName, replacement }) => {
      const code = codeAt(linesOf.get(file)!, location);
      const identity = JSON.stringify([file, mutatorName, code, replacement]);
      const earlier = seen.get(identity) ?? 0;
      seen.set(identity, earlier + 1);
      const lot = createHash("sha256").update(`${seed} ${earlier} ${identity}`).digest("hex");
      return { lot, mutant: { file, location, mutatorName, replacement } };
    })
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/** Returns the text of a location whose lines and columns start at 0. */
export function codeAt(lines: readonly string[], { start, end }: Mutant["location"]): string {
  const within = lines.slice(start.line, end.line + 1);
  within[within.length - 1] = (within.at(-1) ?? "").slice(0, end.column);
  within[0] = (within[0] ?? "").slice(start.column);
  return within.join("\n");
}

const ignore = (): void => undefined;
const silent: Logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
