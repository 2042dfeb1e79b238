import { basename, resolve } from "node:path";
import { isFolder, listFolder } from "@skein/platform/folders";
import { homeFolder } from "@skein/platform/user";
import {
  segmentEffects,
  type PathUse,
  type Segment,
  type TreeUse,
  type Word,
} from "../shell-analysis/index.ts";
import type { SearchedTree } from "../paths/find-in-tree.ts";
import { reached, type ReachedPath } from "../paths/reached-paths.ts";
import { foundFiles, isFoundName } from "./found-files.ts";
import type { PlacedSegment } from "./placed-segment.ts";
import { wordPaths } from "./word-paths.ts";

/** The simple commands of a call with what each gets at. @param cwd - absolute. */
export function placeSegments(segments: readonly Segment[], cwd: string): readonly PlacedSegment[] {
  const placed: PlacedSegment[] = [];
  for (const segment of segments) {
    const starter = segment.startedBy === undefined ? undefined : placed[segment.startedBy];
    placed.push(placeSegment(segment, { starter, placed, cwd }));
  }
  return placed;
}

interface Surroundings {
  readonly starter: PlacedSegment | undefined;
  /** Those before it. */
  readonly placed: readonly PlacedSegment[];
  readonly cwd: string;
}

function placeSegment(segment: Segment, { starter, placed, cwd }: Surroundings): PlacedSegment {
  const effects = segmentEffects(segment);
  const folders = foldersOf(segment, cwd);
  const places = folders ?? [cwd];
  const found = foundFiles(starter, placed);
  // `find a -exec cat {} +` reads what is below `a`.
  const isFound = ({ word }: { readonly word?: Word }): boolean =>
    found !== undefined && word !== undefined && isFoundName(word);
  const operands = usedPaths(
    effects.paths.filter((use) => !isFound(use)),
    places,
  );
  const redirected = usedPaths(effects.redirected, places);
  const below = effects.paths
    .filter(isFound)
    .flatMap(({ access }) => (found ?? []).map(({ path }) => reached(path, access, cwd)));
  const paths = [...operands.paths, ...redirected.paths, ...below];
  const isFolderUnknown = !folders && effects.paths.length + effects.redirected.length > 0;
  const unknown = isFolderUnknown
    ? "a folder that is not known before it runs"
    : (operands.unknown ?? redirected.unknown);
  const unknownWritten = usedPaths(
    effects.redirected.filter(({ access }) => access === "writes"),
    folders ?? [],
  ).unknown;
  const isReadingFound = effects.paths.some(isFound) && effects.showsNoContent !== true;
  return {
    segment,
    effects,
    folders,
    paths,
    written: redirected.paths.filter(({ access }) => access === "writes"),
    trees: [
      ...effects.trees.filter((tree) => !isFound(tree)).flatMap((tree) => searchedTrees(tree, places)),
      ...(isReadingFound ? (found ?? []) : []),
    ],
    changedTrees: effects.paths.some((use) => isFound(use) && use.isMade === true) ? (found ?? []) : [],
    ...(unknown === undefined ? {} : { unknown }),
    ...(unknownWritten === undefined ? {} : { unknownWritten }),
  };
}

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
  for (const { word, access, receives = [] } of uses) {
    if (word.text === "" && word.expansions.length === 0) continue;
    for (const folder of folders) {
      const names = wordPaths(word, folder);
      if (!names) {
        unknown ??= word.source;
        continue;
      }
      const found = names.map((name) => reached(name, access, folder));
      paths.push(...found, ...found.flatMap((target) => receivedPaths(target, receives, folder)));
    }
  }
  return unknown === undefined ? { paths } : { paths, unknown };
}

/** What appears in a folder when files are copied into it: `cp a/b ~` makes `~/b`. */
function receivedPaths(
  { path, access, places }: ReachedPath,
  sources: readonly Word[],
  folder: string,
): readonly ReachedPath[] {
  if (!path.endsWith("/") && !places.some(isFolder)) return [];
  return sources.flatMap((source) =>
    (wordPaths(source, folder) ?? [])
      .flatMap((name) => namesOfCopy(name, folder))
      .map((name) => reached(`${places[0] ?? path}/${name}`, access, folder)),
  );
}

/** Its last name; of `a/` and `a/.`, the names of what is in it. */
function namesOfCopy(path: string, folder: string): readonly string[] {
  const [, inner] = /^(.*)\/\.?$/s.exec(path) ?? [];
  if (inner === undefined) return [basename(path)];
  return [basename(inner), ...listFolder(reached(inner, "reads", folder).places[0] ?? inner)];
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
