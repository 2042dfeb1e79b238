import { isLiteral, type Word } from "../analysis.ts";
import { readOptions, type OptionTable } from "./options.ts";
import type { PathUse } from "./path-uses.ts";

const diffOptions: OptionTable = {
  flags: "pPuszwbaRWc0",
  attached: "UMCBDX",
  values: "SGOl",
  hasDigits: true,
  long: "patch no-patch unified= stat=? stat-width= stat-count= numstat shortstat dirstat=? summary name-only name-status color=? no-color color-moved=? word-diff=? word-diff-regex= check raw full-index binary abbrev=? find-renames=? find-copies=? find-copies-harder no-renames diff-filter= pickaxe-all pickaxe-regex ignore-space-at-eol ignore-space-change ignore-all-space ignore-blank-lines ignore-cr-at-eol inter-hunk-context= function-context exit-code quiet no-ext-diff no-textconv ignore-submodules=? submodule=? src-prefix= dst-prefix= no-prefix relative=? text minimal histogram diff-algorithm= compact-summary cached staged merge-base no-index name no-relative patch-with-stat indent-heuristic",
};
const logOptions: OptionTable = {
  ...diffOptions,
  flags: `${diffOptions.flags}gEFimqr`,
  values: `${diffOptions.values}nL`,
  long: `${diffOptions.long} oneline graph all decorate=? no-decorate decorate-refs= since= after= until= before= author= committer= grep= all-match invert-grep regexp-ignore-case max-count= skip= follow first-parent merges no-merges no-walk reverse date= relative-date format= pretty=? abbrev-commit no-abbrev-commit branches=? tags=? remotes=? left-right cherry-pick cherry-mark cherry topo-order date-order author-date-order simplify-by-decoration full-history ancestry-path=? boundary parents children walk-reflogs source full-diff notes=? no-notes show-notes log-size no-mailmap mailmap count not glob= exclude= stdin encoding= expand-tabs=? no-expand-tabs root cc combined-all-paths dense sparse numbered summary email`,
};

/** Subcommands that only read, by their options. `check` looks at the operands. */
const reading: Readonly<
  Record<string, OptionTable & { readonly check?: (operands: readonly Word[]) => boolean }>
