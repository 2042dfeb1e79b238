import { memoryJournal, ProviderError, type Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const act = tool("act", () => "acted");

describe("a run without input", () => {
  it("shows the model the results it has not seen", async () => {
    const journal = memoryJournal();
    const stopped = scriptedModel([[call("a", "act")], [text("never")]]);
    const first = createAgent({
      model: stopped,
      extensions: [act],
      journal,
      session: "s",
      limits: { maxTurns: 1 },
    });
    expect((await first.run("go").result).outcome).toBe("limit");
    await first.close();
    const model = scriptedModel([[text("done")]]);
    await using second = createAgent({ model, extensions: [act], journal, session: "s" });
    expect(await second.run().result).toMatchObject({ outcome: "done", text: "done" });
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  it("asks for the rest of a reply that was cut off", async () => {
    const journal = memoryJournal();
    const broken = new ProviderError("network", "gone", { provider: "replay", retryable: true });
    const model = scriptedModel([
      {
        events: [
          { type: "message-start", modelId: "m" },
          { type: "part-start", part: 0, kind: "text" },
          { type: "text-delta", part: 0, delta: "Half" },
        ],
        error: broken,
      },
      [text(" and half.")],
    ]);
    await using agent = createAgent({ model, journal });
    expect((await agent.run("go").result).outcome).toBe("provider");
    expect((await agent.run().result).outcome).toBe("done");
    const sent = model.requests[1]!.messages;
    expect(sent.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(sent[2]).toMatchObject({ from: "agent" });
  });

  it.each([
    ["was killed", []],
    ["was interrupted", ["cancelled"]],
    ["could not write", ["storage"]],
  ] as const)("says that it is done when the one before %s after the answer", async (_, outcomes) => {
    const whole = memoryJournal();
    await using first = createAgent({ model: scriptedModel([[text("done")]]), journal: whole, session: "s" });
    await first.run("go").result;
    const entries = (await entriesOf(whole)).map((entry) =>
      entry.kind === "outcome" && outcomes[0] ? { ...entry, outcome: outcomes[0] } : entry,
    );
    const journal = memoryJournal();
    await journal.append("s", 0, outcomes[0] ? entries : entries.filter(({ kind }) => kind !== "outcome"));
    const model = scriptedModel([]);
    await using second = createAgent({ model, journal, session: "s" });
    expect(await second.run().result).toMatchObject({ outcome: "done" });
    expect(await second.run().result).toMatchObject({ outcome: "not-started" });
    expect(model.requests).toEqual([]);
  });

  it("has nothing to do once the model has answered", async () => {
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({ model });
    await agent.run("go").result;
    expect(await agent.run().result).toMatchObject({
      outcome: "not-started",
      error: { hint: "Send a message that says what to do next." },
    });
    expect(model.requests).toHaveLength(1);
  });
});

describe("what is recorded between two runs", () => {
  it("rewinds messages, and restores them", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("one")], [text("two")], [text("three")], [text("four")]]);
    await using agent = createAgent({ model, journal, session: "s" });
    await agent.run("first").result;
    const end = (await entriesOf(journal)).length;
    await agent.run("second").result;
    const [rewind] = await agent.record({ kind: "rewind", to: end });
    await agent.run("instead").result;
    expect(textsOf(model.requests[2]!)).toEqual(["first", "one", "instead"]);
    await agent.record({ kind: "rewind", to: rewind!.seq - 1 });
    await agent.run("third").result;
    expect(textsOf(model.requests[3]!)).toEqual(["first", "one", "second", "two", "third"]);
  });

  it("waits for the run that goes on", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("one")]], { delayMs: 5 });
    await using agent = createAgent({ model, journal, session: "s" });
    void agent.run("first");
    await agent.record({ kind: "name", name: "Mine", by: "user" });
    expect((await entriesOf(journal)).slice(-2)).toMatchObject([
      { kind: "outcome" },
      { kind: "name", run: null },
    ]);
  });
});

describe("a session with a compaction", () => {
  const compacted = (hidden: number): Entry[] => {
    const bodies = Array.from({ length: hidden }, (_, at) => ({
      kind: "user-message" as const,
      from: "user" as const,
      content: [{ type: "text" as const, text: `old ${at}` }],
    }));
    const entries: object[] = [
      ...bodies,
      { kind: "queued", id: "q", content: [{ type: "text", text: "waiting" }], steer: false },
      { kind: "user-message", from: "user", content: [{ type: "text", text: "kept" }] },
      { kind: "compaction", summary: "summary", firstKept: hidden + 2, pinned: [], receipt: {} },
    ];
    return entries.map((body, at) => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body }) as Entry);
  };

  it("reads nothing of what is hidden but its landmarks, and finds what still waits", async () => {
    const inner = memoryJournal();
    await inner.append("s", 0, compacted(50));
    const read: Entry[] = [];
    const journal = {
      ...inner,
      async *read(...args: Parameters<typeof inner.read>) {
        for await (const entry of inner.read(...args)) {
          if (args[2]?.includes("tool-result") || !args[2]) read.push(entry);
          yield entry;
        }
      },
    };
    const model = scriptedModel([[text("done")], [text("done")]]);
    await using agent = createAgent({ model, journal, session: "s" });
    await agent.run("now").result;
    expect(read[0]?.seq).toBe(52);
    expect(textsOf(model.requests[0]!)).toEqual(["summary", "kept", "waiting", "now"]);
  });

  it("is whole again after a rewind to before it", async () => {
    const journal = memoryJournal();
    await journal.append("s", 0, compacted(3));
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({ model, journal, session: "s" });
    await agent.record({ kind: "rewind", to: 2 });
    await agent.run("now").result;
    expect(textsOf(model.requests[0]!)).toEqual(["old 0", "old 1", "now"]);
  });
});

function textsOf({ messages }: { messages: readonly { content: readonly object[] }[] }): string[] {
  return messages.flatMap(({ content }) => content.map((part) => ("text" in part ? String(part.text) : "")));
}
