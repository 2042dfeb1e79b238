export interface TakenFlag {
  /** Absent: the words end after the flag, or it has no value. */
  readonly value: string | undefined;
  /** The words without it. */
  readonly rest: readonly string[];
}

/**
 * Takes a flag out of the words of any command; `undefined` when it is not among them. What follows `--` is left.
 *
 * @param hasValue - whether the next word is its value.
 */
export function takeFlag(words: readonly string[], flag: string, hasValue: boolean): TakenFlag | undefined {
  const end = words.indexOf("--");
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1 || (end !== -1 && at > end)) return undefined;
  const isJoined = words[at] !== flag;
  const value = isJoined ? words[at]?.slice(flag.length + 1) : hasValue ? words[at + 1] : undefined;
  return { value, rest: words.toSpliced(at, isJoined || !hasValue ? 1 : 2) };
}
