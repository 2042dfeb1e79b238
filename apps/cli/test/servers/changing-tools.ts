// An MCP server whose tools stand in the file that its argument names.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file = ""] = process.argv.slice(2);
const results: Readonly<Record<string, () => unknown>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "changing", version: "1" },
  }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(file, "utf8")) as unknown }),
  "tools/call": () => ({ content: [{ type: "text", text: "called" }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method = "" } = JSON.parse(line) as { id?: number; method?: string };
  if (id === undefined) return;
  const result = results[method]?.();
  const error = { code: -32601, message: "Method not found" };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
});
