import { memoryJournal, type AgentEvent, type EffortTraits } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

/** A session that thinks little, and is told to think more while its tool runs. */
async function changed(effort: EffortTraits | undefined, to: "high" | "max" | undefined) {
  const scripted = scriptedModel([[call("a", "act")], [text("1")], [text("2")]]);
  const model = { ...scripted, effort, stream: scripted.stream.bind(scripted) };
  const journal = memoryJournal();
  const act = tool("act", async () => (await run.setEffort(to), "ok"));
  const parts = { model, extensions: [act], journal, session: "s" };
  await using agent = createAgent({ ...parts, options: { effort: "low", temperature: 0.5 } });
  const run = agent.run("go");
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  await agent.run("again").result;
  const entries = await Array.fromAsync(journal.read("s", 1));
  return {
    requests: scripted.requests,
    events,
    entries,
    breaks: events.filter(({ type }) => type === "cache-break"),
  };
}

describe("the effort of an open session", () => {
  it("is changed from the next request on, in the journal and in its events", async () => {
    const { requests, events, entries } = await changed(undefined, "high");
    expect(requests.map(({ options }) => options)).toEqual([
      { effort: "low", temperature: 0.5 },
      { effort: "high", temperature: 0.5 },
      { effort: "high", temperature: 0.5 },
    ]);
    expect(entries.filter(({ kind }) => kind === "settings")).toMatchObject([
      { options: { effort: "low" } },
      { options: { effort: "high", temperature: 0.5 } },
    ]);
    expect(events.filter(({ type }) => type === "settings")).toMatchObject([
      { effort: "low" },
      { effort: "high" },
    ]);
  });

  it("goes back to the vendor's default", async () => {
    const { requests } = await changed(undefined, undefined);
    expect(requests[1]?.options).toEqual({ temperature: 0.5 });
  });

  it("is a named cache break: with its tokens where the cache is lost, without where that is unknown", async () => {
    const reason = "The effort was low and is high now.";
    const lost = await changed({ keepsCache: false }, "high");
    expect(lost.breaks).toMatchObject([{ reason, tokens: expect.any(Number) }]);
    const unknown = await changed(undefined, "high");
    expect(unknown.breaks).toMatchObject([{ reason }]);
    expect(unknown.breaks[0]).not.toHaveProperty("tokens");
    expect((await changed({ keepsCache: true }, "high")).breaks).toEqual([]);
    expect((await changed({ levels: [] }, undefined)).breaks).toMatchObject([
      { reason: "The effort was low and is default now." },
    ]);
  });

  it("is refused by a model that does not take it, with what it takes", async () => {
    const scripted = scriptedModel([[text("1")], [text("2")]]);
    for (const [levels, message, hint] of [
      [["none"], "replay/scripted has no reasoning effort.", "Choose another model first."],
      [["low", "high"], 'replay/scripted has no effort "max".', "It takes low, high, default."],
    ] as const) {
      const model = { ...scripted, effort: { levels }, stream: scripted.stream.bind(scripted) };
      await using agent = createAgent({ model, session: "s" });
      const run = agent.run("go");
      await expect(run.setEffort("max")).rejects.toMatchObject({ code: "usage", message, hint });
      await run.result;
      expect(scripted.requests.at(-1)?.options).toEqual({});
    }
  });
});
