/** An element of a tree that is written as a list: each names the one before it. */
export interface Leaf {
  readonly id: string;
  readonly parent: string | undefined;
}

/**
 * The ids on the way from a leaf to the root. A parent that is not in the list (its line was damaged, say) is taken to
 * be the element written before, so that what came earlier is not lost.
 *
 * @param list - in the order of the file.
 */
export function branchTo(leaf: Leaf | undefined, list: readonly Leaf[]): ReadonlySet<string> {
  const places = new Map<string, number>();
  for (const [place, { id }] of list.entries()) places.set(id, place);
  const branch = new Set<string>();
  let at = leaf === undefined ? undefined : places.get(leaf.id);
  while (at !== undefined) {
    const element = list[at];
    if (!element || branch.has(element.id)) break;
    branch.add(element.id);
    if (element.parent === undefined) break;
    at = places.get(element.parent) ?? (at === 0 ? undefined : at - 1);
  }
  return branch;
}
