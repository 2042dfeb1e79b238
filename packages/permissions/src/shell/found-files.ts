import { isFolder } from "@skein/platform/folders";
import type { SearchedTree } from "../paths/find-in-tree.ts";
import type { Segment, Word } from "../shell-analysis/index.ts";
import { findFilter } from "../shell-analysis/programs/find-filter.ts";
import type { PlacedSegment } from "./placed-segment.ts";

export const programOf = ({ program }: Segment): string => program?.text.replace(/^.*\//, "") ?? "";

/** Whether a word is what another program finds, and nothing else. */
export const isFoundName = ({ text, expansions }: Word): boolean =>
  expansions.join() === "input" && /^(?:\{\}|%)?$/.test(text);

/**
 * Where the files are that a program is started for: what `find` finds, and what `xargs` reads of a program that lists
 * files. `undefined` where that is not known.
 */
export function foundFiles(
  starter: PlacedSegment | undefined,
  placed: readonly PlacedSegment[],
): readonly SearchedTree[] | undefined {
  if (!starter) return undefined;
  const { segment } = starter;
  if (programOf(segment) === "find") return searchedByFind(starter);
  if (programOf(segment) !== "xargs" || segment.args.some(({ text }) => /^(?:-a|--arg-file)/.test(text)))
    return undefined;
  const listed = listedBy(segment.pipedFrom, placed);
  const isWhole = segment.args.some(({ text }) => /^-[rtx]*0|^--null$|^-d\\n$/.test(text));
  return listed?.map((tree) => (isWhole ? tree : { ...tree, isSplit: true }));
}

function searchedByFind({ segment, folders, paths }: PlacedSegment): readonly SearchedTree[] {
  const filter = findFilter(segment.args);
  const named = paths.flatMap(({ places }) => places);
  const hasFolder = segment.args[0] !== undefined && !/^[-(!]/.test(segment.args[0].text);
  const found = hasFolder ? named : [...named, ...(folders ?? [])];
  return found.map((path) => ({ path, ...filter }));
}

/** Follows a pipeline up to the program that lists files, through those that leave out lines or sort them. */
function listedBy(
  index: number | undefined,
  placed: readonly PlacedSegment[],
): readonly SearchedTree[] | undefined {
  const source = index === undefined ? undefined : placed[index];
  if (
    !source?.effects.isHarmless ||
    source.unknown !== undefined ||
    source.segment.redirections.some(({ operator }) => operator.startsWith("<"))
  )
    return undefined;
  const { segment, trees, paths, folders = [] } = source;
  const texts = segment.args.map(({ text }) => text);
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  if (isFilter(programOf(segment), texts)) return listedBy(segment.pipedFrom, placed);
  const here = folders.map((path) => ({ path, links: "opened" as const }));
  switch (programOf(segment)) {
    case "find":
      return has(/^-(?:printf|ls)$/) ? undefined : searchedByFind(source);
    case "grep":
    case "egrep":
    case "fgrep":
    case "rg": {
      if (!has(/^-[A-Za-z]*[lL]|^--files/) || has(/^-[A-Za-z]*Z|^--null/)) return undefined;
      return [
        ...trees,
        ...paths
          .flatMap(({ places }) => places)
          .filter((path) => !isFolder(path))
          .map((path) => ({ path, links: "opened" as const })),
      ];
    }
    case "git": {
      const [name, ...rest] = texts;
      const operands = rest.filter((text) => !text.startsWith("-"));
      const isListing =
        name === "ls-files" || (name === "grep" && has(/^-[A-Za-z]*[lL]|^--(?:files-with|name-only)/));
      if (!isListing || has(/^--(?:full-name|format)/) || operands.some((text) => /^[/:~]|^\.\./.test(text)))
        return undefined;
      const patterns =
        name === "ls-files" && operands.length > 0 && operands.every((text) => /[*]/.test(text));
      return patterns
        ? here.map((tree) => ({ ...tree, includes: operands.map((text) => text.replace(/^.*\//, "")) }))
        : here;
    }
    case "ls":
      return has(/^-[^1atrSd]|^-[^-]*[^-1atrSd]|^--|^[/~]|\.\./) ? undefined : here;
    default:
      return undefined;
  }
}

/** Programs that print some of the lines that they read, as they are. */
function isFilter(program: string, args: readonly string[]): boolean {
  switch (program) {
    case "sort":
      return args.every((text) => /^-[bdfghinrsuV]+$/.test(text));
    case "uniq":
      return args.every((text) => /^-[ud]+$/.test(text));
    case "tac":
      return args.length === 0;
    case "head":
    case "tail":
      return args.every((text) => /^-n?\d*$|^\d+$/.test(text));
    case "grep":
    case "egrep":
    case "fgrep":
      return (
        args.filter((text) => !text.startsWith("-")).length === 1 &&
        args.every((text) => !text.startsWith("-") || /^-[viEFwx]+$/.test(text))
      );
    default:
      return false;
  }
}
