// An MCP server over standard input and output whose tool `env` tells its environment, arguments and folder.
import { createInterface } from "node:readline";

interface Message {
  readonly id?: number;
  readonly method?: string;
}

const tools = ["env", "other"].map((name) => ({
  name,
  description: "Tells.",
  inputSchema: { type: "object" },
}));

function resultOf(method: string): object | undefined {
  if (method === "initialize") {
    const serverInfo = { name: "tells-environment", version: "1.0.0" };
    return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools };
  if (method !== "tools/call") return undefined;
  const told = { env: process.env, arguments: process.argv.slice(2), cwd: process.cwd() };
  return { content: [{ type: "text", text: JSON.stringify(told) }] };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method = "" } = JSON.parse(line) as Message;
  if (id === undefined) return;
  const result = resultOf(method);
  const answer = result ? { result } : { error: { code: -32601, message: "Method not found" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
