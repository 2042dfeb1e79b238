import { createAgent } from "@skein/agent";
import { defineTool } from "@skein/extension-kit";
import { extractText } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { z } from "zod";

const trains = new Map([["Oslo", ["08:02", "12:27", "17:40"]]]);

const departures = defineTool({
  name: "departures",
  description: "Trains that leave a city today.",
  effect: "reads", // so it runs without being asked about
  input: z.object({ city: z.string(), after: z.iso.time({ precision: -1 }).default("00:00") }),
  run({ city, after }, { progress }) {
    progress(`Looking up ${city}.`);
    const times = trains.get(city);
    if (times) return times.filter((time) => time > after).join("\n");
    // What the model can fix is a value, worded for the model. What is thrown also becomes a failure.
    return {
      kind: "failed",
      message: `No station is called ${city}.`,
      hint: `Use one of: ${[...trains.keys()].join(", ")}.`,
    };
  },
});

const model = scriptedModel([
  [{ type: "tool-call", id: "1", name: "departures", input: { city: "Oslo", after: "noon" } }],
  [{ type: "tool-call", id: "2", name: "departures", input: { city: "Christiania", after: "12:00" } }],
  [{ type: "tool-call", id: "3", name: "departures", input: { city: "Oslo", after: "12:00" } }],
  [{ type: "text", text: "At 12:27 and 17:40." }],
]);
await using agent = createAgent({ model, extensions: [departures] });
const run = agent.run("When can I leave Oslo this afternoon?");
for await (const event of run) {
  if (event.type === "tool-progress") console.log(`… ${event.text}`);
  if (event.type === "tool-end") console.log(`[${event.failure ?? "result"}] ${extractText(event.content)}`);
}
console.log((await run.result).text);
