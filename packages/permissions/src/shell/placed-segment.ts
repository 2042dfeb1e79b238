import type { SearchedTree } from "../paths/find-in-tree.ts";
import type { ReachedPath } from "../paths/reached-paths.ts";
import type { Segment, SegmentEffects } from "../shell-analysis/index.ts";

/** A simple command of a call, and what it gets at in the folders where it may run. */
export interface PlacedSegment {
  readonly segment: Segment;
  readonly effects: SegmentEffects;
  /** Absolute. `undefined`: any. */
  readonly folders: readonly string[] | undefined;
  /** What its words and its redirections name. */
  readonly paths: readonly ReachedPath[];
  /** Of those, what its redirections write. */
  readonly written: readonly ReachedPath[];
  /** Folders of which it reads all files below. */
  readonly trees: readonly SearchedTree[];
  /** Folders below which it may change all files that it is started for. */
  readonly changedTrees: readonly SearchedTree[];
  /** A word that may be any path, as it is written. */
  readonly unknown?: string;
  /** The same of a redirection that writes. */
  readonly unknownWritten?: string;
}
