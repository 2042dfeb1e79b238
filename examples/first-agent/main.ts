import { createAgent } from "@skein/agent";
import { defineTool } from "@skein/extension-kit";
import { scriptedModel } from "@skein/provider-replay";
import { z } from "zod";

const weather = defineTool({
  name: "weather",
  description: "Weather of a city now.",
  effect: "reads",
  input: z.object({ city: z.string() }),
  run: async ({ city }) => `Sunny in ${city}`,
});
const model = scriptedModel([
  [
    { type: "text", text: "I will look." },
    { type: "tool-call", id: "1", name: "weather", input: { city: "Oslo" } },
  ],
  [{ type: "tool-call", id: "2", name: "final_output", input: { celsius: 12 } }],
  [{ type: "tool-call", id: "3", name: "final_output", input: { celsius: 9 } }],
]);
await using agent = createAgent({
  model,
  extensions: [weather],
  system: "You are brief.",
  ask: async () => ({ allow: "once" }),
  output: z.object({ celsius: z.number() }),
});
const run = agent.run("Weather in Oslo?");
for await (const event of run) if (event.type === "text-delta") process.stdout.write(event.delta);
const { outcome, output, usage } = await run.result;
const second = await agent.run("And in Bergen?").result;
const celsius: number | undefined = second.output?.celsius;
console.log("", outcome, output?.celsius, celsius, usage.input);
