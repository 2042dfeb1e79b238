import { echoTool, serveLines } from "./line-server.ts";

const line = `${"x".repeat(1_000)}\n`.repeat(64);
function flood(): void {
  if (process.stderr.write(line)) setImmediate(flood);
  else process.stderr.once("drain", flood);
}
flood();
serveLines({ list: () => ({ tools: [echoTool] }) });
