import { memoryJournal, type JsonValue, type Redactor } from "@skein/protocol";
import { defineTool } from "@skein/extension-kit";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { z } from "zod";
import { createAgent, type AgentParts } from "../src/index.ts";
import { replaySession } from "../src/replay/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const forecast = { city: "Oslo", days: [{ celsius: 21, sky: "clear" }] };

async function run(parts: Pick<AgentParts, "tools" | "extensions" | "redactor">) {
  const journal = memoryJournal();
  const model = scriptedModel([[call("1", "forecast", {})], [text("Clear.")]]);
  await using agent = createAgent({ ...parts, model, journal, session: "s" });
  const started = agent.run("Weather?");
  const ends = [];
  for await (const event of started) if (event.type === "tool-end") ends.push(event);
  const entries = await entriesOf(journal);
  const results = entries.filter((entry) => entry.kind === "tool-result");
  return { end: ends[0], entry: results[0], sent: model.requests[1]?.messages.at(-1), journal };
}

const json = defineTool({
  name: "forecast",
  description: "Weather of the next days.",
  effect: "reads",
  input: z.object({}),
  run: () => forecast,
});

it.each([
  ["tools", { tools: [json] }],
  ["extensions", { extensions: [json] }],
])("what a tool under `%s` returns as JSON is sent as text, and kept as a value", async (_, parts) => {
  const { end, entry, sent } = await run(parts);
  const content = [{ type: "text", text: JSON.stringify(forecast) }];
  expect(sent).toMatchObject({ role: "tool", content: [{ callId: "1", content }] });
  expect(end).toMatchObject({ content, structured: forecast });
  expect(entry).toMatchObject({ content, structured: forecast });
});

it("tools stand beside extensions", async () => {
  const model = scriptedModel([[text("Hello.")]]);
  await using agent = createAgent({ model, tools: [json], extensions: [tool("search", () => "none")] });
  await agent.run("Hello.").result;
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["forecast", "search"]);
});

it("a structured result that is not JSON is a failure, and the journal stays whole", async () => {
  const broken = tool("forecast", () => ({
    content: [{ type: "text", text: "21" }],
    structured: { celsius: 21n } as unknown as JsonValue,
  }));
  const { end, entry } = await run({ tools: [broken] });
  expect(end).toMatchObject({ failure: "failed" });
  expect(entry?.content).toEqual([
    {
      type: "text",
      text: `"forecast" ran, but its structured result is not JSON: /celsius is a BigInt.\nThe result is lost, but its side effects are not: check them before you call it again.`,
    },
  ]);
});

it("a structured result holds no secrets, also where it looks like an image", async () => {
  const redactor: Redactor = {
    redact: (words) => words.replaceAll("hunter2", "[secret]"),
    restore: (words) => words,
    stream: () => ({ push: (words) => words, end: () => "" }),
  };
  const picture = tool("forecast", () => ({
    content: [{ type: "text", text: "A picture." }],
    structured: { type: "image", data: "hunter2" },
  }));
  const { end, entry } = await run({ tools: [picture], redactor });
  expect(end).toMatchObject({ structured: { type: "image", data: "[secret]" } });
  expect(entry).toMatchObject({ structured: { type: "image", data: "[secret]" } });
});

it("a replay has the same structured results", async () => {
  const { journal } = await run({ tools: [json] });
  const entries = await entriesOf(journal);
  const replayed = await replaySession({ entries, blob: (hash) => journal.blob("s", hash) });
  expect(replayed).toMatchObject({ requests: 2, equal: 2, drift: [] });
});
