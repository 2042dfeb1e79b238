import type { Item } from "./items.ts";

/**
 * A list in groups of at most 64, so that a change copies one group and the list of groups, never all of it. Groups that
 * are the same objects as before hold the same things.
 */
export type Groups<Member> = readonly (readonly Member[])[];

export type ItemGroups = Groups<Item>;

const groupSize = 64;

export function append<Member>(groups: Groups<Member>, member: Member): Groups<Member> {
  const last = groups.at(-1);
  if (!last || last.length >= groupSize) return [...groups, [member]];
  return groups.with(groups.length - 1, [...last, member]);
}

/** Changes the last item that fits. @returns the same groups when none does. */
export function changeLast<Found extends Item>(
  groups: ItemGroups,
  fits: (item: Item) => item is Found,
  change: (item: Found) => Item,
): ItemGroups {
  for (let at = groups.length - 1; at >= 0; at--) {
    const group = groups[at]!;
    const index = group.findLastIndex(fits);
    if (index >= 0) return groups.with(at, group.with(index, change(group[index] as Found)));
  }
  return groups;
}

/** The last item that is not only live. */
export function lastKept(groups: ItemGroups): Item | undefined {
  for (let at = groups.length - 1; at >= 0; at--) {
    const item = groups[at]!.findLast((one) => !("isLive" in one));
    if (item) return item;
  }
  return undefined;
}
