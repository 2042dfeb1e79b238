export const isLower = (value: number, current: number | undefined): boolean =>
  current === undefined || value < current;

/** @param words - from the loosest to the strictest. */
export function isFurther<Word>(
  ...words: readonly Word[]
): (value: Word, current: Word | undefined) => boolean {
  return (value, current) => current === undefined || words.indexOf(value) > words.indexOf(current);
}
