import { createAgent } from "@skein/agent";
import { defineTool } from "@skein/extension-kit";
import type { JsonValue, Message } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { z } from "zod";

const weather = defineTool({
  name: "weather",
  description: "Weather of a city now.",
  effect: "reads",
  input: z.object({ city: z.string() }),
  run: ({ city }) => ({ city, celsius: 21, sky: "clear" }),
});
const model = scriptedModel([
  [{ type: "tool-call", id: "1", name: "weather", input: { city: "Oslo" } }],
  [{ type: "text", text: "21 degrees, and clear." }],
  [{ type: "text", text: "No, leave it at home." }],
]);

/** One request to the app: nothing is kept between two of them. */
async function reply(messages: readonly Message[], question: string) {
  await using agent = createAgent({ model, messages, tools: [weather] });
  const run = agent.run(question);
  const values: JsonValue[] = [];
  for await (const event of run) {
    if (event.type === "tool-end" && event.structured !== undefined) values.push(event.structured);
  }
  const { text, messages: conversation } = await run.result;
  return { text, values, conversation };
}

const first = await reply([], "Weather in Oslo?");
console.log(first.text, first.values);
const kept = JSON.stringify(first.conversation); // in a cookie, a database, the page
const second = await reply(JSON.parse(kept) as readonly Message[], "Do I need an umbrella?");
console.log(second.text);
console.log(second.conversation.map(({ role }) => role).join(", "));
