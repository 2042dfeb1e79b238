import type { Word } from "../analysis.ts";

/** A word that names a file, and what is done with the file. `unknown`: the program is not one that is known. */
export interface PathUse {
  /** As in the command: links, `..`, `~` and patterns are the caller's to resolve, against the segment's folders. */
  readonly word: Word;
  readonly access: "reads" | "writes" | "unknown";
}

/** Programs whose operands are files that they change, from this operand on. */
const writers: ReadonlyMap<string, number> = new Map([
  ...["rm", "mkdir", "rmdir", "touch", "tee", "truncate", "unlink", "shred", "mv"].map(
    (name) => [name, 0] as const,
  ),
  ...["chmod", "chown", "chgrp"].map((name) => [name, 1] as const),
]);
/** Programs that read all operands but the last, which they write. */
const copiers = new Set(["cp", "ln", "install", "rsync", "scp"]);

/** The files of a program that does not only read. Values of options count as files: better too many than one too few. */
export function otherPaths(program: string, args: readonly Word[]): readonly PathUse[] {
  const end = args.findIndex(({ source }) => source === "--");
  const isOperand = (word: Word, at: number): boolean => (end >= 0 && at > end) || !word.text.startsWith("-");
  const operands = args.filter(isOperand);
  const attached = args.flatMap((word, at) => {
    const value = isOperand(word, at) ? undefined : /^--?[\w-]+=(.+)$/s.exec(word.text)?.[1];
    return value === undefined ? [] : [{ ...word, text: value, mayBeOption: false }];
  });
  const from = writers.get(program);
  const access = (at: number): PathUse["access"] => {
    if (from !== undefined) return "writes";
    if (!copiers.has(program)) return "unknown";
    return at === operands.length - 1 || attached.length > 0 ? "writes" : "reads";
  };
  return [
    ...operands.flatMap((word, at) => (at < (from ?? 0) ? [] : [{ word, access: access(at) }])),
    ...attached.map((word) => ({ word, access: access(operands.length - 1) })),
  ];
}
