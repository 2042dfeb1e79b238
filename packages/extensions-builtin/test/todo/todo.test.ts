import {
  describeFailure,
  isFailure,
  extractText,
  type JsonObject,
  type JsonValue,
  type ToolContext,
} from "@skein/protocol";
import { extensionContract } from "@skein/extension-kit/contract";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { todo } from "../../src/todo/index.ts";

/** A session of one value. */
function kept() {
  let value: JsonValue | undefined;
  return {
    read: () => value,
    write: async (state: JsonValue) => {
      value = JSON.parse(JSON.stringify(state)) as JsonValue;
    },
  };
}

async function says(input: JsonObject, state?: ToolContext["state"]): Promise<string> {
  const outcome = await todo().callTool("todo", input, {
    session: "s",
    callId: "c",
    cwd: "/",
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: undefined,
    ...(state ? { state } : {}),
  });
  return isFailure(outcome) ? describeFailure("todo", outcome) : extractText(outcome.content);
}

extensionContract("todo", () => ({
  extension: todo(),
  works: { tool: "todo", input: { items: [] } },
  misfits: { tool: "todo", input: { items: "milk" } },
}));

describe("the todo list", () => {
  it("is written whole, kept with the session, and told with each request", async () => {
    const state = kept();
    expect(todo().dynamicContext?.(state.read())).toBe("");
    const items = [
      { text: "Find the cause", state: "done" },
      { text: "Fix\n  it", state: "doing" },
      { text: "Run the tests", state: "open" },
    ];
    expect(await says({ items }, state)).toBe("1 of 3 done.");
    expect(todo().dynamicContext?.(state.read())).toBe(
      "Todo list:\n[x] Find the cause\n[>] Fix it\n[ ] Run the tests",
    );
    expect(await says({ items: [] }, state)).toBe("The list is empty.");
    expect(todo().dynamicContext?.(state.read())).toBe("");
  });

  it("has a line for each item, whatever their texts", () => {
    const item = fc.record({
      text: fc.string({ unit: "binary" }).filter((text) => text.trim() !== ""),
      state: fc.constantFrom("open", "doing", "done"),
    });
    checkProperty(
      fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), (items) => {
        expect(todo().dynamicContext?.({ items }).split("\n")).toHaveLength(items.length + 1);
      }),
    );
  });

  it("is no list when something else was kept", () => {
    for (const state of [undefined, null, 3, [], { items: 3 }, { items: [{ text: "a" }] }])
      expect(todo().dynamicContext?.(state)).toBe("");
  });

  it("says what is wrong with an item, and how long it may be", async () => {
    expect(
      await says(
        {
          items: [
            { text: "a", state: "open" },
            { text: "b", state: "maybe" },
          ],
        },
        kept(),
      ),
    ).toContain("/items/1: expected { text, state: open | doing | done }");
    expect(await says({ items: [{ text: "x".repeat(9000), state: "open" }] }, kept())).toContain(
      "at most 3500",
    );
  });

  it("cannot be kept without extension state, and says so", async () => {
    expect(await says({ items: [] })).toBe("The list cannot be kept here.\nContinue without it.");
  });

  it("costs a request less than half a kilobyte", async () => {
    const [tool] = await todo().tools();
    const { name, description, inputSchema } = tool!;
    expect(JSON.stringify({ name, description, inputSchema }).length).toBeLessThan(500);
  });
});
