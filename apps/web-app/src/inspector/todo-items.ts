export interface TodoItem {
  readonly text: string;
  readonly state: "open" | "doing" | "done";
}

/** The list in the states that extensions keep with the session: the one whose items have texts and states. */
export function todoItems(states: Readonly<Record<string, unknown>>): readonly TodoItem[] {
  const items = (states["todo"] as { readonly items?: unknown } | undefined)?.items;
  return Array.isArray(items) && items.every(isItem) ? items : [];
}

function isItem(value: unknown): value is TodoItem {
  const { text, state } = (value ?? {}) as Partial<TodoItem>;
  return typeof text === "string" && (state === "open" || state === "doing" || state === "done");
}
