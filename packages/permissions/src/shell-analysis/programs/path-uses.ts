import type { Word } from "../analysis.ts";
import { changedByGit } from "./git-changes.ts";
import { readOptions } from "./options.ts";
import type { PathUse } from "./path-use.ts";
import { scriptWrites } from "./script-writes.ts";
import { writingPrograms, type WritingProgram } from "./writing-programs.ts";

/** Programs whose operands are files that they change. */
const editors: ReadonlySet<string> = new Set(
  "dd patch vi vim nvim nano emacs ed ex chattr setfacl".split(" "),
);
/** Options with which a program changes the files it names. */
const changing: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:g?sed|perl|ruby)$/, /^-[A-Za-z0-9]*i|^--in-place/],
  [/^find$/, /^-(?:delete|fprint|fprintf|fprint0|fls)$/],
  [/^[gmn]?awk$/, /^-i$|^--include/],
  [/^sort$/, /^-[A-Za-z]*o|^--o/],
  [/^git$/, /^(?:checkout|restore|clean|rm|mv|reset|apply|am|stash|init)$/],
  [/^(?:prettier|oxfmt|biome|eslint|oxlint|ruff|black|gofmt|rustfmt)$/, /^(?:--write|--fix|-w|format)$/],
  [/^(?:curl|wget)$/, /^-[A-Za-z]*[oO]|^--output|^--remote-name/],
  [/^(?:tar|bsdtar)$/, /^-?[A-Za-z]*x|^--(?:extract|get)/],
];
const changesOperands: ReadonlySet<WritingProgram["operands"]> = new Set(["written", "removed", "moved"]);
/** Of those, what an option deletes: nothing appears that was not there. */
const removing = /^-delete$/;

/** The files of a program that does not only read. What may be one counts as one: better too many than one too few. */
export function otherPaths(program: string, args: readonly Word[]): readonly PathUse[] {
  const name = program.replace(/^.*\//, "");
  const table = writingPrograms.get(name);
  const known = table && tablePaths(table, args);
  return (
    known ?? [
      ...(name === "git" ? changedByGit(args) : []),
      ...startedLater(name, args),
      ...scriptWrites(name, args),
      ...guessedPaths(name, args),
    ]
  );
}

/** What the table of a program says of its words; `undefined` for a word that the table does not have. */
function tablePaths(table: WritingProgram, args: readonly Word[]): readonly PathUse[] | undefined {
  const { refused, options, operands, values } = readOptions({ ...table, expands: true }, args);
  if (refused) return undefined;
  const isGiven = table.beforeUnless?.some((option) => options.has(option)) ?? false;
  const files = operands.slice(isGiven ? 0 : (table.before ?? 0));
  const moves = table.movesWith !== undefined && options.has(table.movesWith);
  const target = values.find(({ option }) => table.targets?.includes(option))?.value;
  return [
    ...values.flatMap(({ kind, value }): readonly PathUse[] => {
      if (kind === "written")
        return [
          { word: value, access: "writes", isMade: true, ...(value === target ? { receives: files } : {}) },
        ];
      if (kind === "upload") return uploadedFiles(value);
      if (kind === "cookies") return [...uploadedFiles(value), ...cookieFile(value)];
      if (kind === "format") return [...uploadedFiles(value), ...formatOutputs(value)];
      return kind === "path" || kind === "list" || kind === "program"
        ? partsOf(value).map((word) => ({ word, access: "reads" }))
        : [];
    }),
    ...operandPaths(moves ? { ...table, operands: "moved" } : table, files, target !== undefined),
    ...(downloads(table, options) ? files.flatMap(downloadedFile) : []),
  ];
}

/** `@x`, `name=@x;type=y` and `name=<x`. */
function uploadedFiles(word: Word): readonly PathUse[] {
  const files = [...word.text.matchAll(/[@<]([^;]+)/g)].map(([, file = ""]) => file);
  return files.map((text) => ({ word: { ...word, text }, access: "reads" }));
}

/** Cookies contain `=`; what does not is the name of a file with cookies. */
const cookieFile = (word: Word): readonly PathUse[] =>
  word.text.includes("=") ? [] : [{ word, access: "reads" }];

/** `%output{x}` and `%output{>>x}`: https://curl.se/docs/manpage.html#-w (read 2026-11-30). */
function formatOutputs(word: Word): readonly PathUse[] {
  const files = [...word.text.matchAll(/%output\{(?:>>)?([^}]+)\}/g)].map(([, file = ""]) => file);
  return files.map((text) => ({ word: { ...word, text }, access: "writes", isMade: true }));
}

function downloads({ downloads: rule }: WritingProgram, options: ReadonlySet<string>): boolean {
  return rule !== undefined && rule.options.some((option) => options.has(option)) === (rule.when === "with");
}

