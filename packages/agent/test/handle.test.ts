import type { AgentEvent, Extension, JournalStore, Message } from "@skein/protocol";
import { callToolOf, memoryJournal } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, pause, text, tool } from "./tools.ts";

const stuck = (onStop: () => void) =>
  tool("stuck", async (_, { signal }) => {
    signal.addEventListener("abort", onStop);
    await pause(60_000, signal);
    return "";
  });

const told = (messages: readonly Message[] | undefined) =>
  (messages ?? [])
    .filter((message) => message.role === "user")
    .map((message) => message.content.map((part) => (part.type === "text" ? part.text : "")).join(""));

describe("interruption", () => {
  it("stops running tools, answers their calls, and ends as cancelled", async () => {
    let stopped = 0;
    const model = scriptedModel([[call("a", "stuck"), call("b", "stuck", { n: 2 })], [text("after")]]);
    await using agent = createAgent({ model, extensions: [stuck(() => stopped++)] });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "tool-start") run.interrupt();
    expect((await run.result).outcome).toBe("cancelled");
    expect(stopped).toBe(2);
    expect((await agent.run("on").result).outcome).toBe("done");
    expect(model.requests[1]?.messages[2]).toMatchObject({
      content: [{ failure: "interrupted" }, { failure: "interrupted" }],
    });
  });

  it("stops a model that is still talking, and keeps what it had said", async () => {
    const model = scriptedModel([[text("one two three four five six")], [text("after")]], {
      deltaSize: 4,
      delayMs: 20,
    });
    await using agent = createAgent({ model });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "text-delta") run.interrupt();
    expect((await run.result).outcome).toBe("cancelled");
    await agent.run("on").result;
    const reply = model.requests[1]?.messages[1];
    expect(reply).toMatchObject({ role: "assistant", partial: true });
  });

  it("comes from the caller's signal too", async () => {
    const model = scriptedModel([[call("a", "stuck")]]);
    await using agent = createAgent({ model, extensions: [stuck(() => {})] });
    const { outcome } = await agent.run("go", { signal: AbortSignal.timeout(30) }).result;
    expect(outcome).toBe("cancelled");
  });

  it("does not wait for a tool that ignores it, whether it has begun by then or is about to", async () => {
    const deaf = tool("deaf", () => new Promise<string>(() => {}));
    const outcomes = (["tool-start", "tool-intent"] as const).map(async (when) => {
      const inner = memoryJournal();
      const journal: JournalStore = {
        ...inner,
        async append(session, seq, entries) {
          await inner.append(session, seq, entries);
          if (entries.some(({ kind }) => kind === when)) run.interrupt();
        },
      };
      await using agent = createAgent({
        model: scriptedModel([[call("a", "deaf")]]),
        extensions: [deaf],
        journal,
      });
      const run = agent.run("go");
      for await (const event of run) if (event.type === when) run.interrupt();
      return (await run.result).outcome;
    });
    expect(await Promise.all(outcomes)).toEqual(["cancelled", "cancelled"]);
  });

  it("does not wait for a model that ignores it", async () => {
    const model = {
      provider: "t",
      id: "deaf",
      limits: {},
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
    };
    await using agent = createAgent({ model });
    const { outcome } = await agent.run("go", { signal: AbortSignal.timeout(20) }).result;
    expect(outcome).toBe("cancelled");
  });
});

describe("leaving the loop over a run's events", () => {
  it("stops the run when there is no other reader", async () => {
    let stopped = false;
    const model = scriptedModel([[call("a", "stuck")]]);
    await using agent = createAgent({ model, extensions: [stuck(() => (stopped = true))] });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "tool-start") break;
    expect((await run.result).outcome).toBe("cancelled");
    expect(stopped).toBe(true);
  });

  it("does not stop it while the result is awaited", async () => {
    const model = scriptedModel([[text("done")]], { delayMs: 5, deltaSize: 1 });
    await using agent = createAgent({ model });
    const run = agent.run("go");
    const { result } = run;
    for await (const event of run) if (event.type === "text-delta") break;
    expect((await result).outcome).toBe("done");
  });
});

