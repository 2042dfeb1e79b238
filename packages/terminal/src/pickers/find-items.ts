import { fuzzyFilter } from "@earendil-works/pi-tui/dist/fuzzy.js";
import type { PickItem } from "./pick-list.ts";

/** Items whose text has the letters of each typed word in this order, the best first; all of them for no word. */
export function findItems(items: readonly PickItem[], typed: string): readonly PickItem[] {
  return fuzzyFilter([...items], typed, ({ label, detail = "" }) => `${label} ${detail}`);
}
