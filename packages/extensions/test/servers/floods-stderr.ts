// Writes 20 MB to standard error with every call, and answers when all of it has been read.
import { echo, echoTool, send, serveLines } from "./line-server.ts";

const line = `${"x".repeat(1_000)}\n`.repeat(64);

async function flood(): Promise<void> {
  for (let left = 20_000_000; left > 0; left -= line.length) {
    if (!process.stderr.write(line)) await new Promise((resolve) => process.stderr.once("drain", resolve));
  }
}

serveLines({
  list: () => ({ tools: [echoTool] }),
  call: (params, id) => void flood().then(() => send({ id, result: echo(params) })),
});