> = {
  status: {
    flags: "sbvz",
    attached: "uM",
    long: "short branch show-stash porcelain=? long verbose untracked-files=? ignored=? ignore-submodules=? column=? no-column ahead-behind no-ahead-behind renames no-renames",
  },
  diff: diffOptions,
  log: logOptions,
  show: logOptions,
  whatchanged: logOptions,
  reflog: {
    ...logOptions,
    check: ([first]) =>
      first === undefined || (isLiteral(first) && !/^(?:expire|delete|drop|write)$/.test(first.text)),
  },
  shortlog: { ...logOptions, flags: `${logOptions.flags}nsec` },
  "rev-list": logOptions,
  "diff-tree": { ...logOptions, flags: `${logOptions.flags}tv` },
  blame: {
    flags: "bcefklnpstwh",
    attached: "MC",
    values: "LS",
    long: "date= porcelain line-porcelain incremental show-name show-number show-email root abbrev= ignore-rev= color-lines color-by-age since=",
  },
  "ls-files": {
    flags: "cdmoiskutvzf",
    values: "xX",
    long: "cached deleted modified others ignored stage killed unmerged directory exclude= exclude-standard exclude-from= error-unmatch full-name abbrev=? eol deduplicate format= recurse-submodules",
  },
  "ls-tree": {
    flags: "drtlz",
    long: "long name-only name-status object-only full-name full-tree abbrev=? format=",
  },
  "rev-parse": {
    flags: "q",
    long: "verify quiet abbrev-ref=? abbrev=? short=? symbolic symbolic-full-name all branches=? tags=? remotes=? show-toplevel show-prefix show-cdup git-dir git-common-dir absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository show-superproject-working-tree path-format= show-object-format=? local-env-vars since= until= not revs-only no-revs flags no-flags default=",
  },
  describe: {
    long: "all tags contains abbrev= candidates= exact-match debug long match= exclude= always first-parent dirty=? broken=?",
  },
  "merge-base": { flags: "a", long: "all octopus independent is-ancestor fork-point" },
  "name-rev": { long: "tags refs= exclude= all name-only always" },
  "show-ref": {
    flags: "dsq",
    attached: "",
    long: "head tags branches dereference hash=? verify abbrev=? quiet exists",
  },
  "for-each-ref": {
    flags: "",
    long: "count= sort= format= points-at= merged=? no-merged=? contains=? no-contains=? ignore-case shell",
  },
  "count-objects": { flags: "vH", long: "verbose human-readable" },
  "check-ignore": { flags: "qvnz", long: "quiet verbose non-matching no-index stdin" },
  "cat-file": { flags: "tspe" },
  branch: {
    flags: "arvlq",
    long: "all list remotes show-current verbose contains= no-contains= merged=? no-merged=? sort= points-at= format= column=? no-column color=? no-color ignore-case abbrev=? no-abbrev",
    check: () => true,
  },
  tag: {
    flags: "li",
    attached: "n",
    long: "list contains= no-contains= merged=? no-merged=? sort= points-at= format= column=? no-column ignore-case",
  },
  remote: {
    flags: "v",
    long: "verbose",
    check: ([first]) => first === undefined || first.text === "get-url",
  },
  stash: { ...diffOptions, check: ([first]) => first?.text === "list" || first?.text === "show" },
  worktree: { flags: "vz", long: "porcelain verbose", check: ([first]) => first?.text === "list" },
  version: { long: "build-options" },
  var: { flags: "l" },
  grep: {
    flags: "aiIrwvhHEGPFnlLzocpqW",
    values: "ABCmef",
    hasDigits: true,
    long: "cached no-index untracked text ignore-case word-regexp invert-match full-name extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null only-matching count color=? no-color break heading show-function context= after-context= before-context= function-context max-count= max-depth= threads= and or not all-match quiet recursive no-recursive exclude-standard",
  },
};

/** Lists with operands are lists only when they are told so: otherwise an operand is a new branch or tag. */
function makesRef(name: string, options: ReadonlySet<string>, operands: readonly Word[]): boolean {
  if (name !== "branch" && name !== "tag") return false;
  const lists = ["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];
  return operands.length > 0 && !lists.some((option) => options.has(option));
}

/**
 * Whether git only reads with these arguments, in a repository whose settings start nothing. Options before the name
 * of the subcommand are refused but for `--no-pager`: they may lead to another repository or to other settings.
 */
export function isReadingGit(args: readonly Word[]): boolean {
  const [name, ...rest] = args.slice(
    args.findIndex(({ text }) => !/^(?:--no-pager|-P|--no-optional-locks)$/.test(text)),
  );
  if (name === undefined || !isLiteral(name)) return false;
  if (name.text === "--version") return rest.length === 0;
  const table = Object.hasOwn(reading, name.text) ? reading[name.text] : undefined;
  if (!table || rest.some(({ text }) => /%G/.test(text))) return false;
  const { refused, options, operands } = readOptions(table, rest);
  if (refused || rest.some((word) => !isLiteral(word) && word.mayBeOption)) return false;
  if (name.text === "var" && operands.length > 1) return false;
  return !makesRef(name.text, options, operands) && (table.check?.(operands) ?? true);
}

/** Whether it reads a repository, whose settings may start something. */
export const readsRepository = ([name]: readonly Word[]): boolean =>
  name !== undefined && !/^(?:--version|version)$/.test(name.text);

/** What may be a file among its words, revisions included: `HEAD:a` is `a` too. */
export function gitPaths([, ...args]: readonly Word[]): readonly PathUse[] {
  return args
    .filter(({ text }) => !text.startsWith("-"))
    .flatMap((word) => {
      const file = /^[^:]*:(.+)$/s.exec(word.text)?.[1];
      return [word, ...(file === undefined ? [] : [{ ...word, text: file }])];
    })
    .map((word) => ({ word, access: "reads" }));
}