describe("closing an agent", () => {
  it("ends the run, the tools and the extensions, and frees the session", async () => {
    let [closed, stopped] = [0, false];
    const tools = [stuck(() => (stopped = true))];
    const extension: Extension = {
      name: "e",
      tools: async () => tools,
      status: () => ({ state: "ready" }),
      callTool: (name, input, context) => callToolOf(tools, name, input, context),
      close: async () => void closed++,
    };
    const agent = createAgent({ model: scriptedModel([[call("a", "stuck")]]), extensions: [extension] });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "tool-start") void agent.close();
    await agent.close();
    expect([(await run.result).outcome, closed, stopped]).toEqual(["cancelled", 1, true]);
    expect((await agent.run("more").result).outcome).toBe("cancelled");
  });
});

describe("messages while a run is busy", () => {
  it("steer before the next model call", async () => {
    const model = scriptedModel([[call("a", "wait")], [text("done")]]);
    const steered = Promise.withResolvers<string>();
    await using agent = createAgent({ model, extensions: [tool("wait", () => steered.promise)] });
    const run = agent.run("go");
    const seen: string[] = [];
    for await (const event of run) {
      seen.push(event.type);
      if (event.type !== "tool-start") continue;
      await run.steer("the other way");
      steered.resolve("ok");
    }
    expect(told(model.requests[1]?.messages)).toEqual(["go", "the other way"]);
    expect(seen.indexOf("queued")).toBeLessThan(seen.indexOf("steered"));
  });

  it("wait for the end when they are queued, and are answered then", async () => {
    const model = scriptedModel([[call("a", "wait")], [text("first")], [text("second")]]);
    const queued = Promise.withResolvers<string>();
    await using agent = createAgent({ model, extensions: [tool("wait", () => queued.promise)] });
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "tool-start") continue;
      await run.queue("and then?");
      queued.resolve("ok");
    }
    expect((await run.result).text).toBe("second");
    expect(told(model.requests[1]?.messages)).toEqual(["go"]);
    expect(told(model.requests[2]?.messages)).toEqual(["go", "and then?"]);
  });

  it("are refused once the run is over", async () => {
    await using agent = createAgent({ model: scriptedModel([[text("done")]]) });
    const run = agent.run("go");
    await run.result;
    await expect(run.steer("late")).rejects.toMatchObject({ code: "run-over" });
  });
});

describe("readers of a run", () => {
  const chatter = () => scriptedModel([[text("x".repeat(500))]], { deltaSize: 5 });
  const textIn = (events: readonly AgentEvent[]) =>
    events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");

  async function collect(source: AsyncIterable<AgentEvent>, eachMs = 0): Promise<AgentEvent[]> {
    const events: AgentEvent[] = [];
    for await (const event of source) {
      events.push(event);
      if (eachMs > 0) await new Promise((resolve) => setTimeout(resolve, eachMs));
    }
    return events;
  }

  it("each get the whole, and a slow one gets it in fewer pieces", async () => {
    await using agent = createAgent({ model: chatter() });
    const run = agent.run("go");
    const [fast, slow] = await Promise.all([collect(run), collect(run, 5)]);
    expect(textIn(fast)).toBe("x".repeat(500));
    expect(textIn(slow)).toBe("x".repeat(500));
    expect(slow.length).toBeLessThan(fast.length);
  });

  it("never hold up the tools", async () => {
    let ran = false;
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [tool("act", () => ((ran = true), ""))] });
    const run = agent.run("go");
    const reader = run[Symbol.asyncIterator]();
    await reader.next(); // and never again
    await run.result;
    expect(ran).toBe(true);
  });

  it("get everything from the start, however late the first one comes", async () => {
    await using agent = createAgent({ model: chatter() });
    const run = agent.run("go");
    await run.result;
    const events = await collect(run);
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(["settings", "run-start"]);
    expect(textIn(events)).toBe("x".repeat(500));
    expect(events.at(-1)?.type).toBe("outcome");
  });

  it("need not exist", async () => {
    await using agent = createAgent({ model: chatter() });
    expect((await agent.run("go").result).outcome).toBe("done");
  });
});

it("runs of one agent follow each other in one conversation", async () => {
  const model = scriptedModel([[text("one")], [text("two")]], { delayMs: 5 });
  await using agent = createAgent({ model });
  const [first, second] = [agent.run("1"), agent.run("2")];
  expect([(await second.result).text, (await first.result).text]).toEqual(["two", "one"]);
  expect(told(model.requests[1]?.messages)).toEqual(["1", "2"]);
});
