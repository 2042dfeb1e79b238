import { existsSync, readdirSync, readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { sampleInputs } from "@skein/extension-kit/conformance";
import { outsidePath } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { mcp } from "../../src/index.ts";
import { call, using } from "./workshop.ts";

const folder = outsidePath("mcp-tools");
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "index.json")
  : [];

/** Tools with the definitions of a real server, which keep what they are called with. */
function standIn(tools: readonly Tool[]) {
  const received: unknown[] = [];
  const { server } = new McpServer({ name: "real", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    received.push(params.arguments);
    return { content: [] };
  });
  return { server, received };
}

describe.skipIf(files.length === 0)("definitions of real servers", () => {
  it.each(files)("are offered, and valid input reaches the tool as it is: %s", async (file) => {
    const { tools } = JSON.parse(readFileSync(outsidePath(`mcp-tools/${file}`), "utf8")) as { tools: Tool[] };
    const { server, received } = standIn(tools);
    await using extension = using(mcp({ name: "real", server }));
    const offered = await extension.tools();
    expect(offered).toHaveLength(tools.length);
    for (const { name, inputSchema } of offered) {
      const inputs = await sampleInputs(inputSchema);
      expect([name, inputs.length]).not.toEqual([name, 0]);
      for (const input of inputs) {
        await call(extension, name, input);
        expect([name, received.at(-1)]).toEqual([name, input]);
      }
    }
  });

  it("are those of twelve servers with 157 tools", () => {
    const counts = files.map((file) => {
      const { tools } = JSON.parse(readFileSync(outsidePath(`mcp-tools/${file}`), "utf8")) as {
        tools: Tool[];
      };
      return tools.length;
    });
    expect([counts.length, counts.reduce((sum, one) => sum + one, 0)]).toEqual([12, 157]);
  });
});
