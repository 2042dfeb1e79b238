import type { Word } from "./simple-commands.ts";

/** Whether a program only reads when it is called with these words. */
type Check = (words: readonly Word[]) => boolean;

const always: Check = () => true;
/** All words known, and none of them refused. */
const without =
  (refused: RegExp): Check =>
  (words) =>
    words.every(({ text, isExpanded }) => !isExpanded && !refused.test(text));
/** All words known; those that begin with a dash among the allowed ones; the others at most so many. */
const withOptions =
  (allowed: RegExp, maxOperands = Number.POSITIVE_INFINITY): Check =>
  (words) =>
    words.every(({ text, isExpanded }) => !isExpanded && (!isOption(text) || allowed.test(text))) &&
    words.filter(({ text }) => !isOption(text)).length <= maxOperands;

const isOption = (text: string): boolean => text.startsWith("-") && text !== "-";
const address = String.raw`(?:\d+|\$|/[^/\\]*/)`;
const printing = new RegExp(`^${address}(?:,${address})?p(?:; ?${address}(?:,${address})?p)*$`);

const sed: Check = ([option, script, ...files]) =>
  option?.text === "-n" &&
  script !== undefined &&
  !script.isExpanded &&
  printing.test(script.text) &&
  withOptions(/^$/)(files);

/** The program text may neither start something nor write anywhere, nor load code, nor name files. */
const awk: Check = (words) => {
  const [first] = words;
  const rest = first?.text === "-F" ? words.slice(2) : first?.text.startsWith("-F") ? words.slice(1) : words;
  const [script, ...files] = rest;
  const isKnown = words.every(({ isExpanded }) => !isExpanded);
  return (
    isKnown &&
    script !== undefined &&
    !/^-|system|getline|ARG[VC]|[|>@]/.test(script.text) &&
    withOptions(/^$/)(files)
  );
};

const branchList = /^(?:-[arv]+|--(?:all|list|remotes|show-current|verbose))$/;
const gitChecks: ReadonlyMap<string, Check> = new Map([
  [
    "branch",
    (words) => withOptions(branchList, words.some(({ text }) => text === "--list") ? Infinity : 0)(words),
  ],
  // Git takes options by their beginnings: --output, --ext-diff, --textconv.
  ...["status", "log", "diff", "show", "blame", "ls-files", "rev-parse", "describe"].map(
    (name) => [name, without(/^--(?:ou|ext|textc)/)] as const,
  ),
] satisfies (readonly [string, Check])[]);

const git: Check = (words) => {
  const [name, ...rest] = words[0]?.text === "--no-pager" ? words.slice(1) : words;
  if (name === undefined || name.isExpanded) return false;
  return gitChecks.get(name.text)?.(rest) ?? false;
};

/**
 * Programs that only read, and which of their arguments keep it so. What is not here may do anything. Those with `always`
 * have no option that writes or starts something, so their values need no checking.
 */
export const readingPrograms: ReadonlyMap<string, Check> = new Map([
  ...[
    "ls",
    "cat",
    "head",
    "tail",
    "wc",
    "grep",
    "pwd",
    "echo",
    "cd",
    "stat",
    "du",
    "df",
    "which",
    "cut",
    "tr",
  ]
    .concat([
      "true",
      "false",
      "basename",
      "dirname",
      "realpath",
      "readlink",
      "cmp",
      "comm",
      "whoami",
      "id",
      "uname",
    ])
    .map((name) => [name, always] as const),
  ["env", (words) => words.length === 0],
  ["rg", without(/^--(?:pre|hostname-bin)/)],
  ["find", without(/^-(?:exec|ok|delete|fprint|fls)/)],
  ["file", without(/^-[^-]*C|^--c/)],
  ["date", (words) => words.every(({ text }) => /^(?:\+.*|-[uR]|--utc|-I[a-z]*)$/.test(text))],
  [
    "sort",
    withOptions(/^(?:-[bdfghiMnRrsuVzcCm]+|-k[0-9.,bdfghinrMRV]*|-t.?|--(?:reverse|unique|numeric-sort))$/),
  ],
  ["uniq", withOptions(/^-[cdiuDz]+$/, 1)],
  ["sed", sed],
  ["awk", awk],
  ["git", git],
  // `-v` and `-R` look at a variable, and an index in its name may run a command.
  ["test", without(/^-[vR]$|[[(].|\$/)],
  ["[", without(/^-[vR]$|[[(].|\$/)],
] satisfies (readonly [string, Check])[]);
