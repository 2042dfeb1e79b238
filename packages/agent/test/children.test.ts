import {
  memoryJournal,
  type AgentEvent,
  type Child,
  type Entry,
  type Message,
  type Redactor,
  type Tool,
  type ToolContext,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, pause, text, tool } from "./tools.ts";

const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };

/** A tool that starts a subagent and does with it what the test says. */
function starter(
  work: (child: Child, context: ToolContext) => string | Promise<string>,
  more: Partial<Tool> & { readonly background?: boolean } = {},
): Tool {
  const { background = false, ...rest } = more;
  return tool(
    "start",
    async (_, context) => {
      const session = `child-${context.callId}`;
      const child = await context.children!.start({ session, rights: { mode: "auto" }, background });
      return work(child, context);
    },
    rest,
  );
}

/** One in the background, in the hands of the test. */
function inBackground() {
  const children = new Map<string, Child>();
  const tools = [
    starter((child, { callId }) => (children.set(callId, child), "started"), { background: true }),
  ];
  return { tools, children };
}

async function eventsOf(run: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** User messages, and the dynamic context next to results. */
const said = (messages: readonly Message[] | undefined) =>
  (messages ?? []).flatMap((message) => {
    if (message.role === "user")
      return [`${message.from}: ${message.content.map((part) => "text" in part && part.text).join("")}`];
    if (message.role === "assistant") return [];
    const beside = message.content.flatMap(({ dynamicContext = [] }) => dynamicContext);
    return beside.filter((note) => !note.startsWith("Date: ")).map((note) => `beside a result: ${note}`);
  });

const of = (session: string, event: object, path: readonly string[] = []) =>
  ({ session, path, ...event }) as AgentEvent;

describe("a subagent of a call", () => {
  it("is journaled with its rights before it works, and tells under the path of its call", async () => {
    const journal = memoryJournal();
    const tools = [
      starter(async (child) => {
        const kinds = (await entriesOf(journal)).map(({ kind }) => kind);
        expect(kinds.at(-1)).toBe("child");
        child.forward(of("child-a", { type: "turn-start", turn: 1, seq: 7 }));
        child.forward(of("grandchild", { type: "tool-progress", callId: "x", text: "…" }, ["inner"]));
        child.end({ usage, costUsd: 0.5 });
        child.forward(of("child-a", { type: "turn-start", turn: 99 }));
        return "found";
      }),
    ];
    const model = scriptedModel([[call("a", "start")], [text("done")]]);
    await using agent = createAgent({ model, extensions: tools, journal, session: "s" });
    const events = await eventsOf(agent.run("go"));
    expect(events.filter(({ path }) => path.length > 0)).toEqual([
      { type: "turn-start", turn: 1, session: "child-a", path: ["a"], seq: 7 },
      { type: "tool-progress", callId: "x", text: "…", session: "grandchild", path: ["a", "inner"] },
    ]);
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "child")).toMatchObject([
      { session: "child-a", callId: "a", rights: { mode: "auto" } },
    ]);
  });

  it("counts as used by the run; what is unknown makes the sum unknown", async () => {
    const script = [[call("a", "start"), call("b", "start")], [text("done")]];
    const total = async (ends: Record<string, { usage: object; costUsd?: number }>) => {
      const tools = [starter((child, { callId }) => (child.end(ends[callId]!), "ok"))];
      await using agent = createAgent({ model: scriptedModel(script), extensions: tools });
      return await agent.run("go").result;
    };
    const known = await total({ a: { usage, costUsd: 0.5 }, b: { usage, costUsd: 0.25 } });
    expect(known).toMatchObject({ usage: { input: 20, output: 10 }, costUsd: 0.75 });
    const unknown = await total({ a: { usage, costUsd: 0.5 }, b: { usage: { output: 1 } } });
    expect(unknown.usage).toEqual({ output: 6 });
    expect(unknown).not.toHaveProperty("costUsd");
  });

  it("ends with its call, which waits for its report", async () => {
    const tools = [
      starter((child) => {
        child.signal.addEventListener("abort", () => {
          child.forward(of("child-a", { type: "notice", level: "info", text: "stopping" }));
          child.end({ usage, costUsd: 1 });
        });
        return "did not wait";
      }),
    ];
    const model = scriptedModel([[call("a", "start")], [text("done")]]);
    await using agent = createAgent({ model, extensions: tools });
    const run = agent.run("go");
    const types = (await eventsOf(run)).map(({ type }) => type);
    expect(types.indexOf("notice")).toBeLessThan(types.indexOf("tool-end"));
    expect((await run.result).costUsd).toBe(1);
  });

  it("that ignores its signal is abandoned: later reports are ignored, and its usage is unknown", async () => {
    let left: Child | undefined;
    const tools = [starter((child) => ((left = child), "gone"))];
    const model = scriptedModel([[call("a", "start")], [text("done")]]);
    await using agent = createAgent({ model, extensions: tools });
    const run = agent.run("go");
    const seen: string[] = [];
    for await (const event of run) {
      seen.push(event.type);
      if (event.type === "tool-end") {
        left!.forward(of("child-a", { type: "notice", level: "info", text: "still here" }));
        left!.end({ usage, costUsd: 1 });
      }
    }
    expect(seen).not.toContain("notice");
    expect(await run.result).toMatchObject({ outcome: "done", usage: {} });
    expect(await run.result).not.toHaveProperty("costUsd");
  });

  it("cannot be started any more when the call is over", async () => {
    let late: ToolContext | undefined;
    const tools = [tool("keep", (_, context) => ((late = context), "ok"))];
    const model = scriptedModel([[call("a", "keep")], [text("done")]]);
    await using agent = createAgent({ model, extensions: tools });
    await agent.run("go").result;
    await expect(late!.children!.start({ session: "x", rights: {} })).rejects.toMatchObject({
      code: "call-over",
    });
  });

  it("stops when the run is interrupted", async () => {
    const tools = [
      starter(async (child, { progress }) => {
        progress("at work");
        await pause(60_000, child.signal).catch(() => undefined);
        child.end({ usage, costUsd: 2 });
        return "stopped";
      }),
    ];
    await using agent = createAgent({ model: scriptedModel([[call("a", "start")]]), extensions: tools });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "tool-progress") run.interrupt();
    expect(await run.result).toMatchObject({ outcome: "cancelled", costUsd: 2 });
  });

  it("keeps its placeholders", async () => {
    const redactor: Redactor = {
      redact: (words) => words.replaceAll("hunter2", "[[secret]]"),
      restore: (words) => words.replaceAll("[[secret]]", "hunter2"),
      stream: () => ({ push: (words) => words, end: () => "" }),
    };
    const tools = [
      starter((child) => {
        child.forward(of("child-a", { type: "notice", level: "info", text: "[[secret]] and hunter2" }));
        child.end({ usage });
        return "ok";
      }),
    ];
    const model = scriptedModel([[call("a", "start")], [text("done")]]);
    await using agent = createAgent({ model, extensions: tools, redactor });
    const events = await eventsOf(agent.run("go"));
    expect(events.find(({ type }) => type === "notice")).toMatchObject({ text: "[[secret]] and [[secret]]" });
  });
});

