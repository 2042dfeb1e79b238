import {
  memoryJournal,
  ProviderError,
  type AgentEvent,
  type AttemptModel,
  type Budget,
  type Charge,
  type Compaction,
  type ContextPlan,
  type ContextView,
  type Entry,
  type Message,
  type ModelRequest,
} from "@skein/protocol";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const nothing: ContextPlan = { entries: [] };
const price = { input: 1_000_000, output: 0, cacheRead: 100_000, cacheWrite: 0 };

function isPaired(messages: readonly Message[]): boolean {
  return messages.every((message, at) => {
    if (message.role !== "assistant")
      return message.role !== "tool" || messages[at - 1]?.role === "assistant";
    const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const next = messages[at + 1];
    return calls.join() === (next?.role === "tool" ? next.content : []).map((part) => part.callId).join();
  });
}

function summary(firstKept: number, more: { pinned?: readonly number[]; words?: string } = {}) {
  const { pinned = [], words = "So far." } = more;
  return { kind: "compaction", summary: words, firstKept, pinned, receipt: {} } as const;
}

/** Does what it is told in this order, then nothing; keeps what it saw. */
function scripted(
  plans: readonly (ContextPlan | ((view: ContextView) => ContextPlan | Promise<ContextPlan>))[],
): Compaction & { readonly views: readonly ContextView[] } {
  const views: ContextView[] = [];
  return {
    views,
    async plan(view) {
      const plan = plans[views.push(view) - 1] ?? nothing;
      return typeof plan === "function" ? plan(view) : plan;
    },
  };
}

async function run(parts: AgentParts, input = "go") {
  const journal = parts.journal ?? memoryJournal();
  await using agent = createAgent({ session: "s", ...parts, journal });
  const started = agent.run(input);
  const events: AgentEvent[] = [];
  for await (const event of started) events.push(event);
  const ofType = <Type extends AgentEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);
  return { result: await started.result, ofType, events, entries: await entriesOf(journal) };
}

const tooLong = (contextTokens?: number) =>
  new ProviderError("context-overflow", "It is too long.", {
    provider: "replay",
    retryable: false,
    contextTokens,
  });

const keepLast = (view: ContextView): ContextPlan => {
  const last = view.entries.findLast((entry) => entry.kind === "assistant-message")?.seq;
  return { entries: last === undefined ? [] : [summary(last)] };
};

