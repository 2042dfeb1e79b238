/** Whether a list begins with the same items, by identity. What was made of such a beginning can be kept. */
export function beginsWith(items: readonly unknown[], beginning: readonly unknown[]): boolean {
  return beginning.length <= items.length && sameItems(items, beginning) === beginning.length;
}

/** How many items at the beginnings of two lists are the same, by identity. */
export function sameItems(one: readonly unknown[], other: readonly unknown[]): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same++;
  return same;
}
