export interface TakenFlag {
  /** Absent: the words end behind the flag. */
  readonly value: string | undefined;
  /** The words without it. */
  readonly rest: readonly string[];
}

/** Takes a flag with its value out of the words of any command; `undefined` when it is not among them. What follows `--` is left. */
export function takeFlag(words: readonly string[], flag: string): TakenFlag | undefined {
  const end = words.indexOf("--");
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1 || (end !== -1 && at > end)) return undefined;
  const isJoined = words[at] !== flag;
  const value = isJoined ? words[at]?.slice(flag.length + 1) : words[at + 1];
  return { value, rest: words.toSpliced(at, isJoined ? 1 : 2) };
}