describe("a compaction", () => {
  it("keeps 300 turns within a window of 16,000 tokens, with every call paired", async () => {
    const window = 16_000;
    const tokensOf = (request: ModelRequest) => Math.ceil(JSON.stringify(request).length / 4);
    const sizes: number[] = [];
    const turn: ScriptedTurn = (request, count) => {
      const size = tokensOf(request);
      sizes.push(size);
      if (size > window) throw tooLong(window);
      const usage = { input: size, output: 50, cacheRead: 0, cacheWrite: 0 };
      return {
        content:
          count === 299
            ? [text("done")]
            : [text(`${count}`), call(`c${count}`, "act", { count }), call(`d${count}`, "act")],
        usage,
      };
    };
    const truncating: Compaction = {
      async plan({ request, entries, measured, window: limit = Infinity }) {
        if (tokensOf(request) < limit * 0.75) return nothing;
        expect(measured).toBeDefined();
        const replies = entries.filter((entry) => entry.kind === "assistant-message");
        const user = entries.find((entry) => entry.kind === "user-message");
        const firstKept = replies.at(-5)?.seq ?? 1;
        return { entries: [summary(firstKept, { pinned: user ? [user.seq] : [] })] };
      },
    };
    const model = scriptedModel(Array<ScriptedTurn>(300).fill(turn), { limits: { contextTokens: window } });
    const act = tool("act", () => "x".repeat(1_000));
    const { result, ofType, entries } = await run({ model, extensions: [act], compaction: truncating });
    expect(result).toMatchObject({ outcome: "done", turns: 300, toolCalls: 598 });
    expect(Math.max(...sizes)).toBeLessThan(window);
    expect(model.requests.every(({ messages }) => isPaired(messages))).toBe(true);
    const compacted = ofType("compacted");
    expect(compacted.length).toBeGreaterThan(8);
    expect(compacted.every(({ before, after, hidden }) => before > after && hidden > 10)).toBe(true);
    expect(ofType("cache-break")).toHaveLength(compacted.length);
    for (const { messages } of model.requests) expect(JSON.stringify(messages)).toContain('"go"');
    expect(entries.filter((entry) => entry.kind === "tool-result")).toHaveLength(598);
  });

  it("is asked before every call, journals its changes in one write, and reports what they cost", async () => {
    const writes: string[][] = [];
    const inner = memoryJournal();
    const journal = {
      ...inner,
      append(session: string, seq: number, entries: readonly Entry[]) {
        writes.push(entries.map(({ kind }) => kind));
        return inner.append(session, seq, entries);
      },
    };
    const short = [{ type: "text", text: "short" }] as const;
    const compaction = scripted([
      nothing,
      (view) => {
        const results = view.entries.filter((entry) => entry.kind === "tool-result");
        const reply = view.entries.find((entry) => entry.kind === "assistant-message");
        return {
          entries: [
            { kind: "elision", results: results.map(({ seq }) => ({ seq, content: short })) },
            summary(reply?.seq ?? 0),
          ],
          notices: ["It was long."],
          before: 900,
          after: 100,
        };
      },
    ]);
    const model = scriptedModel([[call("a", "act")], [text("done")]], { price });
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const act = tool("act", () => ({ content: [image, { type: "text", text: "long".repeat(99) }] }));
    const { ofType, events, entries } = await run({ model, extensions: [act], compaction, journal });
    expect(compaction.views.map(({ cause }) => cause)).toEqual(["before-call", "before-call"]);
    expect(writes).toContainEqual(["elision", "compaction"]);
    expect(model.requests[1]?.messages).toMatchObject([
      { role: "user", from: "agent", content: [{ text: "So far." }] },
      { role: "assistant", content: [{ id: "a" }] },
      { role: "tool", content: [{ content: [{ text: "short" }] }] },
    ]);
    const { seq } = entries.find((entry) => entry.kind === "compaction")!;
    const change = { cause: "before-call", hidden: 1, shortened: 1, before: 900, after: 100, seq };
    expect(ofType("compacted")).toMatchObject([change]);
    const [broke] = ofType("cache-break");
    expect(broke).toMatchObject({
      seq,
      reason:
        "The conversation was compacted: a summary replaces 1 earlier message, and 1 earlier result was shortened.",
    });
    expect(broke?.tokens).toBeGreaterThan(10);
    expect(broke?.costUsd).toBeCloseTo((broke?.tokens ?? 0) * 0.9);
    expect(ofType("compacted").map(({ notices }) => notices)).toEqual([["It was long."]]);
    expect(ofType("notice")).toEqual([]);
    const order = events.map(({ type }) => type);
    expect(order.indexOf("compacted")).toBeGreaterThan(order.indexOf("tool-end"));
    expect(entries.find((entry) => entry.kind === "tool-result")?.content).toEqual([
      image,
      { type: "text", text: "long".repeat(99) },
    ]);
  });

  it("sees the usage of the last call, but not after a change", async () => {
    const usage = { input: 5, output: 3, cacheRead: 20, cacheWrite: 1 };
    const script = Array.from({ length: 4 }, (_, at) => ({ content: [call(`c${at}`, "act")], usage }));
    const compaction = scripted([nothing, nothing, keepLast, keepLast]);
    const model = scriptedModel([...script, [text("done")]], { limits: { contextTokens: 99 } });
    const journal = memoryJournal();
    const { entries } = await run({ model, extensions: [tool("act", () => "ok")], compaction, journal });
    const asked = entries.filter((entry) => entry.kind === "model-request");
    const seen = compaction.views.map(({ measured }) => measured);
    expect(seen).toEqual([
      undefined,
      { request: asked[0]?.seq, inputTokens: 26, outputTokens: 3 },
      { request: asked[1]?.seq, inputTokens: 26, outputTokens: 3 },
      { request: asked[2]?.seq, inputTokens: 26, outputTokens: 3 },
      { request: asked[3]?.seq, inputTokens: 26, outputTokens: 3 },
    ]);
    const [view] = compaction.views.slice(2);
    expect(view).toMatchObject({ window: 99, overflows: 0, model: { id: "scripted" } });
    const kinds = view?.entries.map(({ kind }) => kind);
    expect(kinds).toEqual([
      "user-message",
      "dynamic-context",
      ...[1, 2].flatMap(() => ["assistant-message", "tool-result"]),
    ]);

    const again = scripted([keepLast]);
    await using agent = createAgent({
      model: scriptedModel([[text("1")]]),
      compaction: again,
      journal,
      session: "s",
    });
    await agent.compact();
    await agent.compact();
    // The last answer came without usage, so that of the call before still counts.
    expect(again.views.map(({ measured }) => measured?.request)).toEqual([asked[3]?.seq, undefined]);
  });

  it("may read what is hidden, and ask a model, in the journal and in the budget", async () => {
    const journal = memoryJournal();
    const usage = { input: 7, output: 2, cacheRead: 0, cacheWrite: 0 };
    const small = scriptedModel([{ content: [text("In short.")], usage }], { id: "small" });
    const settled: unknown[] = [];
    const read: string[] = [];
    const compaction = scripted([
      async (view) => {
        for await (const entry of view.read(1, ["user-message"]))
          if (entry.kind === "user-message") read.push(JSON.stringify(entry.content));
        const words = await view.ask({ ...view.request, tools: [], options: { effort: "none" } }, small);
        return { entries: [summary(view.entries.at(-1)?.seq ?? 0, { words })] };
      },
    ]);
    {
      await using agent = createAgent({ model: scriptedModel([[text("1")]]), journal, session: "s" });
      await agent.run("gone").result;
      await agent.record({ kind: "rewind", to: 4 });
    }
    const settle = (charge: Charge) => (settled.push(charge), []);
    const budget: Budget = {
      reserve: () => Promise.resolve({ outputTokens: 1_000, grow: () => true, settle }),
      status: () => [],
    };
    const model = scriptedModel([{ content: [text("done")], usage: { input: 100, output: 10 } }]);
    const { entries, result } = await run({ model, compaction, journal, budget });
    expect(result.usage).toMatchObject({ input: 107, output: 12 });
    expect(read).toEqual(['[{"type":"text","text":"go"}]']);
    expect(model.requests[0]?.messages).toMatchObject([
      { content: [{ text: "In short." }] },
      { from: "user" },
    ]);
    expect(settled[0]).toMatchObject({ tokens: (usage.input ?? 0) + (usage.output ?? 0) });
    const asked = entries.find((entry) => entry.kind === "model-request" && entry.purpose === "compaction");
    expect(asked).toMatchObject({ model: "small", options: { effort: "none" } });
    const seqs = entries.map(({ kind }) => kind);
    expect(seqs.indexOf("compaction")).toBe((asked?.seq ?? 0) + 1);
  });

  it("that fails, or returns an invalid plan, changes nothing, and the user is told", async () => {
    const compaction = scripted([
      () => Promise.reject(new Error("Broken.")),
      { entries: [summary(Number.NaN)] },
      { entries: [summary(9_999, { pinned: [-3, 4_000] })] },
    ]);
    const model = scriptedModel([[call("a", "act")], [call("b", "act")], [text("done")]]);
    const { result, ofType } = await run({ model, extensions: [tool("act", () => "ok")], compaction });
    expect(result.outcome).toBe("done");
    expect(ofType("notice").map((event) => event.text)).toEqual([
      "The conversation could not be compacted: Broken.",
      "The conversation could not be compacted: the plan contains the invalid entry number NaN.",
    ]);
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1]);
  });

  it("does not hold up an interruption", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const compaction: Compaction = { plan: () => (resolve(), new Promise(() => undefined)) };
    await using agent = createAgent({ model: scriptedModel([]), compaction });
    const hanging = agent.run("go");
    await asked;
    hanging.interrupt();
    expect((await hanging.result).outcome).toBe("cancelled");
  });
});

