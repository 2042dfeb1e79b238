// node bench/mcp-server.ts: an MCP server with three small tools, and no library of which the start would be measured.
import { createInterface } from "node:readline";

const tools = ["bench_one", "bench_two", "bench_three"].map((name) => ({
  name,
  description: "Says the same again.",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
}));

const results: Readonly<Record<string, () => unknown>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "bench", version: "1" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": () => ({ content: [{ type: "text", text: "ok" }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method = "" } = JSON.parse(line) as { id?: number; method?: string };
  if (id === undefined) return;
  const result = results[method]?.();
  const error = { code: -32601, message: "Method not found" };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
});
