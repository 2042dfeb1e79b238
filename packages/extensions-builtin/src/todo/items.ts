import { isJsonObject, type JsonValue } from "@skein/protocol";

export const itemStates = ["open", "doing", "done"] as const;

type ItemState = (typeof itemStates)[number];

export interface TodoItem {
  readonly text: string;
  readonly state: ItemState;
}

/** UTF-8 bytes of the list as it is told: every request carries it. */
export const mostListBytes = 3_500;

/** What was kept; a state that is no list of items is no list. */
export function itemsIn(state: JsonValue | undefined): readonly TodoItem[] {
  const items = state !== undefined && isJsonObject(state) ? state["items"] : undefined;
  return Array.isArray(items) && items.every(isItem) ? items : [];
}

export function isItem(value: JsonValue): value is JsonValue & TodoItem {
  if (!isJsonObject(value)) return false;
  const { text, state } = value;
  return typeof text === "string" && text.trim() !== "" && itemStates.some((known) => known === state);
}

const marks: Readonly<Record<ItemState, string>> = { open: "[ ]", doing: "[>]", done: "[x]" };

/** One line an item. */
export function listText(items: readonly TodoItem[]): string {
  return items.map(({ text, state }) => `${marks[state]} ${text.replaceAll(/\s+/g, " ").trim()}`).join("\n");
}
