import { memoryJournal, type Gate, type JsonObject, type Tool } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const hidden: Tool = { ...tool("hidden", (input) => `got ${JSON.stringify(input)}`), isDeferred: true };
const pass: Tool = {
  ...tool("pass", () => "never"),
  forwards(input) {
    const { name, input: inner = {} } = input as { name: string; input?: object };
    return { tool: name, input: inner as never };
  },
};

async function eventsOf(input: JsonObject) {
  const model = scriptedModel([[call("a", "pass", input)], [text("done")]]);
  await using agent = createAgent({
    model,
    extensions: [hidden, pass],
    gate: { decide: async () => ({ verdict: "allow", by: "policy" }) },
  });
  return await Array.fromAsync(agent.run("go"));
}

async function runWith(input: JsonObject, gate?: Gate) {
  const journal = memoryJournal();
  const model = scriptedModel([[call("a", "pass", input)], [text("done")]]);
  await using agent = createAgent({
    model,
    extensions: [hidden, pass],
    journal,
    session: "s",
    ...(gate ? { gate } : {}),
  });
  await agent.run("go").result;
  return { entries: await entriesOf(journal), requests: model.requests, journal };
}

describe("a call that is passed on", () => {
  it("is approved, run and journaled as the tool that it means, whose definition is not sent", async () => {
    const asked: string[] = [];
    const gate: Gate = {
      decide: async ({ tool: name, input }) => {
        asked.push(`${name} ${JSON.stringify(input)}`);
        return { verdict: "allow", by: "policy" };
      },
    };
    const { entries, requests } = await runWith({ name: "hidden", input: { a: 1 } }, gate);
    expect(asked).toEqual(['hidden {"a":1}']);
    expect(entries.find((entry) => entry.kind === "tool-intent")).toMatchObject({
      tool: "hidden",
      extension: "hidden",
      input: { a: 1 },
    });
    expect(entries.find((entry) => entry.kind === "tool-result")).toMatchObject({
      name: "pass",
      content: [{ type: "text", text: 'got {"a":1}' }],
    });
    for (const { tools } of requests) expect(tools.map(({ name }) => name)).toEqual(["pass"]);
  });

  it("is begun and ended under the name of the tool that it means", async () => {
    const events = await eventsOf({ name: "hidden", input: { a: 1 } });
    const told = events.flatMap((event) =>
      event.type === "tool-start" || event.type === "tool-end" ? [`${event.type} ${event.tool}`] : [],
    );
    expect(told).toEqual(["tool-start hidden", "tool-end hidden"]);
  });

  it.each(["nothing", "pass"])("to %s is not run", async (name) => {
    const { entries } = await runWith({ name });
    expect(entries.some((entry) => entry.kind === "tool-intent")).toBe(false);
    expect(entries.find((entry) => entry.kind === "tool-result")).toMatchObject({
      failure: {
        kind: "failed",
        message: `There is no tool "${name}" to which the call could be passed on, so nothing was run.`,
      },
    });
  });
});
