import { isLiteral, type Word } from "../analysis.ts";
import { isAsking, optionSpecs, type OptionSpec } from "./option-spec.ts";
import { isHarmlessName } from "../wrappers/environment-names.ts";
import { programRows, type ProgramRow, type ReadingProgram } from "./reading-program.ts";
import { isReadingSedScript } from "./sed-script.ts";
import { isReadingTest } from "./test-words.ts";

/** A file behind the program text may be known later only. */
const allLiteralFrom = (args: readonly Word[]): boolean =>
  args.every((word) => isLiteral(word) || !word.mayBeOption);

/**
 * The program text may neither start something nor write anywhere, nor load code, nor name more files. What is greater than
 * something is no redirection where nothing is printed by name.
 */
function readsOnlyAwk(script: string): boolean {
  const text = script.replaceAll("||", " ");
  return !/system|getline|ARG[VC]|[|@]|\\\n/.test(text) && (!text.includes(">") || !/print/.test(text));
}

/** The first operand is judged as a program text. */
const firstOperand =
  (isHarmless: (script: string) => boolean, withValue: readonly string[] = []) =>
  (args: readonly Word[]): boolean => {
    const script = args.find(
      ({ text }, index) => !text.startsWith("-") && !withValue.includes(args[index - 1]?.text ?? ""),
    );
    return script !== undefined && isLiteral(script) && isHarmless(script.text);
  };

const help = "help version";

export const sortOptions = `-bdfghiMnRrsuVzcCm -kt=text -oT=written -S=text reverse unique numeric-sort human-numeric-sort
  version-sort general-numeric-sort month-sort dictionary-order ignore-nonprinting ignore-leading-blanks key=text
  field-separator=text ignore-case check=?text stable merge zero-terminated random-sort random-source=path sort=text
  debug batch-size=number buffer-size=text parallel=number temporary-directory=written output=written
  files0-from=list compress-program=runs ${help}`;

const rg: ReadingProgram = {
  options: `-abciFHhIlLnNoPqSsvVwxU0p -z:asks -ABCmMdj=number -Eer=text -f=path -g=glob -tT=type -u:ignored -.:hidden -L:follows
    after-context=number before-context=number context=number auto-hybrid-regex binary block-buffered
    byte-offset case-sensitive color=text colors=text column no-column context-separator=text
    no-context-separator count count-matches crlf debug trace dfa-size-limit=text
    regex-size-limit=text encoding=text engine=text field-context-separator=text
    field-match-separator=text file=path files files-with-matches files-without-match fixed-strings
    follow:follows no-follow glob=glob iglob=glob glob-case-insensitive heading no-heading
    hidden:hidden no-hidden ignore-case ignore-file=path ignore-file-case-insensitive include-zero
    invert-match json line-buffered line-number no-line-number line-regexp max-columns=number
    max-columns-preview max-count=number max-depth=number maxdepth=number max-filesize=text mmap
    no-mmap multiline no-multiline multiline-dotall no-config no-filename no-ignore:ignored
    no-ignore-dot:ignored no-ignore-exclude:ignored no-ignore-files:ignored no-ignore-global:ignored
    no-ignore-messages no-ignore-parent:ignored no-ignore-vcs:ignored no-messages no-pcre2-unicode
    no-require-git no-unicode null null-data one-file-system only-matching passthru
    path-separator=text pcre2 pcre2-unicode pcre2-version pretty quiet regexp=text replace=text
    search-zip:asks smart-case sort=text sortr=text stats text threads=number trim type=type
    type-not=text type-add=text:asks type-clear=text:asks type-list unicode unrestricted:ignored
    vimgrep with-filename word-regexp pre=runs pre-glob=text:asks hostname-bin=runs ${help}`,
  textUnless: ["-e", "-f", "--regexp", "--file", "--files", "--type-list"],
  isDeep: true,
  skipsHidden: true,
};

const awk: ReadingProgram = {
  options: "-F=text -v=text -f=program -W=text:asks -E=program -i=program",
  textUnless: [],
  skipsFolders: true,
  check: (args) => allLiteralFrom(args) && firstOperand(readsOnlyAwk, ["-F", "-v"])(args),
};

/** Tests and actions by what they take, as in `find -newer a`. */
const findSpecs = optionSpecs(
  `name=text iname=text path=text ipath=text wholename=text iwholename=text regex=text iregex=text
   type=text xtype=text size=text mtime=text mmin=text atime=text amin=text ctime=text cmin=text
   used=text newer=path anewer=path cnewer=path samefile=path maxdepth=text mindepth=text perm=text
   user=text group=text uid=text gid=text links=text inum=text printf=text regextype=text
   lname=text ilname=text fstype=text context=text
   empty print print0 ls prune not o or a and true false depth d follow xdev mount
   L H P quit daystart readable writable executable noleaf nouser nogroup warn nowarn
   ignore_readdir_race noignore_readdir_race help version
   delete:asks files0-from=list fls=written fprint=written fprint0=written fprintf=written,text D=text:asks
   exec=runs execdir=runs ok=runs okdir=runs`,
);

/** What `find` knows, by its name: `-newer`. */
export const findSpec = (name: string): OptionSpec | undefined =>
  /^-newer[aBcm][aBcmt]$/.test(name)
    ? findSpecs.get(name.endsWith("t") ? "--name" : "--newer")
    : /^-O(?:\d|level)$/.test(name)
      ? findSpecs.get("--true")
      : findSpecs.get(`-${name}`);

