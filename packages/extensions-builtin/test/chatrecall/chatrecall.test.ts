import { extensionContract } from "@skein/extension-kit/contract";
import { describe, expect, it } from "vitest";
import { chatrecall } from "../../src/chatrecall/index.ts";

extensionContract("chatrecall", () => ({
  extension: chatrecall(async () => []),
  works: { tool: "search_sessions", input: { query: "a" } },
  misfits: { tool: "search_sessions", input: {} },
}));

describe("the extension chatrecall", () => {
  it("costs a request less than 700 bytes", async () => {
    const extension = chatrecall(async () => []);
    const definitions = (await extension.tools()).map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(Buffer.byteLength(JSON.stringify(definitions))).toBeLessThan(700);
  });
});
