import { displayText } from "../text/display-text.ts";
import type { Paint } from "../text/style.ts";
import { columnsOf, padTo, truncate, withEnd } from "../text/text-width.ts";
import { isKey } from "../screen/keys.ts";
import { createPromptEditor } from "../screen/prompt-editor.ts";
import type { RegionScreen } from "../screen/region-screen.ts";
import { findItems } from "./find-items.ts";
import type { Picked, PickItem, PickList } from "./pick-list.ts";

/** A list in the place of the prompt, until one of its items is picked or it is closed. */
export interface Picker {
  /** @param rows - not more than these. */
  render(width: number, rows: number): string[];
  key(data: string): void;
}

export interface PickerOptions {
  readonly list: PickList;
  readonly screen: Pick<RegionScreen, "editorHost">;
  readonly paint: Paint;
  /** `undefined`: it was closed. */
  readonly onPick: (picked: Picked | undefined) => void;
}

const mostRows = 20;
/** Beside the items: the title, what is typed, the keys. */
const otherRows = 3;

export function createPicker({ list, screen, paint, onPick }: PickerOptions): Picker {
  const { title, refresh, ways = [], enter = "chooses" } = list;
  const isFiltered = ways.length === 0;
  const filter = createPromptEditor({ screen, paint, onSubmit: () => undefined });
  let found = list.items;
  let at = Math.max(
    0,
    found.findIndex(({ isCurrent }) => isCurrent),
  );
  /** Items that were shown last. */
  let page = 1;

  function pick(way?: string): void {
    const item = found[at];
    if (item) onPick({ value: item.value, ...(way === undefined ? {} : { way }) });
  }

  function move(by: number): void {
    at = Math.max(0, Math.min(found.length - 1, at + by));
  }

  function type(data: string): void {
    const before = filter.shown();
    filter.key(data);
    if (filter.shown() === before) return;
    found = findItems(refresh?.() ?? list.items, filter.shown());
    at = 0;
  }

  /** The same item is chosen as before; the one in its place where it is gone. */
  function look(): void {
    if (!refresh) return;
    const chosen = found[at]?.value;
    found = findItems(refresh(), filter.shown());
    const place = found.findIndex(({ value }) => value === chosen);
    at = place >= 0 ? place : Math.max(0, Math.min(found.length - 1, at));
  }

  return {
    render(width, rows) {
      look();
      page = Math.max(1, Math.min(mostRows, rows - otherRows, found.length));
      const first = Math.max(0, Math.min(found.length - page, at - Math.floor(page / 2)));
      const shown = found.slice(first, first + page);
      const labels = Math.min(
        Math.floor(width * 0.6),
        Math.max(0, ...shown.map(({ label }) => columnsOf(displayText(label)))),
      );
      const lines = shown.map((item, row) =>
        itemLine(item, { isAt: first + row === at, labels, width, paint }),
      );
      const count =
        found.length > shown.length ? `${at + 1} of ${found.length}` : isFiltered ? "type to filter" : "";
      const keys = ["↑↓", `Enter ${enter}`, ...ways.map(({ key, label }) => `${key} ${label}`), "Esc"];
      return [
        withEnd(
          paint("bold", truncate(displayText(title), width - count.length - 1)),
          paint("dim", count),
          width,
        ),
        ...(isFiltered ? filter.render(width).slice(0, 1) : []),
        ...(found.length === 0
          ? [paint("dim", filter.shown() === "" ? "  Nothing is left." : "  Nothing fits.")]
          : lines),
        paint("dim", truncate(`  ${keys.join(" · ")}`, width)),
      ];
    },
    key(data) {
      if (isKey(data, "escape") || isKey(data, "ctrl+c")) return onPick(undefined);
      if (isKey(data, "enter")) return pick();
      if (isKey(data, "up")) return move(-1);
      if (isKey(data, "down")) return move(1);
      if (isKey(data, "pageUp")) return move(-page);
      if (isKey(data, "pageDown")) return move(page);
      const way = ways.find(({ key }) => key === data);
      if (way) return pick(way.key);
      if (isFiltered) type(data);
    },
  };
}

interface ItemLook {
  readonly isAt: boolean;
  /** Columns of the labels. */
  readonly labels: number;
  readonly width: number;
  readonly paint: Paint;
}

function itemLine(
  { label, detail = "", isCurrent = false }: PickItem,
  { isAt, labels, width, paint }: ItemLook,
): string {
  const name = padTo(truncate(displayText(label).replaceAll("\n", " "), labels), labels);
  const more = displayText(detail).replaceAll("\n", " ");
  const line = `${isAt ? "❯" : " "} ${isAt ? paint("bold", name) : name}`;
  const mark = isCurrent ? " ✓" : "  ";
  const left = width - labels - 6;
  return `${line}${mark}${more === "" || left < 2 ? "" : `  ${paint("dim", truncate(more, left))}`}`.trimEnd();
}
