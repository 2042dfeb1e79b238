import { memoryJournal, ProviderError, type AttemptModel } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { entriesOf, text } from "./tools.ts";

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe("naming a session", () => {
  it("is done beside the first answer by the small model, once, and its cost is kept", async () => {
    const journal = memoryJournal();
    const price = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 };
    const usage = { input: 2, output: 3, cacheRead: 0, cacheWrite: 0 };
    const namer = scriptedModel([{ content: [text('"Weather in Oslo"\n')], usage }], { price });
    const model = scriptedModel([[text("Sunny")], [text("Rainy")]]);
    await using agent = createAgent({ model, namer, journal, session: "s" });
    await agent.run("Weather in Oslo?").result;
    const named = async () => (await entriesOf(journal)).some(({ kind }) => kind === "name");
    await until(named);
    await agent.run("And in Bergen?").result;
    const entries = await entriesOf(journal);
    expect(entries.find(({ kind }) => kind === "name")).toMatchObject({
      name: "Weather in Oslo",
      by: "model",
    });
    expect(namer.requests).toHaveLength(1);
    const request = entries.find((entry) => entry.kind === "model-request" && entry.purpose === "title")!;
    expect(
      entries.find((entry) => entry.kind === "model-result" && entry.request === request.seq),
    ).toMatchObject({ usage, costUsd: 2 });
  });

  it("keeps what a failed attempt may have cost beside the request that it was made for", async () => {
    const journal = memoryJournal();
    const inner = scriptedModel([[text("Weather")]]);
    const namer: AttemptModel = {
      ...inner,
      async *stream(request, signal) {
        yield { type: "retry-wait", ms: 1, reason: "busy", attempt: 1 };
        yield* inner.stream(request, signal);
      },
    };
    await using agent = createAgent({ model: scriptedModel([[text("hi")]]), namer, journal, session: "s" });
    await agent.run("Weather in Oslo?").result;
    await until(async () => (await entriesOf(journal)).some(({ kind }) => kind === "name"));
    const entries = await entriesOf(journal);
    const titled = entries.find((entry) => entry.kind === "model-request" && entry.purpose === "title");
    const attempts = entries.filter((entry) => entry.kind === "model-attempt");
    expect(attempts.map(({ request }) => request)).toEqual([titled?.seq, titled?.seq]);
    expect(
      entries.find((entry) => entry.kind === "model-result" && entry.request === titled?.seq),
    ).toMatchObject({ attempts: 2 });
  });

  it("never delays an answer or the end of the agent", async () => {
    const journal = memoryJournal();
    const namer = scriptedModel([[text("Too late")]], { delayMs: 60_000 });
    const agent = createAgent({ model: scriptedModel([[text("hi")]]), namer, journal, session: "s" });
    expect((await agent.run("hello").result).outcome).toBe("done");
    await agent.close();
    const entries = await entriesOf(journal);
    expect(entries.some(({ kind }) => kind === "name")).toBe(false);
    const asked = entries.filter((entry) => entry.kind === "model-request");
    const ended = entries.filter((entry) => entry.kind === "model-result");
    expect(new Set(ended.map(({ request }) => request))).toEqual(new Set(asked.map(({ seq }) => seq)));
  });

  it("counts only what the user said, and leaves a name that the user gave", async () => {
    const journal = memoryJournal();
    const failing = () => new ProviderError("overloaded", "busy", { provider: "replay", retryable: false });
    const namer = scriptedModel([failing(), failing(), failing(), [text("Never")]]);
    const model = scriptedModel(
      Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? [] : [text("ok")])), // each answer after one nudge
    );
    await using agent = createAgent({ model, namer, journal, session: "s" });
    for (let count = 0; count < 5; count++) {
      await agent.run("hello").result;
      await until(async () => {
        const entries = await entriesOf(journal);
        const asked = entries.filter(({ kind }) => kind === "model-request").length;
        return asked === entries.filter(({ kind }) => kind === "model-result").length;
      });
    }
    expect(namer.requests).toHaveLength(3);
    const mine = scriptedModel([[text("x")]]);
    await using named = createAgent({
      model: scriptedModel([[text("hi")]]),
      namer: mine,
      name: "Mine",
      journal: memoryJournal(),
    });
    await named.run("hello").result;
    await named.close();
    expect(mine.requests).toHaveLength(0);
  });
});