it("a reader that lags behind never gets the words of two agents as one's", async () => {
  const delta = (session: string, words: string) =>
    of(session, { type: "text-delta", part: 0, delta: words });
  const tools = [
    starter((child) => {
      for (const session of ["one", "two", "two", "one"]) child.forward(delta(session, session[0]!));
      child.end({ usage });
      return "ok";
    }),
  ];
  const model = scriptedModel([[call("a", "start")], [text("done")]]);
  await using agent = createAgent({ model, extensions: tools });
  const run = agent.run("go");
  await run.result;
  const deltas = (await eventsOf(run)).filter(({ path }) => path.length > 0);
  expect(deltas).toMatchObject([
    { session: "one", delta: "o" },
    { session: "two", delta: "tt" },
    { session: "one", delta: "o" },
  ]);
});

describe("a call without a time limit", () => {
  it("may take as long as the run does", async () => {
    const slow = tool("slow", async (_, { signal }) => (await pause(30, signal), "in the end"), {
      timeoutMs: Infinity,
    });
    const model = scriptedModel([[call("a", "slow")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [slow] });
    await agent.run("go").result;
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      content: [{ content: [{ text: "in the end" }] }],
    });
  });
});

describe("a subagent in the background", () => {
  it("keeps the run from ending, and its message is delivered and answered", async () => {
    const { tools, children } = inBackground();
    const model = scriptedModel([
      [call("a", "start")],
      () => (
        setTimeout(() => children.get("a")!.end({ usage, costUsd: 1, message: "It is 42." }), 20),
        [text("waiting")]
      ),
      [text("It is 42.")],
    ]);
    await using agent = createAgent({ model, extensions: tools });
    const result = await agent.run("go").result;
    expect(result).toMatchObject({ outcome: "done", text: "It is 42.", costUsd: 1 });
    expect(said(model.requests[2]?.messages)).toEqual(["user: go", "child: It is 42."]);
  });

  it("reports between two tool turns, like a message that steers", async () => {
    const { tools, children } = inBackground();
    const act = tool("act", () => (children.get("a")!.end({ usage, message: "Early." }), "ok"));
    const model = scriptedModel([[call("a", "start")], [call("b", "act")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [...tools, act] });
    await agent.run("go").result;
    expect(said(model.requests[2]?.messages)).toEqual(["user: go", "beside a result: Early."]);
    expect(model.requests).toHaveLength(3);
  });

  it("that ends without a message lets the run end", async () => {
    const { tools, children } = inBackground();
    const model = scriptedModel([
      [call("a", "start")],
      () => (setTimeout(() => children.get("a")!.end({ usage }), 20), [text("waited")]),
    ]);
    await using agent = createAgent({ model, extensions: tools });
    expect(await agent.run("go").result).toMatchObject({
      outcome: "done",
      text: "waited",
      usage: { input: 10 },
    });
  });

  it("does not keep a person waiting", async () => {
    const { tools, children } = inBackground();
    const model = scriptedModel([
      [call("a", "start")],
      [text("waiting")],
      () => (children.get("a")!.end({ usage, message: "Report." }), [text("yes?")]),
      [text("done")],
    ]);
    await using agent = createAgent({ model, extensions: tools });
    const run = agent.run("go");
    for await (const event of run)
      if (event.type === "turn-end" && event.turn === 2) await run.steer("hello");
    expect(said(model.requests[2]?.messages)).toEqual(["user: go", "steer: hello"]);
    expect(said(model.requests[3]?.messages).at(-1)).toBe("child: Report.");
  });

  it("is waited for after the structured output, too, and may change it", async () => {
    const { tools, children } = inBackground();
    const output = {
      "~standard": {
        version: 1,
        vendor: "t",
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => ({ type: "object" }) },
      },
    } as const;
    const model = scriptedModel([
      [call("a", "start")],
      () => (
        setTimeout(() => children.get("a")!.end({ usage, message: "2" }), 20),
        [call("f", "final_output", { n: 1 })]
      ),
      [call("g", "final_output", { n: 2 })],
    ]);
    await using agent = createAgent({ model, extensions: tools, output });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", output: { n: 2 } });
  });

  it("ends with an interruption, and what it says then is there for the next run", async () => {
    const { tools, children } = inBackground();
    const model = scriptedModel([[call("a", "start")], [text("waiting")], [text("I see.")]]);
    await using agent = createAgent({ model, extensions: tools });
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "turn-end" || event.turn !== 2) continue;
      const child = children.get("a")!;
      child.signal.addEventListener("abort", () => child.end({ usage, costUsd: 3, message: "Half done." }));
      run.interrupt();
    }
    expect(await run.result).toMatchObject({ outcome: "cancelled", costUsd: 3 });
    await agent.run("what was it?").result;
    expect(said(model.requests[2]?.messages)).toEqual([
      "user: go",
      "child: Half done.",
      "user: what was it?",
    ]);
  });

  it("ends with a limit of the run", async () => {
    const { tools, children } = inBackground();
    const model = scriptedModel([[call("a", "start")]]);
    await using agent = createAgent({ model, extensions: tools, limits: { maxTurns: 1 } });
    const run = agent.run("go");
    for await (const event of run)
      if (event.type === "tool-end") {
        const child = children.get("a")!;
        child.signal.addEventListener("abort", () => child.end({ usage }));
      }
    expect(await run.result).toMatchObject({ outcome: "limit", usage: { input: 10 } });
    expect(children.get("a")!.signal.aborted).toBe(true);
  });

  it("that ignores its signal is abandoned, and the next run reports it", async () => {
    const { tools, children } = inBackground();
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "start")], [text("waiting")], [text("I see.")]]);
    await using agent = createAgent({ model, extensions: tools, journal, session: "s" });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "turn-end" && event.turn === 2) run.interrupt();
    await run.result;
    const before = await entriesOf(journal);
    expect(before.at(-1)).toMatchObject({ kind: "outcome", outcome: "cancelled" });
    children.get("a")!.end({ usage, message: "Too late." });
    await agent.run("and now?").result;
    expect(said(model.requests[2]?.messages)).toEqual([
      "user: go",
      expect.stringMatching(/^child: The subagent of session child-a was told to stop/),
      "user: and now?",
    ]);
  });
});

