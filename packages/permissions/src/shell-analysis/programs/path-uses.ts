import type { Word } from "../analysis.ts";

/** A word that names a file, and what is done with the file. `unknown`: the program is not one that is known. */
export interface PathUse {
  /** As in the command: links, `..`, `~` and patterns are the caller's to resolve, against the segment's folders. */
  readonly word: Word;
  readonly access: "reads" | "writes" | "unknown";
}

/** Programs whose operands are files that they change, from this operand on. */
const writers: ReadonlyMap<string, number> = new Map([
  ...`rm mkdir rmdir touch tee truncate unlink shred mv dd mkfifo patch vi vim nvim nano emacs ed ex`
    .split(" ")
    .map((name) => [name, 0] as const),
  ...["chmod", "chown", "chgrp", "chattr", "setfacl"].map((name) => [name, 1] as const),
]);
/** Programs that read all operands but the last, which they write. */
const copiers = new Set(["cp", "ln", "install", "rsync", "scp"]);
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

/** The files of a program that does not only read. What may be one counts as one: better too many than one too few. */
export function otherPaths(program: string, args: readonly Word[]): readonly PathUse[] {
  const name = program.replace(/^.*\//, "");
  const end = args.findIndex(({ source }) => source === "--");
  const isOperand = (word: Word, at: number): boolean => (end >= 0 && at > end) || !word.text.startsWith("-");
  const operands = args.filter(isOperand);
  const attached = args.flatMap((word, at) => (isOperand(word, at) ? [] : attachedValues(word)));
  const from = writers.get(name);
  const isChanging =
    from !== undefined ||
    changing.some(([pattern, option]) => pattern.test(name) && args.some(({ text }) => option.test(text)));
  const access = (at: number): PathUse["access"] => {
    if (isChanging) return "writes";
    if (!copiers.has(name)) return "unknown";
    return at === operands.length - 1 || attached.length > 0 ? "writes" : "reads";
  };
  return [
    ...operands.flatMap((word, at) =>
      at < (from ?? 0) ? [] : partsOf(word).map((part) => ({ word: part, access: access(at) })),
    ),
    ...attached.flatMap(partsOf).map((word) => ({ word, access: access(operands.length - 1) })),
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
