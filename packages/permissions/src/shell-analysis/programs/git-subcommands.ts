import { isLiteral, type Word } from "../analysis.ts";
import type { ReadingProgram } from "./reading-program.ts";

/** A subcommand that only reads, with these options. `check` looks at its operands. */
export interface ReadingSubcommand extends Omit<ReadingProgram, "check"> {
  readonly check?: (operands: readonly Word[]) => boolean;
}

const diffOptions: ReadingSubcommand = {
  options: `-pPuszwbaRWc0 -UMCBDX=?text -SGl=text -O=path patch unified=number stat=?text stat-width=number
    stat-name-width=number stat-graph-width=number stat-count=number numstat shortstat dirstat=?text
    dirstat-by-file=?text cumulative summary name-only name-status color=?text color-moved=?text
    color-moved-ws=text color-words=?text word-diff=?text word-diff-regex=text check raw full-index
    binary abbrev=?text anchored=text break-rewrites=?text find-renames=?text find-copies=?text
    find-copies-harder find-object=text irreversible-delete renames rename-empty diff-filter=text
    pickaxe-all pickaxe-regex ignore-space-at-eol ignore-space-change ignore-all-space
    ignore-blank-lines ignore-cr-at-eol ignore-matching-lines=text -I=text inter-hunk-context=number
    function-context follow exit-code quiet no-ext-diff no-textconv ignore-submodules=?text submodule=?text
    src-prefix=text dst-prefix=text prefix line-prefix=text output-indicator-new=text
    output-indicator-old=text output-indicator-context=text ita-invisible-in-index ita-visible-in-index
    rotate-to=text skip-to=text relative=?text text minimal patience histogram diff-algorithm=text
    ws-error-highlight=text compact-summary cached staged merge-base no-index:deep name
    patch-with-stat patch-with-raw indent-heuristic output=written ext-diff:asks textconv:asks`,
  hasDigits: true,
  negates: true,
};
const logOptions: ReadingSubcommand = {
  ...diffOptions,
  options: `${diffOptions.options} -gEFimqr -nL=text oneline graph all decorate=?text decorate-refs=text
    decorate-refs-exclude=text clear-decorations since=text after=text until=text before=text author=text
    committer=text grep=text all-match invert-grep regexp-ignore-case max-count=number skip=number
    max-age=text min-age=text max-parents=number min-parents=number first-parent merges walk reverse
    date=text relative-date format=text pretty=?text abbrev-commit branches=?text tags=?text
    remotes=?text left-right cherry-pick cherry-mark cherry topo-order date-order author-date-order
    simplify-by-decoration full-history ancestry-path=?text boundary parents children
    walk-reflogs source full-diff notes=?text show-notes log-size mailmap use-mailmap
    count not glob=text exclude=text exclude-hidden=text stdin:asks encoding=text expand-tabs=?text
    root cc combined-all-paths dense sparse numbered email header bisect bisect-all bisect-vars
    disk-usage=?text object-names objects objects-edge remove-empty unpacked group=text`,
};

