// What a tool turn costs at the least: sends the conversation, reads the reply, makes its call (`true` in bash, or one of an MCP
// server) and adds both to the conversation, until no call comes. Arguments: the address, and the file of the server if there is one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

const [address = "", program] = process.argv.slice(2);
const server =
  program === undefined
    ? undefined
    : spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
const answers = server && createInterface({ input: server.stdout });
const agent = new Agent({ keepAlive: true });
/** With the system prompt and the tools, a first request has some 9,500 bytes. */
const system = "x".repeat(9_000);
const messages: object[] = [{ role: "user", content: "go" }];

for (;;) {
  const call = callIn(await post(JSON.stringify({ model: "bench", stream: true, system, messages })));
  if (!call) break;
  const content = answers ? await ask(call) : await runTrue();
  messages.push(
    { role: "assistant", content: [{ type: "tool_use", ...call }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content }] },
  );
}
agent.destroy();
server?.kill();

async function post(body: string): Promise<string> {
  const sent = request(`${address}/v1/messages`, {
    method: "POST",
    agent,
    headers: { "content-type": "application/json" },
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
  let reply = "";
  for await (const chunk of response) reply += chunk.toString();
  return reply;
}

/** The call of a reply, from its events. */
function callIn(reply: string): Call | undefined {
  let begun: Call | undefined;
  let input = "";
  for (const line of reply.split("\n")) {
    if (!line.startsWith("data: ")) continue;
    const { type, content_block, delta } = JSON.parse(line.slice("data: ".length));
    if (type === "content_block_start" && content_block.type === "tool_use") begun = content_block;
    else if (type === "content_block_delta") input += delta.partial_json ?? "";
  }
  return begun && { id: begun.id, name: begun.name, input: JSON.parse(input) };
}

async function runTrue(): Promise<string> {
  const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", "true"], { stdio: "ignore" });
  await once(child, "exit");
  return "";
}

async function ask({ id, input }: Call): Promise<string> {
  const params = { name: "bench_one", arguments: input };
  server!.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
  const [line] = (await once(answers!, "line")) as [string];
  return JSON.parse(line).result.content[0].text;
}
