import { isLiteral, type Word } from "../analysis.ts";
import { readingSubcommands, type ReadingSubcommand } from "./git-subcommands.ts";
import { readOptions } from "./options.ts";
import type { PathUse } from "./path-use.ts";

/** Lists with operands are lists only when they are told so: otherwise an operand is a new branch or tag. */
function makesRef(name: string, options: ReadonlySet<string>, operands: readonly Word[]): boolean {
  if (name !== "branch" && name !== "tag") return false;
  const lists = ["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];
  return operands.length > 0 && !lists.some((option) => options.has(option));
}

/** What git does when it only reads. */
export interface ReadingGit {
  readonly paths: readonly PathUse[];
  /** Folders of which it reads all files below; `here`: the one it runs in. */
  readonly trees: readonly (Word | "here")[];
}

/**
 * What git reads with these arguments, in a repository whose settings start nothing; `undefined` when it may do more. Options
 * before the name of the subcommand are refused but for a few: they may lead to another repository or to other settings.
 */
export function readingGit(args: readonly Word[]): ReadingGit | undefined {
  const [name, ...rest] = args.slice(
    args.findIndex(({ text }) => !/^(?:--no-pager|-P|--no-optional-locks)$/.test(text)),
  );
  if (name === undefined || !isLiteral(name)) return undefined;
  if (name.text === "--version") return rest.length === 0 ? { paths: [], trees: [] } : undefined;
  const table = Object.hasOwn(readingSubcommands, name.text) ? readingSubcommands[name.text] : undefined;
  return table && !rest.some(({ text }) => /%G/.test(text))
    ? readSubcommand(name.text, table, rest)
    : undefined;
}

function readSubcommand(
  name: string,
  table: ReadingSubcommand,
  args: readonly Word[],
): ReadingGit | undefined {
  const { refused, asking, options, effects, operands, values } = readOptions(table, args);
  if (refused || asking || args.some((word) => !isLiteral(word) && word.mayBeOption)) return undefined;
  if (name === "var" && operands.length > 1) return undefined;
  if (makesRef(name, options, operands) || table.check?.(operands) === false) return undefined;
  const hasText = table.textUnless !== undefined && !table.textUnless.some((option) => options.has(option));
  const named = operands.slice(hasText ? 1 : 0);
  const files = values.filter(({ kind }) => kind === "path").map(({ value }) => value);
  return {
    paths: [...named.flatMap(withoutRevision), ...files].map((word) => ({ word, access: "reads" })),
    trees: effects.has("deep") ? (named.length === 0 ? ["here"] : named) : [],
  };
}

/** Whether it reads a repository, whose settings may start something. */
export const readsRepository = ([name]: readonly Word[]): boolean =>
  name !== undefined && !/^(?:--version|version)$/.test(name.text);

/** What may be a file among its words, revisions included: `HEAD:a` is `a` too. */
function withoutRevision(word: Word): readonly Word[] {
  const file = /^[^:]*:(.+)$/s.exec(word.text)?.[1];
  return [word, ...(file === undefined ? [] : [{ ...word, text: file }])];
}
