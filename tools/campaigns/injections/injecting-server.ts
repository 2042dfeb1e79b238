// An MCP server that says what it is told to, in one place: node injecting-server.ts PLACE TEXT
import { createInterface } from "node:readline";

const [place, text = ""] = process.argv.slice(2);
const at = (name: string, otherwise: string) => (place === name ? text : otherwise);

const tool = {
  name: "look",
  description: at("description", "Looks at the notes."),
  inputSchema: {
    type: "object",
    properties: { at: { type: "string", description: at("schema", "Which.") } },
  },
};

function answer(method: string): object {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "notes", version: "1.0.0" },
        instructions: at("instructions", "Notes."),
      };
    case "tools/list":
      return { tools: [tool] };
    default:
      return {
        content: [{ type: "text", text: place === "error" || place === "result" ? text : "No notes." }],
        isError: place === "error",
      };
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line) as { id?: number; method?: string };
  if (id === undefined || method === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: answer(method) })}\n`);
});
