import {
  memoryJournal,
  type Entry,
  type Extension,
  type JournalStore,
  type Message,
  type ModelRequest,
  type Tool,
  type ToolOutcome,
} from "@skein/protocol";
import { recoverToolOf, callToolOf, SessionError } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

async function journalWith(entries: readonly Entry[]): Promise<JournalStore> {
  const journal = memoryJournal();
  await journal.append("s", 0, entries);
  return journal;
}

/** Calls and results pair up, in order. */
function isPaired(messages: readonly Message[]): boolean {
  return messages.every((message, at) => {
    if (message.role !== "assistant") return true;
    const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const next = messages[at + 1];
    const results = next?.role === "tool" ? next.content.map((part) => part.callId) : [];
    return calls.join() === results.join();
  });
}

const extension = (one: Tool): Extension => ({
  name: "e",
  tools: async () => [one],
  status: () => ({ state: "ready" }),
  callTool: (name, input, context) => callToolOf([one], name, input, context),
  recoverTool: (name, input, context) => recoverToolOf([one], name, input, context),
  close: async () => undefined,
});

describe("the journal of a run", () => {
  it("is written before the world is touched", async () => {
    const order: string[] = [];
    const inner = memoryJournal();
    const journal: JournalStore = {
      ...inner,
      async append(session, seq, entries) {
        await inner.append(session, seq, entries);
        order.push(...entries.map((entry) => entry.kind));
      },
    };
    const model = scriptedModel([
      () => (order.push("MODEL"), [call("a", "act")]),
      () => (order.push("MODEL"), [text("done")]),
    ]);
    const act = tool("act", () => (order.push("TOOL"), "ok"));
    await using agent = createAgent({ model, extensions: [act], journal });
    await agent.run("go").result;
    expect(order.join(" ")).toBe(
      [
        "session-start settings context run-start user-message dynamic-context",
        "model-request MODEL model-result assistant-message",
        "decision tool-intent TOOL tool-result",
        "model-request MODEL model-result assistant-message outcome",
      ].join(" "),
    );
  });

  it("keeps a long reply while it streams in", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[text("x".repeat(20_000))]], { deltaSize: 500 });
    await using agent = createAgent({ model, journal, session: "s" });
    await agent.run("go").result;
    const drafts = (await entriesOf(journal)).filter((entry) => entry.kind === "reply-draft");
    expect(drafts.length).toBeGreaterThan(2);
    expect(drafts.length).toBeLessThan(10);
  });

  it("stops the run before the next effect when it cannot be written", async () => {
    let ran = false;
    const inner = memoryJournal();
    const journal: JournalStore = {
      ...inner,
      async append(session, seq, entries) {
        if (entries.some((entry) => entry.kind === "tool-intent"))
          throw new SessionError("full", "The disk is full.");
        await inner.append(session, seq, entries);
      },
    };
    const model = scriptedModel([[call("a", "act")]]);
    await using agent = createAgent({ model, extensions: [tool("act", () => ((ran = true), ""))], journal });
    const { error } = await agent.run("go").result;
    expect(error).toMatchObject({ code: "full", message: "The disk is full." });
    expect(ran).toBe(false);
  });

  it("is written again by the next run once it can be", async () => {
    const inner = memoryJournal();
    let isFull = true;
    const journal: JournalStore = {
      ...inner,
      async append(session, seq, entries) {
        if (isFull && entries.some((entry) => entry.kind === "model-result"))
          throw new SessionError("full", "The disk is full.");
        await inner.append(session, seq, entries);
      },
    };
    const model = scriptedModel([[text("one")], [text("two")]]);
    await using agent = createAgent({ model, journal, session: "s" });
    expect(await agent.run("go").result).toMatchObject({ outcome: "storage", error: { code: "full" } });
    isFull = false;
    expect(await agent.run().result).toMatchObject({ outcome: "done", text: "two" });
    const seqs = (await entriesOf(inner)).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  });

  it("belongs to one agent at a time", async () => {
    const journal = memoryJournal();
    await using first = createAgent({ model: scriptedModel([[text("1")]]), journal, session: "s" });
    await first.run("go").result;
    await using second = createAgent({ model: scriptedModel([[text("2")]]), journal, session: "s" });
    const refused = await second.run("go").result;
    expect(refused).toMatchObject({ outcome: "not-started", error: { code: "locked" } });
    await first.close();
    expect((await second.run("go").result).outcome).toBe("done");
  });
});

