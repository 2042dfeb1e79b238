import {
  memoryJournal,
  type AgentEvent,
  type Answer,
  type Entry,
  type Gate,
  type JournalStore,
  type Redactor,
  type Tool,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const gate: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };

/** The journal of a run up to its last entry that fits, as if the process had been killed then. */
async function killedAfter(isLast: (entry: Entry) => boolean, parts: Partial<AgentParts>) {
  const whole = memoryJournal();
  const model = scriptedModel([[call("a", "act", { key: "__SECRET__" })], [text("done")]]);
  {
    await using agent = createAgent({ model, gate, journal: whole, session: "s", ...parts });
    await agent.run("go").result;
  }
  const entries = await entriesOf(whole);
  const journal = memoryJournal();
  await journal.append("s", 0, entries.slice(0, 1 + entries.findLastIndex(isLast)));
  return journal;
}

const isIntent = ({ kind }: Entry) => kind === "tool-intent";

async function resume(journal: JournalStore, parts: Partial<AgentParts>) {
  const model = scriptedModel([[text("done")]]);
  await using agent = createAgent({ model, gate, journal, session: "s", ...parts });
  const run = agent.run();
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  const result = (await entriesOf(journal)).find((entry) => entry.kind === "tool-result");
  return { model, events, result, ...(await run.result) };
}

describe("a call that was running when the process ended", () => {
  it.each([
    ["safe", "once", "repeated"],
    ["once", "safe", undefined],
  ] as const)(
    "is %s to repeat as its intent says, though its tool now says %s",
    async (was, is, recovered) => {
      const act = (repeat: Tool["repeat"]) => tool("act", () => "acted", { repeat });
      const journal = await killedAfter(isIntent, { extensions: [act(was)] });
      const { result } = await resume(journal, { extensions: [act(is)] });
      expect(result?.recovered).toBe(recovered);
      expect(result?.failure?.kind).toBe(recovered ? undefined : "unknown-outcome");
    },
  );

  it("gets its secrets, whether its tool is asked for the result or it runs again", async () => {
    const redact = (words: string) => words.replaceAll("hunter2", "__SECRET__");
    const redactor: Redactor = {
      redact,
      restore: (words) => words.replaceAll("__SECRET__", "hunter2"),
      stream: () => ({ push: redact, end: () => "" }),
    };
    const inputs: unknown[] = [];
    const act: Tool = {
      ...tool("act", (input) => (inputs.push(input), "acted"), { repeat: "safe" }),
      recover: async (input) => void inputs.push(input),
    };
    const journal = await killedAfter(isIntent, { extensions: [act], redactor });
    inputs.length = 0;
    await resume(journal, { extensions: [act], redactor });
    expect(inputs).toEqual([{ key: "hunter2" }, { key: "hunter2" }]);
    expect(JSON.stringify(await entriesOf(journal))).not.toContain("hunter2");
  });

  it("has what the app had replied, when it was the app's", async () => {
    const replies: unknown[] = [];
    const act = {
      ...tool("act", (_, { reply }) => (replies.push(reply), "acted"), { repeat: "safe" }),
      isFrontend: true as const,
    };
    const ask = async (): Promise<Answer> => ({ reply: { result: "seen" } });
    const journal = await killedAfter(isIntent, { extensions: [act], ask });
    expect((await resume(journal, { extensions: [act] })).outcome).toBe("done");
    expect(replies).toEqual([{ result: "seen" }, { result: "seen" }]);
  });

  it("is one of the tool that it was passed on to", async () => {
    const passing = tool("act", () => "wrong", { forwards: (input) => ({ tool: "meant", input }) });
    const meant = tool("meant", () => "right", { repeat: "safe" });
    const extensions = [passing, meant];
    const journal = await killedAfter(isIntent, { extensions });
    const { result } = await resume(journal, { extensions });
    expect(result).toMatchObject({ name: "act", content: [{ text: "right" }], recovered: "repeated" });
  });

  it("is warned of before its unknown result is written, so that a second crash cannot hide it", async () => {
    const inner = await killedAfter(isIntent, { extensions: [tool("act", () => "acted")] });
    const journal: JournalStore = {
      ...inner,
      async append(session, seq, entries) {
        if (entries.some(({ kind }) => kind === "tool-result")) throw new Error("The disk is full.");
        await inner.append(session, seq, entries);
      },
    };
    const { events } = await resume(journal, { extensions: [tool("act", () => "acted")] });
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toEqual([expect.stringContaining('"act" was running when the session was cut off')]);
  });
});

it("a reply that was streaming when the process ended is in the conversation as far as it came", async () => {
  const journal = memoryJournal();
  {
    const model = scriptedModel([[text("Hello there")]]);
    await using agent = createAgent({ model, gate, journal, session: "s" });
    await agent.run("go").result;
  }
  const entries = await entriesOf(journal);
  const cut = entries.slice(0, 1 + entries.findIndex(({ kind }) => kind === "model-request"));
  const request = cut.at(-1)!;
  const killed = memoryJournal();
  const draft = { kind: "reply-draft", request: request.seq, content: [text("Hello")] } as const;
  await killed.append("s", 0, [...cut, { ...request, ...draft, seq: request.seq + 1 }]);
  const { model, outcome, events } = await resume(killed, {});
  expect(outcome).toBe("done");
  expect(JSON.stringify(model.requests[0]?.messages)).toContain("Hello");
  expect(events.filter(({ type }) => type === "reply-cut-off")).toMatchObject([
    { content: [{ type: "text", text: "Hello" }] },
  ]);
});
