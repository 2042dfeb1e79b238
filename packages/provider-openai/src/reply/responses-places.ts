import type { JsonObject } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";

/** An output item that events have brought, as far as it tells where a later event belongs. */
export interface PlacedItem {
  readonly type: string;
  /** Ids that events gave it; a call's own id is one of them. */
  readonly ids: Set<unknown>;
  readonly isDone: boolean;
}

/** By the number in the output that events name, or by what stands for it. */
type Items = ReadonlyMap<unknown, PlacedItem>;

/**
 * The place of the item that an event speaks of. The number in the output counts first, because some servers give an item
 * another id in each event. Without one, or where it stands for an item of another type, the id does, then the only item of
 * the type that is still open.
 */
export function placeInStream(items: Items, event: JsonObject, type: string): unknown {
  const { output_index: index, item_id: itemId, item } = event;
  const place = index ?? itemId ?? objectIn(item)["id"];
  if (items.get(place)?.type === type) return place;
  const named = placeNamed(items, type, [itemId, ...idsOf(objectIn(item))]);
  if (named !== undefined) return named;
  if (index !== undefined) return items.has(place) ? `${type} at ${JSON.stringify(index)}` : place;
  const open = [...items].filter(([, known]) => known.type === type && !known.isDone);
  return open.length === 1 ? open[0]![0] : place;
}

/**
 * Which item of the stream each item of the finished output is; `undefined` for one that no event brought. Items may stand
 * at other places here: what neither its id nor its number names is the next of its type, but for calls, of which none
 * may be lost.
 */
export function placesInOutput(items: Items, output: readonly JsonObject[]): readonly unknown[] {
  const sure: readonly unknown[] = output.map((item, index) => {
    const type = stringIn(item["type"]);
    return placeNamed(items, type, idsOf(item)) ?? (items.get(index)?.type === type ? index : undefined);
  });
  const left: (readonly [place: unknown, item: PlacedItem])[] = [...items].filter(
    ([place]) => !sure.includes(place),
  );
  return output.map(({ type, call_id: callId }, index) => {
    if (sure[index] !== undefined || callId !== undefined) return sure[index];
    const next = left.findIndex(([, item]) => item.type === type);
    return next === -1 ? undefined : left.splice(next, 1)[0]![0];
  });
}

export function idsOf({ id, call_id: callId }: JsonObject): unknown[] {
  return [id, callId].filter((value) => typeof value === "string" && value !== "");
}

function placeNamed(items: Items, type: string, ids: readonly unknown[]): unknown {
  return [...items].find(([, item]) => item.type === type && ids.some((id) => item.ids.has(id)))?.[0];
}
