import { ProviderError } from "@skein/protocol";
import { shell, text } from "@skein/test-host";
import { describe, expect, it } from "vitest";
import { chatWith } from "./chat-with.ts";

describe("/cost", () => {
  it("counts nothing before the first request, then what was sent", async () => {
    const { run, say } = await chatWith({ turns: [[shell("1", "echo a")], [text("Done.")]] });
    expect(await run("cost")).toMatchObject({ kind: "costs", costs: { requests: 0 } });
    await say("Go");
    expect(await run("cost")).toMatchObject({ kind: "costs", costs: { requests: 2 } });
  });
});

describe("/cache", () => {
  it("has the calls of the session", async () => {
    const { run, say } = await chatWith({ turns: [[text("One.")], [text("Two.")]] });
    expect(await run("cache")).toMatchObject({ kind: "cache", cache: { requests: [] } });
    await say("1");
    await say("2");
    expect(await run("cache")).toMatchObject({
      kind: "cache",
      cache: {
        requests: [
          { model: "m", misses: [{ cause: "first" }] },
          { model: "m", misses: [] },
        ],
      },
    });
  });
});

describe("/context", () => {
  const sizesOf = async (chat: Awaited<ReturnType<typeof chatWith>>) => {
    const shown = await chat.run("context");
    if (!("sizes" in shown)) throw new Error(shown.kind);
    return shown.sizes;
  };

  it("measures the conversation against the window of the model", async () => {
    const chat = await chatWith({
      turns: [[text("One.")]],
      limits: { contextTokens: 10_000 },
      files: { "AGENTS.md": "\n\nUse tabs.\n\n" },
    });
    await chat.say("Hello");
    const sizes = await sizesOf(chat);
    expect(sizes).toMatchObject({ window: 10_000, threshold: 7500, isMeasured: false });
    expect(sizes.sections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["system", "hints", "tools", "user", "assistant"]),
    );
    expect(sizes.biggest).toMatchObject([{ text: "One." }, { text: "Hello" }]);
  });

  it("has the threshold of the settings", async () => {
    const chat = await chatWith({
      turns: [[text("One.")]],
      limits: { contextTokens: 10_000 },
      files: { "home/config/config.yaml": "compactAt: 0.5\n" },
    });
    await chat.say("Hello");
    expect((await sizesOf(chat)).threshold).toBe(5000);
  });

  it("has no threshold where the session has no compaction", async () => {
    const chat = await chatWith({ turns: [[text("One.")]], limits: { contextTokens: 10_000 } });
    await chat.say("Hello");
    const settings = () => ({ ...chat.session.settings(), compaction: false as const });
    const session = { ...chat.session, settings };
    const shown = await chat.commands.run({ name: "context", argument: "" }, session);
    expect(shown).toMatchObject({ sizes: { window: 10_000, threshold: undefined } });
  });
});

describe("/compact", () => {
  it("needs a conversation", async () => {
    const { run } = await chatWith();
    await expect(run("compact")).rejects.toMatchObject({
      code: "usage",
      message: "Nothing to compact: the conversation is empty.",
    });
  });

  it("reports what became shorter, and passes on the wish and what is told", async () => {
    const asked: string[] = [];
    const chat = await chatWith({
      turns: [
        ...Array.from({ length: 6 }, (_, at) => [text(`Answer ${at}. ${"word ".repeat(400)}`)]),
        ({ messages }) => {
          asked.push(JSON.stringify(messages.at(-1)));
          return new ProviderError("bad-request", "No.", { provider: "replay", retryable: false });
        },
      ],
      limits: { contextTokens: 20_000 },
    });
    for (let at = 0; at < 6; at++) await chat.say(`Question ${at} ${"more ".repeat(400)}`);
    expect(await chat.run("compact", "the names")).toMatchObject({
      kind: "compacted",
      report: { changed: true, hidden: 11, bySomeModel: false },
    });
    expect(asked[0]).toContain("the names");
  });
});