describe("a request that the provider refuses for its length", () => {
  const acts = [[call("a", "act")], [call("b", "act")]];
  const extensions = [tool("act", () => "ok")];

  it("is sent again as long as it gets shorter, and the window is remembered", async () => {
    const journal = memoryJournal();
    const compaction = scripted([nothing, nothing, nothing, keepLast, keepLast]);
    const model = scriptedModel([...acts, tooLong(2_000), tooLong(3_000), [text("done")]], {
      limits: { contextTokens: 10_000 },
    });
    const { result, ofType, entries } = await run({ model, extensions, compaction, journal });
    expect(result).toMatchObject({ outcome: "done", turns: 3 });
    expect(compaction.views.map(({ cause, overflows, window }) => [cause, overflows, window])).toEqual([
      ["before-call", 0, 10_000],
      ["before-call", 0, 10_000],
      ["before-call", 0, 10_000],
      ["overflow", 1, 2_000],
      ["overflow", 2, 2_000],
    ]);
    expect(ofType("notice").map((event) => event.text)).toEqual([
      "The request exceeded the model's context window of 2000 tokens. Compacting the conversation (1 of 6).",
      "The request exceeded the model's context window of 2000 tokens. Compacting the conversation (2 of 6).",
    ]);
    expect(ofType("compacted").map(({ cause }) => cause)).toEqual(["overflow", "overflow"]);
    expect(ofType("turn-start")).toHaveLength(3);
    expect(entries.filter((entry) => entry.kind === "model-result" && entry.error)).toHaveLength(2);
    // What has changed while it runs is said again behind each summary.
    const steps = entries
      .map(({ kind }) => kind)
      .filter((kind) => /^(?:compaction|dynamic-context|model-request)$/.test(kind));
    expect(steps.slice(steps.indexOf("compaction"))).toEqual([
      "compaction",
      "dynamic-context",
      "model-request",
      "compaction",
      "dynamic-context",
      "model-request",
    ]);
    expect(
      entries.filter((entry) => entry.kind === "settings" && entry.contextTokens === 2_000),
    ).toHaveLength(1);

    const resumed = scripted([]);
    const unknown = scriptedModel([[text("on")]]);
    await run({ model: unknown, extensions, compaction: resumed, journal }, "on");
    expect(resumed.views[0]?.window).toBe(2_000);
    const other = scripted([]);
    const another = scriptedModel([[text("on")]], { id: "another" });
    await run({ model: another, extensions, compaction: other, journal }, "on");
    expect(other.views[0]?.window).toBeUndefined();
  });

  it("says nothing of the model's window when another model has refused it", async () => {
    const small = { type: "model-switched", provider: "replay", model: "small", reason: "Busy." } as const;
    const model: AttemptModel = {
      ...scriptedModel([]),
      async *stream() {
        yield small;
        throw tooLong(2_000);
      },
    };
    const { entries } = await run({ model });
    expect(entries.filter((entry) => entry.kind === "settings")).toHaveLength(1);
  });

  it("is not made again when nothing has changed, and the error says what to do", async () => {
    const compaction = scripted([]);
    const model = scriptedModel([tooLong()]);
    const { result } = await run({ model, compaction });
    expect(result).toMatchObject({
      outcome: "provider",
      error: {
        code: "context-overflow",
        message: "It is too long.",
        hint: expect.stringContaining("larger context window"),
      },
    });
    expect(model.requests).toHaveLength(1);
  });

  it("is given up after six attempts, and at once without a compaction", async () => {
    const plans = scripted([nothing, ...Array.from({ length: 9 }, () => ({ entries: [summary(1)] }))]);
    const refusing = scriptedModel(Array.from({ length: 9 }, () => tooLong()));
    const { result } = await run({ model: refusing, compaction: plans });
    expect(result.error?.code).toBe("context-overflow");
    expect(plans.views.map(({ overflows }) => overflows)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(refusing.requests).toHaveLength(7);
    const alone = scriptedModel([tooLong(), [text("never")]]);
    expect((await run({ model: alone })).result.outcome).toBe("provider");
    expect(alone.requests).toHaveLength(1);
  });

  it("is not made again when a part of the reply had come", async () => {
    const begun = [
      { type: "message-start", modelId: "m" },
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: "Half" },
    ] as const;
    const model = scriptedModel([{ events: begun, error: tooLong() }, [text("never")]]);
    const compaction = scripted([nothing, keepLast]);
    const { result } = await run({ model, compaction });
    expect(result.error?.code).toBe("context-overflow");
    expect(compaction.views).toHaveLength(1);
  });
});