/** `https://example.com/a?b` is stored as `a`. */
function downloadedFile(word: Word): readonly PathUse[] {
  const name = /([^/]+?)(?:[?#].*)?$/s.exec(word.text)?.[1];
  return name === undefined
    ? []
    : [{ word: { ...word, source: name, text: name }, access: "writes", isMade: true }];
}

function operandPaths(
  { operands }: WritingProgram,
  files: readonly Word[],
  hasTarget: boolean,
): readonly PathUse[] {
  switch (operands) {
    case "text":
      return files.flatMap((word) => {
        const path = /^file:\/\/[^/]*(\/.*)$/is.exec(word.text)?.[1];
        return path === undefined ? [] : [{ word: { ...word, text: path }, access: "reads" }];
      });
    case "read":
      return files.map((word) => ({ word, access: "reads" }));
    case "removed":
      return files.map((word) => ({ word, access: "writes" }));
    case "written":
      return files.flatMap((word) =>
        partsOf(word).map((part) => ({ word: part, access: "writes", isMade: true })),
      );
    case "copied":
    case "moved": {
      const sources = hasTarget ? files : files.slice(0, -1);
      const last = hasTarget ? undefined : files.at(-1);
      return [
        ...sources.flatMap((word) =>
          partsOf(word).map((part): PathUse => ({
            word: part,
            access: operands === "moved" ? "writes" : "reads",
          })),
        ),
        ...(last === undefined ? [] : partsOf(last)).map((word): PathUse => ({
          word,
          access: "writes",
          isMade: true,
          receives: sources,
        })),
      ];
    }
  }
}

/** Where a program keeps what it starts later, in place of its words, which do not name it. */
function startedLater(program: string, args: readonly Word[]): readonly PathUse[] {
  const texts = args.map(({ text }) => text);
  const has = (...wanted: readonly string[]): boolean => wanted.some((one) => texts.includes(one));
  const made = (text: string): readonly PathUse[] => [
    {
      word: { source: text, text, expansions: text.startsWith("~") ? ["tilde"] : [], mayBeOption: false },
      access: "writes",
      isMade: true,
    },
  ];
  switch (program) {
    case "crontab":
      return texts.some((text) => /^-[a-z]*l/.test(text)) ? [] : made("/var/spool/cron/crontabs");
    case "at":
    case "batch":
      return has("-l", "-c", "-V") ? [] : made("/var/spool/cron/atjobs");
    case "systemctl":
      return has(
        "enable",
        "reenable",
        "link",
        "edit",
        "preset",
        "preset-all",
        "add-wants",
        "add-requires",
        "set-default",
      )
        ? made("~/.config/systemd/user")
        : [];
    case "launchctl":
      return has("load", "bootstrap", "enable", "submit") ? made("~/Library/LaunchAgents") : [];
    default:
      return [];
  }
}

function guessedPaths(name: string, args: readonly Word[]): readonly PathUse[] {
  const end = args.findIndex(({ source }) => source === "--");
  const isOperand = (word: Word, at: number): boolean => (end >= 0 && at > end) || !word.text.startsWith("-");
  const operands = args.filter(isOperand);
  const attached = args.flatMap((word, at) => (isOperand(word, at) ? [] : attachedValues(word)));
  const isCopy = writingPrograms.get(name)?.operands === "copied" || name === "scp";
  const options = changing.filter(([pattern]) => pattern.test(name)).map(([, option]) => option);
  const changes = args.filter(({ text }) => options.some((option) => option.test(text)));
  const isChanging =
    editors.has(name) ||
    changesOperands.has(writingPrograms.get(name)?.operands ?? "text") ||
    changes.length > 0;
  const isMade = isChanging && !changes.some(({ text }) => removing.test(text));
  const access = (at: number): PathUse["access"] => {
    if (isChanging) return "writes";
    if (!isCopy) return "unknown";
    return at === operands.length - 1 || attached.length > 0 ? "writes" : "reads";
  };
  const use = (word: Word, at: number): PathUse => ({
    word,
    access: access(at),
    ...(isMade ? { isMade } : {}),
  });
  return [
    ...operands.flatMap((word, at) => partsOf(word).map((part) => use(part, at))),
    ...attached.flatMap(partsOf).map((word) => use(word, operands.length - 1)),
  ];
}

/** `--file=x`, and `-fx` where it looks like a path. */
function attachedValues(word: Word): readonly Word[] {
  const value = /^--?[\w-]+=(.+)$/s.exec(word.text)?.[1] ?? /^-[A-Za-z](.*[./~].*)$/s.exec(word.text)?.[1];
  return value === undefined ? [] : [{ ...word, text: value, mayBeOption: false }];
}

/** The word, and what may be a file in `of=x`, `@x`, `host:x` and `x:y`. */
function partsOf(word: Word): readonly Word[] {
  const parts = /^[\w.+-]+:\/\//.test(word.text)
    ? []
    : word.text.split(/[=@:]/).filter((part) => part !== "");
  return [word, ...parts.filter((part) => part !== word.text).map((text) => ({ ...word, text }))];
}
