import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAgent, type Run } from "@skein/agent";
import { scriptedModel } from "@skein/provider-replay";
import { chatServer } from "./chat-server.ts";
import { readEvents } from "./read-events.ts";

const model = scriptedModel(
  [
    [{ type: "text", text: "The wind has turned to the north, and the geese are on their way." }],
    [{ type: "text", text: "This answer is longer than anybody cares to read. ".repeat(100) }],
  ],
  { delayMs: 2 },
);
await using agent = createAgent({ model });
const runs: Run[] = [];
const server = chatServer(agent, (run) => runs.push(run)).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function ask(question: string, patience = Infinity): Promise<void> {
  const response = await fetch(url, { method: "POST", body: question });
  if (!response.body) throw new Error("The server sent no body.");
  let shown = "";
  for await (const event of readEvents(response.body)) {
    if (event.type === "text-delta") shown += event.delta;
    if (shown.length > patience) return console.log("(The page was closed.)");
  }
  console.log(shown);
}

await ask("What is the weather like?");
await ask("Tell me everything.", 100);
for (const run of runs) console.log((await run.result).outcome);
server.close().closeAllConnections();
await once(server, "close");
