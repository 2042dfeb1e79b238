import type { SourceFile, Workspace } from "../structure/workspace.ts";

/** Something that a figure counts, and where it stands. */
export interface Place {
  /** Relative to the root of the repository, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** What the plan allows at most; at least for `atLeast`. */
  readonly limit?: number;
  readonly atLeast?: boolean;
  /** What `--show` lists; empty for sums. */
  readonly places: readonly Place[];
}

/** A figure that is the number of its places. */
export function counted(name: string, places: readonly Place[], limit?: number): Figure {
  return { name, value: places.length, places, ...(limit !== undefined && { limit }) };
}

/** The sources that users get: packages and apps, without those for tests of this repository. */
export function productFiles({ members }: Workspace): readonly SourceFile[] {
  return members
    .filter(({ kind, name }) => kind !== "examples" && !isForTests(name))
    .flatMap(({ src }) => src);
}

/** Packages for tests of this repository alone. */
export const isForTests = (name: string): boolean => name === "test-kit" || name === "property-tests";

export function linesOf({ source }: SourceFile): number {
  return source.text.split("\n").length - 1;
}
