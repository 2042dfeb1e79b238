import type { Item } from "./items.ts";
import { partsInOrder } from "./reply.ts";
import type { SessionView } from "./session-view.ts";

/**
 * The items of a view that are new, or other objects, since the view before it, in order; what a step has left as it was costs
 * nothing. None after a rewind, which makes new ones of all: what stands then is to be shown again.
 */
export function changedItems(before: SessionView, after: SessionView): readonly Item[] {
  const [old, now] = [before.conversation, after.conversation];
  if (old === now || old.era !== now.era) return [];
  const known = new Set<Item>();
  const changed: Item[] = [];
  for (const [at, group] of now.groups.entries()) {
    const was = old.groups[at];
    if (group === was) continue;
    for (const item of was ?? []) known.add(item);
    changed.push(...group.filter((item) => !known.has(item)));
  }
  if (now.reply === undefined || now.reply === old.reply) return changed;
  const parts = old.reply ? new Set<Item>(partsInOrder(old.reply)) : known;
  return [...changed, ...partsInOrder(now.reply).filter((item) => !parts.has(item))];
}
