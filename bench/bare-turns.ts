// What a tool turn costs at the least: posts a body, reads the reply, runs `true` in bash, or asks an MCP server, and again,
// until no call comes. Arguments: the address, and the file of the server if there is one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";

const [address = "", program] = process.argv.slice(2);
const server =
  program === undefined
    ? undefined
    : spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "bench_one" } };
const agent = new Agent({ keepAlive: true });
let body = JSON.stringify({ messages: [{ role: "user", content: "go" }] });

for (;;) {
  const reply = await post(body);
  if (!reply.includes('"tool_use"')) break;
  if (server) {
    server.stdin.write(`${JSON.stringify(call)}\n`);
    await once(server.stdout, "data");
  } else {
    const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", "true"], { stdio: "ignore" });
    await once(child, "exit");
  }
  body = JSON.stringify({ messages: [{ role: "user", content: "go" }, reply] });
}
agent.destroy();
server?.kill();

async function post(text: string): Promise<string> {
  const sent = request(`${address}/v1/messages`, {
    method: "POST",
    agent,
    headers: { "content-type": "application/json" },
  });
  sent.end(text);
  const [response] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
  let reply = "";
  for await (const chunk of response) reply += chunk.toString();
  return reply;
}
