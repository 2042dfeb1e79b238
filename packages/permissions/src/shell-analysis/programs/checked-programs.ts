import { isLiteral, type Word } from "../analysis.ts";
import { isHarmlessName } from "../wrappers/environment-names.ts";
import type { ReadingProgram } from "./program-table.ts";
import { isReadingSedScript } from "./sed-script.ts";
import { isReadingTest } from "./test-words.ts";

const allLiteral = (args: readonly Word[]): boolean => args.every(isLiteral);

/** The program text may neither start something nor write anywhere, nor load code, nor name more files. */
const readsOnlyAwk = (script: string): boolean =>
  !/system|getline|ARG[VC]|[|>@]|\\\n/.test(script.replaceAll("||", " "));

/** The first operand is judged as a program text. */
const firstOperand =
  (isHarmless: (script: string) => boolean, withValue: readonly string[] = []) =>
  (args: readonly Word[]): boolean => {
    const script = args.find(
      ({ text }, index) => !text.startsWith("-") && !withValue.includes(args[index - 1]?.text ?? ""),
    );
    return script !== undefined && isLiteral(script) && isHarmless(script.text);
  };

const findTests = new Set(
  `-name -iname -path -ipath -wholename -regex -iregex -type -xtype -size -mtime -mmin -atime -amin
   -ctime -cmin -newer -anewer -cnewer -maxdepth -mindepth -perm -user -group -uid -gid -links -inum
   -samefile -printf -regextype -lname -fstype`.split(/\s+/),
);
const findFlags = new Set(
  `-empty -print -print0 -ls -prune -not -o -a -or -and -true -false -depth -d -follow -xdev -mount -L
   -H -P -quit -daystart -readable -writable -executable -noleaf -nouser -nogroup -warn -nowarn
   -ignore_readdir_race`.split(/\s+/),
);
/** Of find: what they start is judged on its own. */
export const findActions: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Tests and printing. What `-exec` starts is judged on its own. */
function readsOnlyFind(args: readonly Word[]): boolean {
  let rest = args;
  while (rest.length > 0) {
    const [word, ...after] = rest;
    if (word === undefined) break;
    if (!isLiteral(word) && word.mayBeOption) return false;
    if (findActions.has(word.text)) {
      const end = after.findIndex(
        ({ text }, at) => text === ";" || (text === "+" && after[at - 1]?.text === "{}"),
      );
      rest = end < 0 ? [] : after.slice(end + 1);
    } else if (findTests.has(word.text) || /^-newer[aBcm][aBcmt]$/.test(word.text)) {
      const [value, ...others] = after;
      if (value === undefined || (!isLiteral(value) && value.mayBeOption)) return false;
      rest = others;
    } else if (word.text.startsWith("-") && !findFlags.has(word.text)) return false;
    else rest = after;
  }
  return true;
}

const treeOptions: ReadingProgram = {
  flags: "adflpsuDgFrtxcnvUSNAiqQhCJX",
  values: "LPI",
  long: "dirsfirst noreport prune gitignore filelimit= charset= sort=? matchdirs ignore-case du inodes help version",
};

/** Programs where more than the options matters, or where one of the options writes or runs something. */
export const checkedPrograms: readonly (readonly [string, ReadingProgram])[] = [
  [
    "sort",
    {
      flags: "bdfghiMnRrsuVzcCm",
      values: "kt",
      long: "reverse unique numeric-sort human-numeric-sort version-sort general-numeric-sort key= field-separator= ignore-case check=? stable zero-terminated random-sort help version",
    },
  ],
  [
    "uniq",
    {
      flags: "cdiuDz",
      values: "fsw",
      long: "count repeated unique ignore-case skip-fields= help version",
      maxOperands: 1,
    },
  ],
  [
    "xxd",
    {
      flags: "abceEirpu",
      values: "cglos",
      maxOperands: 1,
      check: (args) => !args.some(({ text }) => /^-[a-z]*r/.test(text)),
    },
  ],
  [
    "file",
    {
      flags: "bhiLNsk0r",
      long: "brief mime mime-type mime-encoding dereference no-dereference keep-going help version",
    },
  ],
  [
    "diff",
    {
      flags: "abBcdeEiNnpqrstTuwyZ",
      values: "CUxXILWS",
      long: "brief unified=? context=? color=? recursive new-file ignore-case ignore-all-space ignore-blank-lines ignore-space-change side-by-side width= exclude= report-identical-files text minimal label= no-dereference suppress-common-lines strip-trailing-cr help version",
    },
  ],
  ["tree", treeOptions],
  [
    "rg",
    {
      flags: "aciFhHIlLnNoPqSsUuvVwx0.p",
      values: "ABCEefgjmMrtTd",
      long: "after-context= before-context= context= case-sensitive ignore-case smart-case color= column no-column count count-matches encoding= files files-with-matches files-without-match fixed-strings follow glob= iglob= glob-case-insensitive heading no-heading hidden no-hidden ignore-file= invert-match json line-number no-line-number line-regexp max-columns= max-count= max-depth= max-filesize= multiline multiline-dotall no-config no-filename with-filename no-ignore no-ignore-vcs no-ignore-parent no-messages null null-data only-matching passthru pcre2 pretty quiet regexp= replace= sort= sortr= stats text threads= trim type= type-not= type-list unrestricted vimgrep word-regexp help version debug",
      textUnless: ["-e", "-f", "--regexp", "--files", "--type-list"],
      fileOptions: ["-f", "--ignore-file"],
    },
  ],
  ["find", { operands: "files", check: readsOnlyFind }],
  [
    "sed",
    {
      flags: "nErsuz",
      values: "e",
      long: "quiet silent regexp-extended expression= separate null-data",
      textUnless: ["-e", "--expression"],
      check: (args) =>
        allLiteral(args) &&
        (args.some(({ text }) => /^-[nErsuz]*e|^--exp/.test(text))
          ? args.every(
              ({ text }, at) =>
                !/^-[nErsuz]*e$|^--expression$/.test(args[at - 1]?.text ?? "") || isReadingSedScript(text),
            ) && !args.some(({ text }) => /^-[nErsuz]*e.|^--expression=/.test(text))
          : firstOperand(isReadingSedScript)(args)),
    },
  ],
  ...["awk", "gawk", "mawk"].map(
    (name) =>
      [
        name,
        {
          values: "Fv",
          textUnless: [],
          check: (args: readonly Word[]) =>
            allLiteral(args) && firstOperand(readsOnlyAwk, ["-F", "-v"])(args),
        },
      ] as const,
  ),
  [
    "date",
    {
      flags: "uR",
      values: "d",
      attached: "I",
      long: "utc universal date= iso-8601=? rfc-3339= rfc-email help version",
      operands: "text",
      maxOperands: 1,
      check: (args) =>
        args.every(
          ({ text }, at) => /^[+-]/.test(text) || /^(?:-[uR]*d|--date)$/.test(args[at - 1]?.text ?? ""),
        ),
    },
  ],
  ["test", { operands: "text", check: (args) => isReadingTest("test", args) }],
  ["[", { operands: "text", check: (args) => isReadingTest("[", args) }],
  ["[[", { operands: "text", check: (args) => isReadingTest("[[", args) }],
  [
    "read",
    {
      flags: "rs",
      values: "dnNtp",
      operands: "text",
      check: (args) => args.every(({ text }) => text === "" || text.startsWith("-") || isHarmlessName(text)),
    },
  ],
];
