import type { Extension, JsonValue } from "@skein/protocol";
import { expect, it } from "vitest";
import { changedExtension } from "../src/extensions/changed-extension.ts";

/** One that needs its `this`, and learns what to say of itself only when it has started. */
class Shelf {
  readonly name = "shelf";
  readonly description = "Books";
  readonly #told: string[] = [];
  instructions = "";
  readonly context = {} as Parameters<Extension["callTool"]>[2];

  async tools() {
    this.instructions = "Ask for a title.";
    return [];
  }
  dynamicContext(state: JsonValue | undefined): string {
    return `${this.#told.length} told, ${JSON.stringify(state)}`;
  }
  onChange(): () => void {
    return () => void this.#told.push("unheard");
  }
  status() {
    return { state: "ready" } as const;
  }
  async callTool(name: string) {
    this.#told.push(name);
    return { text: this.#told.join() };
  }
  async recoverTool(name: string) {
    return { text: `${name} of ${this.name}` };
  }
  async close(): Promise<void> {
    this.#told.push("closed");
  }
}

it("an extension that is changed is the same but for the changes", async () => {
  const shelf = new Shelf();
  const inner = shelf as unknown as Extension;
  const extension = changedExtension(inner, { close: async () => undefined });
  expect(extension.instructions).toBe("");
  expect(await extension.tools()).toEqual([]);
  expect(extension.instructions).toBe("Ask for a title.");
  expect([extension.name, extension.description]).toEqual(["shelf", "Books"]);
  expect(extension.status()).toEqual({ state: "ready" });
  expect(await extension.callTool("find", {}, shelf.context)).toEqual({ text: "find" });
  expect(await extension.recoverTool?.("find", {}, shelf.context)).toEqual({ text: "find of shelf" });
  extension.onChange?.(() => undefined)();
  await extension.close();
  expect(extension.dynamicContext?.(1)).toBe("2 told, 1");
});

it("what an extension cannot do, the changed one cannot either", () => {
  const bare: Extension = {
    name: "bare",
    tools: async () => [],
    status: () => ({ state: "ready" }),
    callTool: async () => ({ kind: "unknown-tool", available: [] }),
    close: async () => undefined,
  };
  const changed = changedExtension(bare, { tools: async () => [] });
  for (const part of ["dynamicContext", "onChange", "recoverTool"]) expect(changed).not.toHaveProperty(part);
});
