import { memoryJournal, ProviderError, type AgentEvent, type Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type Run } from "../src/index.ts";
import { call, pause, text, tool } from "./tools.ts";

async function all(run: Run): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

describe("message events", () => {
  it("hold each reply whole, with who made it, at its place in the journal", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("I look."), call("a", "look", { n: 1 })], [text("Done.")]], {
      deltaSize: 2,
    });
    await using agent = createAgent({
      model,
      extensions: [tool("look", async () => "seen")],
      journal,
      session: "s",
    });
    const events = await all(agent.run("go"));
    const messages = events.filter((event) => event.type === "message");
    expect(messages).toMatchObject([
      {
        role: "assistant",
        content: [{ text: "I look." }, { id: "a", name: "look", input: { n: 1 } }],
        stop: "tool-calls",
        provider: model.provider,
        model: model.id,
      },
      { content: [{ text: "Done." }], stop: "answered" },
    ]);
    const entries: Entry[] = [];
    for await (const entry of journal.read("s")) entries.push(entry);
    const kept = entries.filter(({ kind }) => kind === "assistant-message");
    expect(messages.map(({ seq }) => seq)).toEqual(kept.map(({ seq }) => seq));
    const types = events.map(({ type }) => type);
    expect(types.indexOf("message")).toBeGreaterThan(types.indexOf("text-delta"));
    expect(types.indexOf("message")).toBeLessThan(types.indexOf("tool-start"));
  });

  it("leave out a reply that broke off", async () => {
    const broken = new ProviderError("bad-stream", "Cut.", { provider: "t", retryable: false });
    await using agent = createAgent({ model: scriptedModel([broken]) });
    const events = await all(agent.run("go"));
    expect(events.some(({ type }) => type === "message")).toBe(false);
  });
});

it("seq never goes back, whatever happens at once", async () => {
  const slow = tool("slow", async (_, { signal }) => (await pause(5, signal), "ok"));
  const replies = [0, 1, 2, 3, 4, 5].map((turn) => [
    text(`Turn ${turn}.`),
    ...[0, 1, 2, 3].map((at) => call(`c${turn}-${at}`, "slow", { turn, at })),
  ]);
  const model = scriptedModel([...replies, [text("Done.")], [text("Really.")]], { deltaSize: 1, delayMs: 1 });
  await using agent = createAgent({ model, extensions: [slow] });
  const run = agent.run("go");
  const seqs: number[] = [];
  for await (const event of run) {
    if (event.seq !== undefined) seqs.push(event.seq);
    if (event.type === "text-delta" && seqs.length < 40) void run.steer("And faster.").catch(() => undefined);
    if (event.type === "tool-start") void run.queue("Then this.").catch(() => undefined);
    if (seqs.length > 120) run.interrupt();
  }
  expect(seqs.length).toBeGreaterThan(30);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
});
