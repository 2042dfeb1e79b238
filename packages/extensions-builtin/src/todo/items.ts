import { isJsonObject, oneLine, type JsonValue } from "@skein/protocol";

export const itemStates = ["open", "doing", "done"] as const;

type ItemState = (typeof itemStates)[number];

export interface TodoItem {
  readonly text: string;
  readonly state: ItemState;
}

/** Maximum UTF-8 bytes of the list, since it is part of every request. */
export const mostListBytes = 3_500;

/** The stored list; a state that is not a list of items counts as empty. */
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

/** One line per item. */
export function listText(items: readonly TodoItem[]): string {
  return items.map(({ text, state }) => `${marks[state]} ${oneLine(text)}`).join("\n");
}
