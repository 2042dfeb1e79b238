// node bench/mcp-server.mjs [FILE]: an MCP server with three small tools, or those of a file with the result of tools/list.
// Neither a library nor types, of which the start would be measured.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file] = process.argv.slice(2);
const small = ["bench_one", "bench_two", "bench_three"].map((name) => ({
  name,
  description: "Says the same again.",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
}));
const content = file === undefined ? small : JSON.parse(readFileSync(file, "utf8"));
const tools = Array.isArray(content) ? content : content.tools;

const results = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "bench", version: "1" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": () => ({ content: [{ type: "text", text: "ok" }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method = "" } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method]?.();
  const error = { code: -32601, message: "Method not found" };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
});