describe("after a crash", () => {
  /** A journal as it was when it had so many entries. */
  async function cutAt(journal: ReturnType<typeof memoryJournal>, isLast: (entry: Entry) => boolean) {
    const entries = await entriesOf(journal);
    const end = entries.findIndex(isLast) + 1;
    const cut = memoryJournal();
    for (const { hash } of entries.filter((entry) => entry.kind === "context"))
      await cut.putBlob("s", (await journal.blob("s", hash))!);
    await cut.append("s", 0, entries.slice(0, end));
    return cut;
  }

  it("a tool resumes the subagent that its call had started", async () => {
    const first = memoryJournal();
    const again: string[][] = [];
    const start: Tool = {
      ...starter((child) => (child.end({ usage }), "never seen")),
      async recover(_, { children, progress }) {
        again.push([...children!.started()]);
        const child = await children!.start({ session: children!.started()[0]!, rights: {} });
        child.forward(of("child-a", { type: "turn-start", turn: 2 }));
        progress("still at it");
        child.end({ usage, costUsd: 4 });
        return { content: [{ type: "text", text: "the real result" }] };
      },
    };
    {
      await using agent = createAgent({
        model: scriptedModel([[call("a", "start")], [text("x")]]),
        extensions: [start],
        journal: first,
        session: "s",
      });
      await agent.run("go").result;
    }
    const journal = await cutAt(first, ({ kind }) => kind === "child");
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({ model, extensions: [start], journal, session: "s" });
    const run = agent.run();
    const events = await eventsOf(run);
    expect(again).toEqual([["child-a"]]);
    expect(await run.result).toMatchObject({ outcome: "done", costUsd: 4 });
    expect(events).toContainEqual({ type: "turn-start", turn: 2, session: "child-a", path: ["a"] });
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({
      content: [{ content: [{ text: "the real result" }] }],
    });
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "child")).toHaveLength(1);
  });

  it.each<[string, number, (run: { interrupt(): void }) => void, string]>([
    ["stopped by its tool's time limit", 20, () => undefined, "done"],
    ["interrupted", 60_000, (run) => run.interrupt(), "cancelled"],
  ])("a recovery can be %s", async (_, timeoutMs, act, outcome) => {
    const first = memoryJournal();
    const start: Tool = {
      ...starter((child) => (child.end({ usage }), "never seen"), { timeoutMs }),
      async recover(_value, { signal, children }) {
        const child = await children!.start({ session: "child-a", rights: {} });
        await pause(60_000, child.signal).catch(() => undefined);
        child.end({ usage });
        return { kind: "interrupted", started: true, partial: signal.aborted ? "half" : "" };
      },
    };
    {
      await using agent = createAgent({
        model: scriptedModel([[call("a", "start")], [text("x")]]),
        extensions: [start],
        journal: first,
        session: "s",
      });
      await agent.run("go").result;
    }
    const journal = await cutAt(first, ({ kind }) => kind === "child");
    await using agent = createAgent({
      model: scriptedModel([[text("done")]]),
      extensions: [start],
      journal,
      session: "s",
    });
    const run = agent.run();
    for await (const event of run) if (event.type === "run-start") act(run);
    expect((await run.result).outcome).toBe(outcome);
    const result = (await entriesOf(journal)).find(({ kind }) => kind === "tool-result");
    expect(result).toMatchObject({ failure: { partial: "half" } });
  });

  it("a queued report is delivered once", async () => {
    const { tools, children } = inBackground();
    const first = memoryJournal();
    const act = tool("act", () => (children.get("a")!.end({ usage, message: "Report." }), "ok"));
    {
      const model = scriptedModel([[call("a", "start")], [call("b", "act")], [text("x")]]);
      await using agent = createAgent({ model, extensions: [...tools, act], journal: first, session: "s" });
      await agent.run("go").result;
    }
    const journal = await cutAt(first, ({ kind }) => kind === "queued");
    const model = scriptedModel([[text("one")], [text("two")]]);
    await using agent = createAgent({ model, extensions: [...tools, act], journal, session: "s" });
    await agent.run().result;
    await agent.run("more").result;
    expect(said(model.requests[1]?.messages)).toEqual(["user: go", "beside a result: Report.", "user: more"]);
  });

  it("the model is told of those in the background that can give no report, once", async () => {
    const { tools, children } = inBackground();
    const first = memoryJournal();
    {
      const model = scriptedModel([
        [call("a", "start")],
        () => (children.get("a")!.end({ usage, message: "R" }), [text("x")]),
        [text("y")],
      ]);
      await using agent = createAgent({ model, extensions: tools, journal: first, session: "s" });
      await agent.run("go").result;
    }
    const journal = await cutAt(first, ({ kind }) => kind === "tool-result");
    const model = scriptedModel([[text("one")], [text("two")], [text("three")]]);
    for (const input of ["more", "again"]) {
      await using agent = createAgent({ model, extensions: tools, journal, session: "s" });
      await agent.run(input).result;
    }
    expect(said(model.requests[1]?.messages)).toEqual([
      "user: go",
      expect.stringMatching(
        /^beside a result: The subagent of session child-a was running in the background when the process ended/,
      ),
      "user: more",
      "user: again",
    ]);
  });

  it("the model is not told of one whose report a call had given it, but of one whose call was cut off", async () => {
    const { tools, children } = inBackground();
    const first = memoryJournal();
    const wait = tool("wait", (_, { callId }) => {
      const id = callId === "w" ? "a" : "b";
      children.get(id)!.end({ usage });
      return { content: [{ type: "text", text: "Report." }], reports: [`child-${id}`] };
    });
    {
      const starts = [call("a", "start"), call("b", "start")];
      const model = scriptedModel([starts, [call("w", "wait")], [call("v", "wait")], [text("x")]]);
      await using agent = createAgent({ model, extensions: [...tools, wait], journal: first, session: "s" });
      await agent.run("go").result;
    }
    const intents = (entry: Entry) => entry.kind === "tool-intent" && entry.callId === "v";
    const journal = await cutAt(first, intents);
    const model = scriptedModel([[text("one")]]);
    await using agent = createAgent({ model, extensions: [...tools, wait], journal, session: "s" });
    await agent.run("more").result;
    const [message, ...others] = said(model.requests[0]?.messages).filter((line) =>
      line.startsWith("beside a result:"),
    );
    expect(message).toContain("The subagent of session child-b was running in the background");
    expect(others).toEqual([]);
  });
});
