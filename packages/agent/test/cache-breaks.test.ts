import {
  callToolOf,
  memoryJournal,
  type AgentEvent,
  type Compaction,
  type Extension,
  type Tool,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
type Break = Extract<AgentEvent, { type: "cache-break" }>;

async function breaksOf(parts: AgentParts, input = "go"): Promise<readonly Break[]> {
  await using agent = createAgent({ session: "s", ...parts });
  const breaks: Break[] = [];
  for await (const event of agent.run(input)) if (event.type === "cache-break") breaks.push(event);
  return breaks;
}

const named = (...names: readonly string[]) => names.map((name) => tool(name, () => "ok"));

describe("a cache break", () => {
  it("is reported on resume: which tools, whether the system prompt, and what it costs", async () => {
    const journal = memoryJournal();
    const usage = { input: 1_000, output: 100, cacheRead: 9_000 };
    const first = { journal, extensions: named("a", "b", "c"), system: "Be brief." };
    const model = scriptedModel([{ content: [text("1")], usage }], { price });
    expect(await breaksOf({ ...first, model })).toEqual([]);
    expect(await breaksOf({ ...first, model: scriptedModel([[text("2")]], { price }) })).toEqual([]);
    const changed = tool("b", () => "ok", { description: "Another." });
    const then = { journal, extensions: [...named("a", "d"), changed], system: "Be long." };
    const reason = "The system prompt has changed. Tools added: d. Tools removed: c. Tools changed: b.";
    const [broke, ...more] = await breaksOf({ ...then, model: scriptedModel([[text("3")]], { price }) });
    expect(more).toEqual([]);
    expect(broke).toMatchObject({ reason });
    expect(broke?.tokens).toBeGreaterThan(10_099);
    expect(broke?.tokens).toBeLessThan(10_160);
    expect(broke?.costUsd).toBeCloseTo(((broke?.tokens ?? 0) * 2.7) / 1_000_000, 6);
    const contexts = (await entriesOf(journal)).filter((entry) => entry.kind === "context");
    expect(contexts.map((entry) => entry.reason)).toEqual(["start", reason]);
  });

  it("is reported when tools change in a run, and when the prices are unknown", async () => {
    const tools: Tool[] = [
      tool("first", () => {
        tools.push(...Array.from({ length: 12 }, (_, at) => tool(`more${at + 10}`, () => "")));
        changed();
        return "ok";
      }),
    ];
    let changed = (): void => undefined;
    const growing: Extension = {
      name: "growing",
      tools: async () => [...tools],
      onChange(listener) {
        changed = listener;
        return () => undefined;
      },
      status: () => ({ state: "ready" }),
      callTool: (name, input, context) => callToolOf(tools, name, input, context),
      close: async () => undefined,
    };
    const { price: _, ...model } = scriptedModel([[call("a", "first")], [text("done")]]);
    const [broke] = await breaksOf({ model, extensions: [growing] });
    expect(broke?.reason).toMatch(/^Tools added: more10, .*, more19 and 2 more\.$/);
    expect(broke?.tokens).toBeGreaterThan(0);
    expect(broke).not.toHaveProperty("costUsd");
    expect(broke).toHaveProperty("seq");
  });

  it("is not needed when tools change while they are listed: the first request has them", async () => {
    const listeners = new Set<() => void>();
    const tools: Tool[] = [tool("first", () => "ok")];
    const late: Extension = {
      name: "late",
      async tools() {
        const listed = [...tools];
        if (tools.length === 1) {
          tools.push(tool("second", () => "ok"));
          for (const listener of listeners) listener();
        }
        return listed;
      },
      onChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
      status: () => ({ state: "ready" }),
      callTool: (name, input, context) => callToolOf(tools, name, input, context),
      close: async () => undefined,
    };
    const model = scriptedModel([[text("done")]]);
    await breaksOf({ model, extensions: [late] });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(listeners.size).toBe(0);
  });

  it("is reported when another model continues, in a run and in a resumed session", async () => {
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "act")]], { id: "large" });
    const small = scriptedModel([[text("1")]], { id: "small", price });
    const act = tool("act", async () => (await run.setModel(small), "ok"));
    await using agent = createAgent({ model, extensions: [act], journal, session: "s" });
    const run = agent.run("go");
    const breaks: AgentEvent[] = [];
    for await (const event of run) if (event.type === "cache-break") breaks.push(event);
    expect(breaks).toMatchObject([
      { reason: "The model was replay/large and is replay/small now.", costUsd: expect.any(Number) },
    ]);
    await agent.close();
    const resumed = scriptedModel([[text("2")]], { id: "large" });
    expect(await breaksOf({ model: resumed, extensions: [act], journal })).toMatchObject([
      { reason: "The model was replay/small and is replay/large now." },
    ]);
  });
});

