import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const shelves = new Map([["Dune", 3]]);

/** As it would be served over stdio or HTTP. */
export function libraryServer(): McpServer {
  const server = new McpServer(
    { name: "library", version: "1.0.0" },
    { instructions: "Ask for exact titles." },
  );
  server.registerTool(
    "find",
    { description: "Shelf of a book.", inputSchema: { title: z.string() } },
    ({ title }) => {
      const shelf = shelves.get(title);
      if (shelf === undefined) throw new Error(`No book has the title "${title}".`);
      if (!isLending) startLending(server);
      return { content: [{ type: "text", text: `Shelf ${shelf}` }] };
    },
  );
  let isLending = false;

  /** The client is notified that the list of tools has changed. */
  function startLending(library: McpServer): void {
    isLending = true;
    library.registerTool(
      "lend",
      { description: "Lend it.", inputSchema: { title: z.string() } },
      ({ title }) => ({
        content: [{ type: "text", text: `"${title}" is yours for four weeks.` }],
      }),
    );
  }
  return server;
}
