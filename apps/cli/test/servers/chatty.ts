// An MCP server that writes much for people: log messages, and standard error with a secret.
import { createInterface } from "node:readline";

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const results: Readonly<Record<string, () => unknown>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: "chatty", version: "1" },
  }),
  "logging/setLevel": () => ({}),
  "tools/list": () => ({ tools: [{ name: "talk", inputSchema: { type: "object" } }] }),
  "tools/call"() {
    const data = "half of\nit\u001b[2J";
    send({ method: "notifications/message", params: { level: "warning", logger: "work", data } });
    return { content: [{ type: "text", text: "talked" }] };
  },
};

process.stderr.write(`the key is ${process.env["CHATTY_KEY"] ?? "missing"}\n`);
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method = "" } = JSON.parse(line) as { id?: number; method?: string };
  if (id === undefined) return;
  const result = results[method]?.();
  const error = { code: -32601, message: "Method not found" };
  send({ id, ...(result ? { result } : { error }) });
});