describe("a model that is chosen while a request is prepared", () => {
  const small = () => scriptedModel([[text("small")]], { id: "small" });

  it("gets the request, and the break is reported, when chosen during a compaction", async () => {
    const other = small();
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "act")], [text("large")]], { id: "large" });
    const plans: (string | undefined)[] = [];
    const plan: Compaction["plan"] = async (view) => {
      plans.push(view.model.id);
      if (plans.length === 2) await run.setModel(other);
      return { entries: [] };
    };
    const extensions = [tool("act", () => "ok")];
    await using agent = createAgent({ model, extensions, journal, session: "s", compaction: { plan } });
    const run = agent.run("go");
    const breaks: AgentEvent[] = [];
    for await (const event of run) if (event.type === "cache-break") breaks.push(event);
    expect(breaks).toMatchObject([{ reason: "The model was replay/large and is replay/small now." }]);
    expect(plans).toEqual(["large", "large", "small"]);
    expect([model.requests.length, other.requests.length]).toEqual([1, 1]);
  });

  it("gets the next request when this one is already in the journal", async () => {
    const other = small();
    const inner = memoryJournal();
    const model = scriptedModel([[call("a", "act")], [call("b", "act")]], { id: "large" });
    let asked = 0;
    const journal: typeof inner = {
      ...inner,
      async append(session, seq, entries) {
        await inner.append(session, seq, entries);
        // Not waited for: it writes to the journal itself.
        if (entries.some(({ kind }) => kind === "model-request") && ++asked === 2) void run.setModel(other);
      },
    };
    await using agent = createAgent({ model, extensions: [tool("act", () => "ok")], journal, session: "s" });
    const run = agent.run("go");
    const breaks: AgentEvent[] = [];
    for await (const event of run) if (event.type === "cache-break") breaks.push(event);
    expect(breaks).toMatchObject([{ reason: "The model was replay/large and is replay/small now." }]);
    const requests = (await entriesOf(inner)).flatMap((entry) =>
      entry.kind === "model-request" ? [entry.model] : [],
    );
    expect(requests).toEqual(["large", "large", "small"]);
    expect([model.requests.length, other.requests.length]).toEqual([2, 1]);
  });
});

describe("what comes before the conversation", () => {
  it("is the same bytes whenever and wherever a session is resumed", async () => {
    const journal = memoryJournal();
    const blobs = new Set<string>();
    for (const [at, cwd] of ["/a", "/b"].entries()) {
      const model = scriptedModel([[call(`c${at}`, "a")], [text("done")]]);
      const clock = { now: () => at * 86_400_000, sleep: () => Promise.resolve() };
      const extensions = at === 0 ? named("a", "b") : named("b", "a");
      await using agent = createAgent({
        model,
        extensions,
        clock,
        cwd,
        journal,
        session: "s",
        system: "Brief.",
      });
      await agent.run("go").result;
      for (const { system, tools } of model.requests) blobs.add(JSON.stringify([system, tools]));
    }
    expect(blobs.size).toBe(1);
  });
});
