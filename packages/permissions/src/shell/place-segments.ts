import { resolve } from "node:path";
import { isFolder } from "@skein/platform/folders";
import { homeFolder } from "@skein/platform/user";
import {
  segmentEffects,
  type PathUse,
  type Segment,
  type SegmentEffects,
  type TreeUse,
} from "../shell-analysis/index.ts";
import type { SearchedTree } from "../paths/find-in-tree.ts";
import { reached, type ReachedPath } from "../paths/reached-paths.ts";
import { wordPaths } from "./word-paths.ts";

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
  /** A word that may be any path, as it is written. */
  readonly unknown?: string;
  /** The same of a redirection that writes. */
  readonly unknownWritten?: string;
}

/** The simple commands of a call with what each gets at. @param cwd - absolute. */
export function placeSegments(segments: readonly Segment[], cwd: string): readonly PlacedSegment[] {
  const placed: PlacedSegment[] = [];
  for (const segment of segments) {
    const starter = segment.startedBy === undefined ? undefined : placed[segment.startedBy];
    placed.push(placeSegment(segment, starter, cwd));
  }
  return placed;
}

function placeSegment(segment: Segment, starter: PlacedSegment | undefined, cwd: string): PlacedSegment {
  const effects = segmentEffects(segment);
  const folders = foldersOf(segment, cwd);
  const places = folders ?? [cwd];
  // `find a -exec cat {} +` reads what is below `a`.
  const isFound = ({ word }: PathUse): boolean => isFind(starter) && word.expansions.join() === "input";
  const operands = usedPaths(
    effects.paths.filter((use) => !isFound(use)),
    places,
  );
  const redirected = usedPaths(effects.redirected, places);
  const below = effects.paths
    .filter(isFound)
    .flatMap(({ access }) => (starter?.paths ?? []).map((path) => ({ ...path, access })));
  const paths = [...operands.paths, ...redirected.paths, ...below];
  const isFolderUnknown = !folders && effects.paths.length + effects.redirected.length > 0;
  const unknown = isFolderUnknown
    ? "a folder that is not known before it runs"
    : (operands.unknown ?? redirected.unknown);
  const unknownWritten = usedPaths(
    effects.redirected.filter(({ access }) => access === "writes"),
    folders ?? [],
  ).unknown;
  return {
    segment,
    effects,
    folders,
    paths,
    written: redirected.paths.filter(({ access }) => access === "writes"),
    trees: [
      ...effects.trees
        .filter(({ word }) => word === undefined || !isFound({ word, access: "reads" }))
        .flatMap((tree) => searchedTrees(tree, places)),
      ...below.map((path) => ({ path: path.places[0] ?? cwd, links: "opened" as const })),
    ],
    ...(unknown === undefined ? {} : { unknown }),
    ...(unknownWritten === undefined ? {} : { unknownWritten }),
  };
}

const isFind = (starter: PlacedSegment | undefined): boolean =>
  starter?.segment.program?.text.replace(/^.*\//, "") === "find";

/** The folders that a word names; what is no folder is read as the file that it is. */
function searchedTrees(
  { word, mayBeFile = false, ...filter }: TreeUse,
  folders: readonly string[],
): readonly SearchedTree[] {
  if (word === undefined) return folders.map((path) => ({ path, ...filter }));
  return usedPaths([{ word, access: "reads" }], folders).paths.flatMap(({ places }) =>
    places.filter((place) => !mayBeFile || isFolder(place)).map((path) => ({ path, ...filter })),
  );
}

interface UsedPaths {
  readonly paths: readonly ReachedPath[];
  readonly unknown?: string;
}

function usedPaths(uses: readonly PathUse[], folders: readonly string[]): UsedPaths {
  const paths: ReachedPath[] = [];
  let unknown: string | undefined;
  for (const { word, access } of uses) {
    if (word.text === "" && word.expansions.length === 0) continue;
    for (const folder of folders) {
      const names = wordPaths(word, folder);
      if (names) paths.push(...names.map((name) => reached(name, access, folder)));
      else unknown ??= word.source;
    }
  }
  return unknown === undefined ? { paths } : { paths, unknown };
}

/** Where the `cd` commands before it may have led. */
function foldersOf({ folders }: Segment, cwd: string): readonly string[] | undefined {
  const found = folders.map((operands) =>
    operands.reduce<string | undefined>((base, { text, expansions }) => {
      if (base === undefined) return undefined;
      if (expansions.length === 0) return resolve(base, text);
      const isHome = expansions.join() === "tilde" && /^~(?:\/|$)/.test(text);
      return isHome ? resolve(homeFolder(), `.${text.slice(1)}`) : undefined;
    }, cwd),
  );
  const known = found.filter((folder) => folder !== undefined);
  return known.length === found.length ? [...new Set(known)] : undefined;
}
