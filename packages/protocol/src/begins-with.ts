/**
 * Returns true if a list starts with the items of another list, compared by
 * identity (`===`).
 *
 * Views of a journal use the answer to keep what they derived from a prefix
 * that has not changed. An empty `beginning` always matches.
 *
 * @example
 * ```ts
 * const head = { seq: 1 };
 * beginsWith([head, { seq: 2 }], [head]); // true
 * beginsWith([{ seq: 1 }], [head]); // false: an equal object is another object
 * ```
 */
export function beginsWith(items: readonly unknown[], beginning: readonly unknown[]): boolean {
  return beginning.length <= items.length && sameItems(items, beginning) === beginning.length;
}

/**
 * Counts the items that two lists have in common at their start, compared by
 * identity (`===`). 0 if the first items differ or one list is empty.
 */
export function sameItems(one: readonly unknown[], other: readonly unknown[]): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same++;
  return same;
}
