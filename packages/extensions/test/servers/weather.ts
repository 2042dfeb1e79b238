import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { trapPage, weatherPage } from "./weather-page.ts";

/** An MCP server with pages: one that shows the weather, and one that tries what no page may do. */
const server = new McpServer({ name: "weather", version: "1.0.0" });
const mediaType = "text/html;profile=mcp-app";
let refreshed = 0;

function add(
  name: string,
  page: string,
  visibility: readonly string[],
  answer: (city: string) => string,
): void {
  server.registerTool(
    name,
    {
      description: `Tells the ${name}.`,
      inputSchema: { city: z.string().default("Ulm") },
      _meta: { ui: { resourceUri: page, visibility } },
    },
    ({ city }) => ({ content: [{ type: "text", text: answer(city) }] }),
  );
}

add("forecast", "ui://weather/page", ["model", "app"], (city) => `${city}: sun, 21 °C`);
add("refresh", "ui://weather/page", ["app"], (city) => `${city}: rain, refreshed ${++refreshed}`);
add("think", "ui://weather/page", ["model"], () => "Hm.");
add("trap", "ui://weather/trap", ["model"], () => "Sprung.");
server.registerTool("station", { description: "Asks for a station." }, async () => {
  const { content } = await server.server.elicitInput({
    message: "Which station shall be asked?",
    requestedSchema: {
      type: "object",
      properties: {
        city: { type: "string", title: "City", description: "Where it stands" },
        scale: { type: "string", enum: ["Celsius", "Kelvin"], title: "Scale" },
        hourly: { type: "boolean", title: "Every hour" },
      },
      required: ["city", "scale"],
    },
  });
  return { content: [{ type: "text", text: `Asked for: ${JSON.stringify(content ?? null)}` }] };
});
for (const [uri, text] of [
  ["ui://weather/page", weatherPage],
  ["ui://weather/trap", trapPage],
] as const)
  server.registerResource(uri, uri, { mimeType: mediaType }, () => ({
    contents: [{ uri, mimeType: mediaType, text }],
  }));
await server.connect(new StdioServerTransport());
