import { isLiteral, maySpread, type CommandAnalysis, type Segment, type Word } from "./analysis.ts";
import { isReadingCmdlet } from "./powershell.ts";
import { findWords } from "./programs/checked-programs.ts";
import { readingGit, readsRepository } from "./programs/git.ts";
import { readOptions } from "./programs/options.ts";
import type { PathUse } from "./programs/path-use.ts";
import { otherPaths } from "./programs/path-uses.ts";
import type { ReadingProgram } from "./programs/reading-program.ts";
import { readingPrograms } from "./programs/reading-programs.ts";
import { searchFilter, type TreeUse } from "./programs/tree-uses.ts";
import { isHarmlessName } from "./wrappers/environment-names.ts";
import { prefixWrappers } from "./wrappers/prefix-wrappers.ts";

/** What a simple command does, as far as it can be seen. */
export interface SegmentEffects {
  /**
   * Whether its program can be seen to change nothing. `false` says nothing: what is not in the tables may be harmless. What
   * its redirections write is in `redirected`.
   */
  readonly isHarmless: boolean;
  /**
   * What that rests on. `plain-repository`: the settings of the git repository name no program to run, such as a
   * file-system monitor.
   */
  readonly assumes: readonly "plain-repository"[];
  /** Files that its words name. */
  readonly paths: readonly PathUse[];
  /** Folders of which it reads all files below. A word that names a file adds nothing. */
  readonly trees: readonly TreeUse[];
  /** It shows no content of the files: their names, or how long they are. */
  readonly showsNoContent?: boolean;
  /** Files that its redirections read and write. */
  readonly redirected: readonly PathUse[];
}

type ProgramEffects = Omit<SegmentEffects, "redirected">;

/** Looks one simple command up in the tables; those that it starts are segments of their own. */
export function segmentEffects(segment: Segment): SegmentEffects {
  const { program, args, isTransparent } = segment;
  const effects = program === undefined ? plain(true) : programEffects(program, args, isTransparent);
  const redirected = segment.redirections.flatMap(({ target, path, writes }): readonly PathUse[] =>
    target === undefined || path === "/dev/null" || (path === undefined && !writes)
      ? []
      : [{ word: target, access: writes ? "writes" : "reads" }],
  );
  return { ...effects, isHarmless: effects.isHarmless && hasHarmlessNames(segment), redirected };
}

/** A variable of the shell's own may hold anything; what programs get too may name no file. */
const hasHarmlessNames = ({ program, assignments }: Segment): boolean =>
  assignments.every(({ name, value }) =>
    program === undefined && /^(?:[a-z]\w*|[A-Z])$/.test(name)
      ? isHarmlessName(name.toLowerCase())
      : isHarmlessName(name) && isLiteral(value) && !value.text.includes("/"),
  );

const plain = (isHarmless: boolean, paths: readonly PathUse[] = []): ProgramEffects => ({
  isHarmless,
  assumes: [],
  paths,
  trees: [],
});

const reads = (word: Word): PathUse => ({ word, access: "reads" });

function programEffects(program: Word, args: readonly Word[], isTransparent: boolean): ProgramEffects {
  if (!isLiteral(program)) return plain(false);
  const name = program.text;
  if (isTransparent) return plain(true, wrapperPaths(name, args));
  if (isReadingCmdlet(name)) return plain(true, args.map(reads));
  if (name === "command" && /^-[vV]$/.test(args[0]?.source ?? ""))
    return plain(args.slice(1).every(isLiteral));
  if (name === "git") {
    const git = readingGit(args);
    if (git)
      return {
        isHarmless: true,
        assumes: readsRepository(args) ? ["plain-repository"] : [],
        paths: git.paths,
        trees: git.trees.map((tree) => (tree === "here" ? {} : { word: tree })),
      };
  }
  const table = readingPrograms.get(name);
  const found = table && readPaths(table, args);
  return found ? { ...plain(true), ...found } : plain(false, otherPaths(name, args));
}

/** The files that a wrapper reads itself: of `xargs -a list`. */
function wrapperPaths(program: string, args: readonly Word[]): readonly PathUse[] {
  const wrapper = prefixWrappers.get(program.replace(/^.*\//, ""));
  const values = wrapper ? readOptions(wrapper, args, true).values : [];
  return values.filter(({ kind }) => kind === "path").map(({ value }) => reads(value));
}

/** The files that a program reads; `undefined` when it may do more than read. */
function readPaths(
  table: ReadingProgram,
  args: readonly Word[],
): Pick<SegmentEffects, "paths" | "trees" | "showsNoContent"> | undefined {
  if (table.check?.(args) === false) return undefined;
  // The check of `find` has read all arguments: what stands before its tests is searched.
  if (table.check !== undefined && table.options === undefined && table.operands === "names")
    return { paths: [...searchedFolders(args), ...(findWords(args) ?? [])].map(reads), trees: [] };
  const isChecked = table.check !== undefined && table.options === undefined;
  if (isChecked && table.operands === "text") return { paths: [], trees: [] };
  const found = readOptions(table, args, table.stops);
  const { refused, asking, operands, values, options, effects } = found;
  if (refused || asking) return undefined;
  if (table.operands === "none" && operands.length > 0) return undefined;
  if (table.maxOperands !== undefined && table.expands !== true && operands.some(maySpread)) return undefined;
  if (operands.length > (table.maxOperands ?? Number.POSITIVE_INFINITY)) return undefined;
  const hasText = table.textUnless !== undefined && !table.textUnless.some((option) => options.has(option));
  const files = table.operands === "text" ? [] : operands.slice(hasText ? 1 : 0);
  const named = values.filter(({ kind }) => kind === "path" || kind === "folder").map(({ value }) => value);
  // A word that may become several, or an option, may name any file.
  const loose =
    table.operands === "text"
      ? []
      : [...operands.slice(0, hasText ? 1 : 0), ...values.map(({ value }) => value)];
  const isDeep = table.isDeep === true || effects.has("deep") || effects.has("follows");
  const filter = searchFilter(table, found);
  const folders =
    isDeep && files.length === 0
      ? [filter]
      : files.map((word) => ({ word, ...filter, ...(isDeep ? {} : { mayBeFile: true }) }));
  const readsFolders = isDeep || (table.operands === undefined && table.skipsFolders !== true);
  return {
    paths: [...files, ...named, ...loose.filter(isLoose)].map(reads),
    trees: readsFolders ? folders : [],
    showsNoContent: table.operands !== undefined || table.isCounting === true,
  };
}

/** Before its tests, `find` takes the folders that it searches. */
function searchedFolders(args: readonly Word[]): readonly Word[] {
  const folders = args.slice(args.findIndex(({ text }) => !/^-(?:[LHP]|O\d)$/.test(text)));
  const end = folders.findIndex(({ text }) => /^[-(!]/.test(text));
  return end < 0 ? folders : folders.slice(0, end);
}

const isLoose = (word: Word): boolean =>
  word.mayBeOption &&
  word.expansions.some((one) => one === "variable" || one === "command" || one === "input");

export type ShellVerdict = "harmless" | "not-harmless" | "problem";

/** The whole command: a problem asks, whatever the segments are. No segments (a comment) are harmless. */
export function verdictOf({ segments, problems }: CommandAnalysis): ShellVerdict {
  if (problems.length > 0) return "problem";
  return segments.every(isReading) ? "harmless" : "not-harmless";
}

function isReading(segment: Segment): boolean {
  return segmentEffects(segment).isHarmless && segment.redirections.every(({ writes }) => !writes);
}
