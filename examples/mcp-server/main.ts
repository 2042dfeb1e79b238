import { fileURLToPath } from "node:url";
import { createAgent } from "@skein/agent";
import { mcp } from "@skein/extensions";
import { extractText } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";

const tides = mcp({
  name: "tides",
  command: process.execPath,
  args: [fileURLToPath(new URL("tides-server.ts", import.meta.url))],
});
const model = scriptedModel([
  [
    { type: "tool-call", id: "1", name: "high_water", input: { port: "Bergen" } },
    { type: "tool-call", id: "2", name: "high_water", input: { port: "Bielefeld" } },
  ],
  [{ type: "text", text: "In Bergen at 03:12 and 15:40. Bielefeld has no harbour." }],
]);
await using agent = createAgent({
  model,
  extensions: [tides],
  // A server's word for what its tools do is not taken, so each call is asked about.
  ask: async () => ({ allow: "once" }),
});
const run = agent.run("When is high water in Bergen and Bielefeld?");
const results: string[] = [];
for await (const event of run) {
  if (event.type === "tool-end") results.push(`[${event.failure ?? "result"}] ${extractText(event.content)}`);
}
console.log(results.toSorted().join("\n")); // the calls run at once, in no order
console.log((await run.result).text);
console.log(`\nWhat the model was told:\n${model.requests[0]?.system}`);
