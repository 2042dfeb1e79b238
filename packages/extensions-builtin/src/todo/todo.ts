import { defineExtension, defineTool } from "@skein/extension-kit";
import type { Extension, JsonValue, Tool } from "@skein/protocol";
import { itemsIn, listText, type TodoItem } from "./items.ts";
import { listInput } from "./list-input.ts";

const writeTool: Tool = defineTool({
  name: "todo",
  description: "Write the todo list, whole. Use it for work of several steps; one item is doing at a time.",
  effect: "reads",
  input: listInput,
  resources: () => ["todo"],
  async run({ items }, { state }) {
    if (!state) {
      return {
        kind: "failed",
        message: "The list cannot be kept here.",
        hint: "Continue without it.",
      };
    }
    const texts = items.map(({ text, state: itemState }): JsonValue => ({ text, state: itemState }));
    await state.write({ items: texts });
    return said(items);
  },
});

/** The model's todo list: stored in the session, and shown to the model whenever it has changed. */
export function todo(): Extension {
  return defineExtension({
    name: "todo",
    description: "A list of what is to be done.",
    tools: [writeTool],
    dynamicContext(state) {
      const items = itemsIn(state);
      return items.length === 0 ? "" : `Todo list:\n${listText(items)}`;
    },
  });
}

function said(items: readonly TodoItem[]): string {
  if (items.length === 0) return "The list is empty.";
  const done = items.filter(({ state }) => state === "done").length;
  return `${done} of ${items.length} done.`;
}