describe("a compaction on demand", () => {
  it("waits for the run before it, is journaled outside of a run, and knows what is to be kept", async () => {
    const journal = memoryJournal();
    const compaction = scripted([nothing, (view) => ({ ...keepLast(view), notices: ["Done."] })]);
    const model = scriptedModel([[text("one")], [text("two")]]);
    await using agent = createAgent({ model, compaction, journal, session: "s", system: "Be brief." });
    void agent.run("1");
    const compacted = agent.compact({ wish: "the names" });
    const second = agent.run("2");
    expect(await compacted).toEqual({ changed: true, notices: ["Done."] });
    await second.result;
    expect(compaction.views[1]).toMatchObject({
      cause: "asked",
      wish: "the names",
      request: { system: "Be brief." },
    });
    expect(model.requests[1]?.messages.map(({ content }) => content[0])).toMatchObject([
      { text: "So far." },
      { text: "one" },
      { text: "2" },
    ]);
    const entries = await entriesOf(journal);
    expect(entries.find((entry) => entry.kind === "compaction")).toMatchObject({ run: null });
  });

  it("emits the events of one within a run", async () => {
    const told = async (isAsked: boolean): Promise<readonly AgentEvent[]> => {
      const events: AgentEvent[] = [];
      const compaction = scripted([nothing, keepLast]);
      const model = scriptedModel([[text("one")], [text("two")]], { price });
      await using agent = createAgent({ model, compaction, session: "s" });
      await agent.run("1").result;
      if (isAsked) await agent.compact({ onEvent: (event) => events.push(event) });
      else for await (const event of agent.run("2")) events.push(event);
      return events.filter(({ type }) => type === "compacted" || type === "cache-break");
    };
    const [byHand, inRun] = [await told(true), await told(false)];
    expect(byHand.map(({ type }) => type)).toEqual(["compacted", "cache-break"]);
    expect(byHand.map((event) => Object.keys(event).toSorted())).toEqual(
      inRun.map((event) => Object.keys(event).toSorted()),
    );
    expect(byHand).toMatchObject([
      { session: "s", path: [], cause: "asked", seq: expect.any(Number) },
      { session: "s", path: [], cause: "compaction", costUsd: expect.any(Number), seq: expect.any(Number) },
    ]);
  });

  it("can be interrupted, and has then changed nothing", async () => {
    const journal = memoryJournal();
    const stopper = new AbortController();
    const asked = Promise.withResolvers<void>();
    const compaction = scripted([
      nothing,
      async (view) => {
        await view.ask(view.request);
        return keepLast(view);
      },
    ]);
    const hanging = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const model = scriptedModel([[text("one")], hanging, [text("two")]]);
    await using agent = createAgent({ model, compaction, journal, session: "s" });
    await agent.run("1").result;
    const compacted = agent.compact({ signal: stopper.signal });
    await asked.promise;
    stopper.abort(new Error("Enough."));
    await expect(compacted).rejects.toThrow("Enough.");
    expect((await agent.run("2").result).outcome).toBe("done");
    const entries = await entriesOf(journal);
    expect(entries.filter(({ kind }) => kind === "compaction" || kind === "elision")).toEqual([]);
    expect(entries.find((entry) => entry.kind === "model-result" && entry.error)).toBeDefined();
  });

  it("says why nothing is done", async () => {
    const model = scriptedModel([[call("a", "act")]]);
    await using none = createAgent({ model });
    expect(await none.compact()).toEqual({
      changed: false,
      notices: ["This agent has no compaction."],
    });
    const journal = memoryJournal();
    const compaction = scripted([() => Promise.reject(new Error("Broken."))]);
    await using fresh = createAgent({ model, compaction });
    expect(await fresh.compact()).toEqual({ changed: false, notices: ["The conversation is empty."] });
    const open = [
      { kind: "user-message", from: "user", content: [{ type: "text", text: "go" }] },
      { kind: "assistant-message", request: 0, content: [call("a", "act")] },
    ] as const;
    await journal.append(
      "s",
      0,
      open.map((body, at): Entry => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body })),
    );
    await using crashed = createAgent({ model, compaction, journal, session: "s" });
    expect((await crashed.compact()).notices).toEqual(["The last run was cut off: resume it first."]);
    expect(compaction.views).toHaveLength(0);
    await using failing = createAgent({
      model: scriptedModel([[text("1")]]),
      compaction: scripted([nothing, () => Promise.reject(new Error("Broken."))]),
    });
    await failing.run("1").result;
    expect(await failing.compact()).toEqual({
      changed: false,
      notices: ["The conversation could not be compacted: Broken."],
    });
  });
});
