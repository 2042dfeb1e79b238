import type { Item, ItemGroups } from "@skein/session-view";

/** So many items are drawn, or left out, together. */
const sliceSize = 16;

export interface ItemSlice {
  readonly key: string;
  readonly items: readonly Item[];
  /** Entry of its first message. */
  readonly firstSeq: number | undefined;
  /** About how high it is, in pixels, before it was ever drawn. */
  readonly heightGuess: number;
}

const known = new WeakMap<readonly Item[], readonly ItemSlice[]>();

/** A conversation in slices. Those of a group that has not changed are the same objects as before. */
export function slicesOf(groups: ItemGroups): readonly ItemSlice[] {
  return groups.flatMap((group, at) => {
    const slices = known.get(group) ?? slicesOfGroup(group, at);
    known.set(group, slices);
    return slices;
  });
}

function slicesOfGroup(group: readonly Item[], at: number): readonly ItemSlice[] {
  const count = Math.ceil(group.length / sliceSize);
  return Array.from({ length: count }, (_, index) => {
    const items = group.slice(index * sliceSize, (index + 1) * sliceSize);
    const first = items.find((item) => item.type === "message");
    return {
      key: `${at}.${index}`,
      items,
      firstSeq: first?.seq,
      heightGuess: items.reduce((sum, item) => sum + guess(item), 0),
    };
  });
}

/** Pixels. */
function guess(item: Item): number {
  if (item.type === "text") return 24 + Math.ceil(item.text.length / 75) * 24;
  if (item.type === "message") return 72;
  return 36;
}

export function isSameSlice(one: ItemSlice, other: ItemSlice): boolean {
  if (one === other) return true;
  return one.items.length === other.items.length && one.items.every((item, at) => item === other.items[at]);
}