/** Subcommands that only read, by their options. */
export const readingSubcommands: Readonly<Record<string, ReadingSubcommand>> = {
  status: {
    options: `-sbvz -uM=?text short branch show-stash porcelain=?text long verbose untracked-files=?text
      ignored=?text ignore-submodules=?text column=?text ahead-behind renames find-renames=?text null`,
    negates: true,
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
  shortlog: { ...logOptions, options: `${logOptions.options} -nsec` },
  "rev-list": logOptions,
  "diff-tree": { ...logOptions, options: `${logOptions.options} -tv` },
  blame: {
    options: `-bcefklnpstwh -MC=?text -L=text -S=path date=text porcelain line-porcelain incremental show-name
      show-number show-email show-stats score-debug progress minimal root abbrev=?number ignore-rev=text
      ignore-revs-file=path contents=path color-lines color-by-age since=text`,
    negates: true,
  },
  "ls-files": {
    options: `-cdmoiskutvzf -x=text -X=path cached deleted modified others ignored stage killed
      unmerged resolve-undo directory empty-directory exclude=text exclude-standard exclude-from=path
      exclude-per-directory=text error-unmatch full-name abbrev=?number eol debug deduplicate sparse
      format=text with-tree=text recurse-submodules`,
    negates: true,
    operands: "names",
  },
  "ls-tree": {
    options: `-drtlz long name-only name-status object-only full-name full-tree abbrev=?number format=text`,
    negates: true,
    operands: "names",
  },
  "rev-parse": {
    options: `-q verify quiet abbrev-ref=?text abbrev=?text short=?text symbolic symbolic-full-name
      all branches=?text tags=?text remotes=?text show-toplevel show-prefix show-cdup git-dir
      git-common-dir absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository
      is-shallow-repository show-superproject-working-tree path-format=text show-object-format=?text
      local-env-vars since=text until=text not revs-only no-revs flags no-flags default=text
      parseopt:asks sq-quote:asks git-completion-helper`,
  },
  describe: {
    options: `all tags contains abbrev=number candidates=number exact-match debug long match=text
      exclude=text always first-parent dirty=?text broken=?text`,
    negates: true,
  },
  "merge-base": { options: "-a all octopus independent is-ancestor fork-point", negates: true },
  "name-rev": {
    options: "tags refs=text exclude=text all name-only undefined always stdin:asks annotate-stdin:asks",
    negates: true,
  },
  "show-ref": {
    options: `-dsq head heads tags branches dereference hash=?number verify abbrev=?number quiet exists
      exclude-existing=?text:asks`,
    negates: true,
  },
  "for-each-ref": {
    options: `-spt:asks count=number sort=text format=text points-at=text merged=?text no-merged=?text
      contains=?text no-contains=?text ignore-case color=?text shell perl python tcl`,
    negates: true,
  },
  "count-objects": { options: "-vH verbose human-readable", negates: true },
  "check-ignore": {
    options: "-qvnz quiet verbose non-matching no-index stdin index",
    negates: true,
    operands: "names",
  },
  "cat-file": {
    options: `-tspez mailmap use-mailmap buffer unordered follow-symlinks allow-unknown-type path=text
      batch=?text batch-check=?text batch-command=?text:asks batch-all-objects textconv:asks filters:asks`,
    negates: true,
  },
  branch: {
    options: `-arvlqi -fdDmMcCt:asks -u=text:asks all list remotes show-current verbose quiet contains=text
      no-contains=text merged=?text no-merged=?text sort=text points-at=text format=text column=?text
      color=?text ignore-case abbrev=?number copy:asks create-reflog:asks delete:asks
      edit-description:asks force:asks move:asks recurse-submodules:asks set-upstream-to=text:asks
      track=?text:asks unset-upstream:asks`,
    negates: true,
    check: () => true,
  },
  tag: {
    options: `-li -n=?number -adefsv:asks -mu=text:asks -F=path:asks list contains=text no-contains=text
      merged=?text no-merged=?text sort=text points-at=text format=text column=?text color=?text
      ignore-case annotate:asks cleanup=text:asks create-reflog:asks delete:asks edit:asks
      file=path:asks force:asks local-user=text:asks message=text:asks sign:asks verify:asks`,
    negates: true,
  },
  remote: {
    options: "-v verbose",
    negates: true,
    check: ([first]) => first === undefined || first.text === "get-url",
  },
  stash: { ...diffOptions, check: ([first]) => first?.text === "list" || first?.text === "show" },
  worktree: { options: "-vz porcelain verbose", check: ([first]) => first?.text === "list" },
  version: { options: "build-options", negates: true },
  var: { options: "-l" },
  grep: {
    options: `-aiIrwvhHEGPFnlLzocpqW -ABCm=number -e=text -f=path -O=?text:asks cached no-index:deep
      untracked:deep text ignore-case word-regexp invert-match full-name extended-regexp basic-regexp
      perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null
      only-matching count color=?text break heading show-function context=number after-context=number
      before-context=number function-context max-count=number max-depth=number threads=number and or
      not all-match quiet recursive exclude-standard recurse-submodules index
      textconv:asks ext-grep:asks open-files-in-pager=?text:asks`,
    hasDigits: true,
    negates: true,
    textUnless: ["-e", "-f"],
  },
};
