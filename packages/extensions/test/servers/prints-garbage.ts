// Log lines and broken JSON before, between and around the messages; and a batch.
import { echoTool, serveLines } from "./line-server.ts";

const garbage = [
  "Server listening…",
  "{",
  '{"jsonrpc":"2.0","id":',
  "[1,2",
  "null",
  '"text"',
  "\u0000\u001b[31mred",
  '{"level":"info"}',
  '{"jsonrpc":"2.0","id":999,"result":{}}',
  "",
];
const print = () => garbage.forEach((line) => process.stdout.write(`${line}\n`));
print();
serveLines({
  before() {
    print();
    return false;
  },
  list: () => ({ tools: [echoTool] }),
  call(params, id) {
    print();
    const result = { content: [{ type: "text", text: JSON.stringify(params["arguments"]) }] };
    const progress = {
      jsonrpc: "2.0",
      method: "notifications/message",
      params: { level: "info", data: "x" },
    };
    process.stdout.write(`${JSON.stringify([progress, { jsonrpc: "2.0", id, result }])}\n`);
    return undefined;
  },
});