describe("a session that goes on", () => {
  it("sends the same messages as if it had never stopped, and no new context", async () => {
    const journal = memoryJournal();
    const act = tool("act", () => "ok");
    {
      await using agent = createAgent({
        model: scriptedModel([[call("a", "act")], [text("one")]]),
        extensions: [act],
        journal,
        session: "s",
      });
      await agent.run("1").result;
    }
    const model = scriptedModel([[text("two")]]);
    await using agent = createAgent({ model, extensions: [act], journal, session: "s" });
    const breaks: string[] = [];
    for await (const event of agent.run("2")) if (event.type === "cache-break") breaks.push(event.reason);
    expect(model.requests[0]?.messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(breaks).toEqual([]);
    expect((await entriesOf(journal)).filter((entry) => entry.kind === "context")).toHaveLength(1);
  });

  it("opens from every prefix of a ten-turn run, with a valid transcript, and never runs a `once` tool twice", async () => {
    const journal = memoryJournal();
    let runs = 0;
    const act = tool("act", () => String(++runs));
    const script = [
      ...Array.from({ length: 10 }, (_, n) => [
        text(`turn ${n}`),
        call(`c${n}`, "act", { n }),
        call(`d${n}`, "act", { n }),
      ]),
      [text("end")],
    ];
    {
      await using agent = createAgent({
        model: scriptedModel(script),
        extensions: [act],
        journal,
        session: "s",
      });
      await agent.run("go").result;
    }
    const entries = await entriesOf(journal);
    expect(entries.length).toBeGreaterThan(80);
    for (let end = 1; end <= entries.length; end++) {
      const before = runs;
      const model = scriptedModel([[text("resumed")]]);
      await using agent = createAgent({
        model,
        extensions: [act],
        journal: await journalWith(entries.slice(0, end)),
        session: "s",
      });
      const { outcome } = await agent.run("on").result;
      expect({ end, outcome, runs: runs - before }).toEqual({ end, outcome: "done", runs: 0 });
      expect(isPaired(model.requests[0]?.messages ?? [])).toBe(true);
      expect(model.requests[0]?.messages.at(-1)).toMatchObject({ role: "user", content: [{ text: "on" }] });
    }
  });

  async function resumedAfterCrash(crashed: Tool): Promise<{ outcome: unknown; notices: string[] }> {
    const journal = memoryJournal();
    const hang: Tool = {
      ...crashed,
      call: (_, { signal }) =>
        new Promise<ToolOutcome>((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("stopped"))),
        ),
    };
    const agent = createAgent({
      model: scriptedModel([[call("a", "act")]]),
      extensions: [extension(hang)],
      journal,
      session: "s",
    });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "tool-start") break;
    const entries = (await entriesOf(journal)).filter(
      ({ kind }) => kind !== "tool-result" && kind !== "outcome",
    );
    await agent.close();

    const model = scriptedModel([[text("done")]]);
    await using resumed = createAgent({
      model,
      extensions: [extension(crashed)],
      journal: await journalWith(entries),
      session: "s",
    });
    const notices: string[] = [];
    for await (const event of resumed.run("on")) if (event.type === "notice") notices.push(event.text);
    const results = model.requests[0]?.messages.find((message) => message.role === "tool");
    return { outcome: results?.content[0], notices };
  }

  it("collects the real result of a call that outlived the process", async () => {
    const act = tool("act", () => "again", {
      recover: async () => ({ content: [{ type: "text", text: "REAL" }] }),
    });
    const { outcome, notices } = await resumedAfterCrash(act);
    expect(outcome).toMatchObject({ content: [{ text: "REAL" }] });
    expect(notices).toEqual([]);
  });

  it("makes a call again that is safe to repeat", async () => {
    const { outcome } = await resumedAfterCrash(tool("act", () => "again", { repeat: "safe" }));
    expect(outcome).toMatchObject({ content: [{ text: "again" }] });
  });

  it("says of any other that its outcome is unknown, to the model and to the user", async () => {
    let ran = false;
    const { outcome, notices } = await resumedAfterCrash(tool("act", () => ((ran = true), "")));
    expect(outcome).toMatchObject({ failure: "unknown-outcome" });
    expect(notices).toHaveLength(1);
    expect(ran).toBe(false);
  });
});

describe("requests of one session", () => {
  it("only grow, turn after turn", async () => {
    const act = tool("act", () => "ok");
    const script = [
      ...Array.from({ length: 50 }, (_, n) => [text(`${n}`), call(`c${n}`, "act", { n })]),
      [text("end")],
    ];
    const model = scriptedModel(script);
    await using agent = createAgent({ model, extensions: [act] });
    await agent.run("go").result;
    expect(model.requests).toHaveLength(51);
    for (const [at, next] of model.requests.slice(1).entries()) {
      const request = model.requests[at] as ModelRequest;
      expect(JSON.stringify(next.messages).startsWith(JSON.stringify(request.messages).slice(0, -1))).toBe(
        true,
      );
      expect([next.system, next.tools]).toEqual([request.system, request.tools]);
    }
  });

  it("carry new tools as soon as an extension says that it has them, and say that the cache breaks", async () => {
    const tools: Tool[] = [
      tool("first", () => {
        tools.push(tool("second", () => ""));
        changed();
        return "ok";
      }),
    ];
    let changed = (): void => undefined;
    const growing: Extension = {
      ...extension(tools[0] as Tool),
      tools: async () => tools,
      onChange(listener) {
        changed = listener;
        return () => undefined;
      },
    };
    const model = scriptedModel([[call("a", "first")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [growing] });
    const breaks: string[] = [];
    for await (const event of agent.run("go")) if (event.type === "cache-break") breaks.push(event.reason);
    expect(model.requests.map((request) => request.tools.map(({ name }) => name))).toEqual([
      ["first"],
      ["first", "second"],
    ]);
    expect(breaks).toHaveLength(1);
  });

  it("carry the tools sorted by name", async () => {
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({
      model,
      extensions: [tool("b", () => ""), tool("a", () => "")],
    });
    await agent.run("go").result;
    expect(model.requests[0]).toMatchObject({
      tools: [{ name: "a" }, { name: "b" }],
    });
  });
});