/** Of find: what they start is judged on its own. */
export const findActions: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Tests and printing. What `-exec` starts is judged on its own. */
function readsOnlyFind(args: readonly Word[]): boolean {
  return findWords(args) !== undefined;
}

/** The values of its tests that are files; `undefined` when it may do more than read. */
export function findWords(args: readonly Word[]): readonly Word[] | undefined {
  const files: Word[] = [];
  let rest = args;
  while (rest.length > 0) {
    const [word, ...after] = rest;
    if (word === undefined) break;
    if (!isLiteral(word) && word.mayBeOption) return undefined;
    rest = after;
    if (findActions.has(word.text)) {
      const end = after.findIndex(
        ({ text }, at) => text === ";" || (text === "+" && after[at - 1]?.text === "{}"),
      );
      rest = end < 0 ? [] : after.slice(end + 1);
    } else if (word.text.startsWith("-")) {
      const spec = findSpec(word.text);
      if (spec === undefined || isAsking(spec)) return undefined;
      const [kind] = spec.kinds;
      const [value] = after;
      if (kind === undefined) continue;
      if (value === undefined || (!isLiteral(value) && value.mayBeOption)) return undefined;
      if (kind === "path") files.push(value);
      rest = after.slice(1);
    }
  }
  return files;
}

/** Programs where more than the options matters, or where one of the options writes or runs something. */
export const checkedPrograms: readonly ProgramRow[] = [
  ...programRows({
    sort: { options: sortOptions, skipsFolders: true },
    uniq: {
      options: `-cdiuDz -fsw=number count repeated all-repeated=?text group=?text unique ignore-case
        skip-fields=number skip-chars=number check-chars=number zero-terminated ${help}`,
      maxOperands: 1,
      skipsFolders: true,
    },
    xxd: {
      options: "-abceEiphuvdC -clgos=number -n=text -r:asks",
      maxOperands: 1,
      stops: true,
      skipsFolders: true,
    },
    file: {
      options: `-bhiLNkns0rvzZls -eFP=text -mM=program -f=list -cSpd:asks -C:escapes brief mime mime-type mime-encoding
        extension apple dereference no-dereference keep-going raw print0 no-pad no-buffer list
        exclude=text exclude-quiet=text separator=text parameter=text special-files preserve-date:asks
        uncompress uncompress-noreport magic-file=program files-from=list checking-printout:asks
        compile:escapes debug:asks no-sandbox:asks ${help}`,
      operands: "names",
    },
    diff: {
      options: `-abBcdeEiNnpqsTtuwyZvr:deep -CUW=number -xFILD=text -S=path -X=path -l:escapes paginate:escapes brief
        unified=?number context=?number normal ed rcs color=?text palette=text recursive:deep new-file
        unidirectional-new-file ignore-case ignore-all-space ignore-blank-lines ignore-space-change
        ignore-tab-expansion ignore-trailing-space ignore-matching-lines=text ignore-file-name-case
        no-ignore-file-name-case side-by-side left-column width=number tabsize=number
        expand-tabs initial-tab exclude=text exclude-from=path starting-file=path from-file=path
        to-file=path report-identical-files text minimal speed-large-files horizon-lines=number
        label=text ifdef=text GTYPE-group-format=text LTYPE-line-format=text line-format=text
        show-c-function show-function-line=text no-dereference suppress-common-lines
        suppress-blank-empty strip-trailing-cr ${help}`,
      follows: true,
    },
    rg,
    find: { operands: "names", check: readsOnlyFind },
    sed: {
      options: `-nErsuz -e=text -f=program -i:asks -l=number -b quiet silent regexp-extended expression=text
        separate null-data unbuffered posix sandbox line-length=number debug binary file=program
        in-place=?text:asks follow-symlinks:asks ${help}`,
      skipsFolders: true,
      textUnless: ["-e", "--expression"],
      check: (args) =>
        allLiteralFrom(args) &&
        (args.some(({ text }) => /^-[nErsuz]*e|^--exp/.test(text))
          ? args.every(
              ({ text }, at) =>
                !/^-[nErsuz]*e$|^--expression$/.test(args[at - 1]?.text ?? "") || isReadingSedScript(text),
            ) && !args.some(({ text }) => /^-[nErsuz]*e.|^--expression=/.test(text))
          : firstOperand(isReadingSedScript)(args)),
    },
    awk,
    gawk: awk,
    mawk: awk,
    date: {
      options: `-uR -d=text -I=?text -fr=path -s=text:escapes utc universal date=text iso-8601=?text rfc-3339=text
        rfc-email file=path reference=path resolution debug set=text:escapes ${help}`,
      operands: "text",
      maxOperands: 1,
      check: (args) =>
        args.every(
          ({ text }, at) =>
            /^[+-]/.test(text) ||
            /^(?:-[uR]*[dfr]|--(?:date|file|reference))$/.test(args[at - 1]?.text ?? ""),
        ),
    },
  }),
  ["test", { operands: "text", check: (args) => isReadingTest("test", args) }],
  ["[", { operands: "text", check: (args) => isReadingTest("[", args) }],
  ["[[", { operands: "text", check: (args) => isReadingTest("[[", args) }],
  [
    "read",
    {
      options: "-rs -dnNtp=text",
      operands: "text",
      check: (args) => args.every(({ text }) => text === "" || text.startsWith("-") || isHarmlessName(text)),
    },
  ],
];
