import { isLiteral, maySpread, type CommandAnalysis, type Segment, type Word } from "./analysis.ts";
import { isReadingCmdlet } from "./powershell.ts";
import { checkedPrograms } from "./programs/checked-programs.ts";
import { gitPaths, isReadingGit, readsRepository } from "./programs/git.ts";
import { readOptions } from "./programs/options.ts";
import { otherPaths, type PathUse } from "./programs/path-uses.ts";
import { simplePrograms, type ReadingProgram } from "./programs/program-table.ts";
import { isHarmlessName } from "./wrappers/environment-names.ts";

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
  /** Files that its redirections read and write. */
  readonly redirected: readonly PathUse[];
}

type ProgramEffects = Omit<SegmentEffects, "redirected">;

const programs: ReadonlyMap<string, ReadingProgram> = new Map([...simplePrograms, ...checkedPrograms]);

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
  assignments.every(
    ({ name, value }) =>
      isHarmlessName(name) &&
      ((program === undefined && /^[a-z]/.test(name)) || (isLiteral(value) && !value.text.includes("/"))),
  );

const plain = (isHarmless: boolean, paths: readonly PathUse[] = []): ProgramEffects => ({
  isHarmless,
  assumes: [],
  paths,
});

function programEffects(program: Word, args: readonly Word[], isTransparent: boolean): ProgramEffects {
  if (!isLiteral(program)) return plain(false);
  const name = program.text;
  if (isTransparent) return plain(true);
  if (isReadingCmdlet(name))
    return plain(
      true,
      args.map((word) => ({ word, access: "reads" })),
    );
  if (name === "command" && /^-[vV]$/.test(args[0]?.source ?? ""))
    return plain(args.slice(1).every(isLiteral));
  if (name === "git" && isReadingGit(args))
    return {
      isHarmless: true,
      assumes: readsRepository(args) ? ["plain-repository"] : [],
      paths: gitPaths(args),
    };
  const table = programs.get(name);
  const paths = table && readPaths(table, args);
  return paths ? plain(true, paths) : plain(false, otherPaths(name, args));
}

/** The files that a program reads; `undefined` when it may do more than read. */
function readPaths(table: ReadingProgram, args: readonly Word[]): readonly PathUse[] | undefined {
  if (table.check?.(args) === false) return undefined;
  // The check of `find` has read all arguments: what stands before its tests is searched.
  const isChecked =
    table.check !== undefined &&
    table.flags === undefined &&
    table.values === undefined &&
    table.long === undefined;
  const folders = args.slice(args.findIndex(({ text }) => !/^-[LHP]$/.test(text)));
  const end = folders.findIndex(({ text }) => /^[-(!]/.test(text));
  const { refused, operands, values, options } = isChecked
    ? { operands: end < 0 ? folders : folders.slice(0, end), values: [], options: new Set<string>() }
    : readOptions(table, args);
  if (refused) return undefined;
  if (table.operands === "none" && operands.length > 0) return undefined;
  if (table.maxOperands !== undefined && table.expands !== true && operands.some(maySpread)) return undefined;
  if (operands.length > (table.maxOperands ?? Number.POSITIVE_INFINITY)) return undefined;
  const hasText = table.textUnless !== undefined && !table.textUnless.some((option) => options.has(option));
  const files = table.operands === "text" ? [] : operands.slice(hasText ? 1 : 0);
  const named = values.filter(({ option }) => table.fileOptions?.includes(option) === true);
  return [...files, ...named.map(({ value }) => value)].map((word) => ({ word, access: "reads" }));
}

export type Verdict = "harmless" | "not-harmless" | "problem";

/** The whole command: a problem asks, whatever the segments are. No segments (a comment) are harmless. */
export function verdictOf({ segments, problems }: CommandAnalysis): Verdict {
  if (problems.length > 0) return "problem";
  return segments.every(isReading) ? "harmless" : "not-harmless";
}

function isReading(segment: Segment): boolean {
  return segmentEffects(segment).isHarmless && segment.redirections.every(({ writes }) => !writes);
}
