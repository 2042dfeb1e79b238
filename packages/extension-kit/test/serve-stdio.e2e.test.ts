import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";

/** A program of its own, as other clients start it. */
const program = `
import { defineExtension, defineResource, defineTool } from "@skein/extension-kit";
import { serve } from "@skein/extension-kit/serve";
const listeners = new Set();
const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
await serve(defineExtension({
  name: "asker",
  tools: [defineTool({
    name: "ask", description: "Asks.", effect: "reads", input: { type: "object", properties: {} },
    async run(_, { requests, state }) {
      const before = state.read() ?? 0;
      await state.write(before + 1);
      const reply = await requests.elicit({ message: "Who?", schema });
      for (const changed of listeners) changed();
      return { reply, before };
    },
  })],
  resources: [defineResource({
    uri: "note:///1", name: "Note", read: () => "text",
    watch: (_, changed) => (listeners.add(changed), () => listeners.delete(changed)),
  })],
}));
`;

it.each(["auto", "legacy"] as const)(
  "a client of the era %s asks, answers and is told of changes over stdio",
  async (mode) => {
    const client = new Client(
      { name: "test", version: "1" },
      {
        capabilities: { elicitation: {} },
        ...(mode === "auto" ? { versionNegotiation: { mode } } : {}),
      },
    );
    const answers = [{}, { name: "Ada" }, { name: "Bob" }];
    // The first one does not match: a client of 2026 is asked again, and one of 2025 has failed.
    if (mode === "legacy") answers.shift();
    client.setRequestHandler("elicitation/create", () => ({
      action: "accept",
      content: answers.shift() ?? {},
    }));
    const updated: string[] = [];
    client.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void updated.push(params.uri),
    );
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const args = ["--input-type=module-typescript", "-e", program];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd }));
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
      if (mode === "auto") await client.listen({ resourceSubscriptions: ["note:///1"] });
      else await client.subscribeResource({ uri: "note:///1" });
      const ask = async () => (await client.callTool({ name: "ask" })).structuredContent;
      expect(await ask()).toEqual({ reply: { name: "Ada" }, before: 0 });
      expect(await ask()).toEqual({ reply: { name: "Bob" }, before: 1 });
      await expect.poll(() => updated.length).toBe(2);
    } finally {
      await client.close();
    }
  },
);
