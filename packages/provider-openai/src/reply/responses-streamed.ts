import type { JsonObject, ModelEvent } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { Item, ItemContext, Unfinished } from "./responses-item.ts";
import { openItem } from "./responses-items.ts";
import { idsOf } from "./responses-places.ts";
import type { PlacedItem } from "./responses-places.ts";

interface StreamedItem extends Item, PlacedItem {
  isDone: boolean;
}

/** The output items that events have brought so far, by their place. */
export interface StreamedItems {
  readonly byPlace: ReadonlyMap<unknown, PlacedItem>;
  /** The item at this place, opened by its first event. */
  open(place: unknown, item: JsonObject, out: ModelEvent[]): StreamedItem;
  /** Ends an item, once. */
  finish(place: unknown, item: JsonObject, out: ModelEvent[]): void;
  /** Cuts the items that are still open. */
  cutOpen(out: ModelEvent[]): void;
  /** Ends the parts that waited for the end of the reply. @param complete - `false` when the reply was cut off. */
  endWaiting(complete: boolean, out: ModelEvent[]): void;
  hasCalls(): boolean;
}

const calling: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);

export function createStreamedItems(context: ItemContext): StreamedItems {
  const byPlace = new Map<unknown, StreamedItem>();
  const waiting: Unfinished[] = [];

  const open = (place: unknown, item: JsonObject, out: ModelEvent[]): StreamedItem => {
    const known = byPlace.get(place);
    if (known) return known;
    const type = stringIn(item["type"]);
    const opened = { ...openItem(item, context, out), type, ids: new Set(idsOf(item)), isDone: false };
    byPlace.set(place, opened);
    return opened;
  };

  return {
    byPlace,
    open,
    finish(place, item, out) {
      const streamed = open(place, item, out);
      if (streamed.isDone) return;
      streamed.isDone = true;
      const later = streamed.finish(item, out);
      if (later) waiting.push(later);
    },
    cutOpen(out) {
      for (const item of byPlace.values()) if (!item.isDone) item.cut(out);
    },
    endWaiting(complete, out) {
      for (const later of waiting) later(complete, out);
    },
    hasCalls: () => [...byPlace.values()].some(({ type }) => calling.has(type)),
  };
}
