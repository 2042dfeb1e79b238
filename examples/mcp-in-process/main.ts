import { createAgent } from "@skein/agent";
import { mcp } from "@skein/extensions";
import { extractText } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { libraryServer } from "./library-server.ts";

const server = libraryServer();
const model = scriptedModel([
  [{ type: "tool-call", id: "1", name: "find", input: { title: "Emma" } }],
  [{ type: "tool-call", id: "2", name: "find", input: { title: "Dune" } }],
  [{ type: "tool-call", id: "3", name: "lend", input: { title: "Dune" } }],
  [{ type: "text", text: "Dune is yours for four weeks." }],
]);
{
  await using agent = createAgent({
    model,
    extensions: [mcp({ name: "library", server })],
    // A server's word for what its tools do is not taken, so each call is asked about.
    ask: async () => ({ allow: "once" }),
  });
  const run = agent.run("Lend me Emma or Dune.");
  for await (const event of run) {
    if (event.type === "tool-end")
      console.log(`[${event.failure ?? "result"}] ${extractText(event.content)}`);
  }
  console.log((await run.result).text);
}
const offered = model.requests.map(({ tools }) => tools.map(({ name }) => name).join(" "));
console.log("Tools in each request:", offered);
console.log("Connected after the end:", server.isConnected());
