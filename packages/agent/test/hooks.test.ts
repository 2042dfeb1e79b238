import type { Gate, HookEffect, HookEvent, RunHooks } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { call, text, tool } from "./tools.ts";

type Handlers = {
  readonly [Type in HookEvent["type"]]?: (event: Extract<HookEvent, { type: Type }>) => HookEffect;
};

/** Hooks of a test, and what they were told. */
function hooksOf(handlers: Handlers): { readonly hooks: RunHooks; readonly events: HookEvent[] } {
  const events: HookEvent[] = [];
  return {
    events,
    hooks: {
      has: (type) => type in handlers,
      run: async (event) => {
        events.push(event);
        return (handlers[event.type] as (event: HookEvent) => HookEffect)(event);
      },
    },
  };
}

const asks: Gate = { decide: () => ({ verdict: "ask", by: "mode m", isRoutine: true }) };
const asksByRule: Gate = { decide: () => ({ verdict: "ask", by: "rule r" }) };
const denies: Gate = { decide: () => ({ verdict: "deny", by: "rule r" }) };
const allows: Gate = { decide: () => ({ verdict: "allow", by: "mode m" }) };

function setUp(
  parts: Partial<AgentParts>,
  replies: Parameters<typeof scriptedModel>[0] = [[call("a", "act", { n: 1 })], [text("done")]],
) {
  const ran: unknown[] = [];
  const act = tool("act", (input) => (ran.push(input), "acted"), { effect: "runs" });
  const model = scriptedModel(replies);
  const all: AgentParts = { model, extensions: [act], ...parts };
  return { parts: all, model, ran };
}

async function run(parts: AgentParts, input = "go") {
  await using agent = createAgent(parts);
  return await agent.run(input).result;
}

describe("a hook before a tool", () => {
  const rows: readonly [what: string, Gate, HookEffect, ran: boolean, outcome: string][] = [
    ["says nothing", allows, {}, true, "done"],
    ["denies what the gate allows", allows, { verdict: "deny" }, false, "done"],
    ["asks about what the gate allows", allows, { verdict: "ask" }, false, "needs-input"],
    ["allows what a mode asks about", asks, { verdict: "allow" }, true, "done"],
    ["allows what a rule asks about", asksByRule, { verdict: "allow" }, false, "needs-input"],
    ["allows what is denied", denies, { verdict: "allow" }, false, "done"],
    ["asks about what is denied", denies, { verdict: "ask" }, false, "done"],
    ["ends the run", allows, { endRun: "Enough." }, false, "denied"],
  ];
  for (const type of ["before-tool", "approval"] as const) {
    it.each(rows)(`that %s (${type})`, async (_, gate, effect, expected, outcome) => {
      const { hooks, events } = hooksOf({ [type]: () => effect });
      const { parts, ran } = setUp({ gate, hooks });
      const result = await run(parts);
      // Approval hooks are not called where no one would be asked.
      const isCalled = type === "before-tool" || gate === asks || gate === asksByRule;
      expect(events).toHaveLength(isCalled ? 1 : 0);
      if (!isCalled) return;
      const isDenied = effect.verdict === "deny" || gate === denies;
      expect([ran.length > 0, result.outcome]).toEqual([expected && !isDenied, outcome]);
    });
  }

  it("changes the input, which is validated, journaled, and the same in a replay", async () => {
    const { hooks } = hooksOf({ "before-tool": () => ({ input: { n: 2 }, by: "hook test" }) });
    const { parts, ran } = setUp({ gate: allows, hooks });
    const recording = await record(parts, (agent) => agent.run("go").result);
    expect(ran).toEqual([{ n: 2 }]);
    const decision = recording.entries.find(({ kind }) => kind === "decision");
    expect(decision).toMatchObject({
      verdict: "allow",
      input: { n: 2 },
      reason: "The hook test changed the input.",
    });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("cannot give a tool an input that it refuses", async () => {
    const { hooks } = hooksOf({ "before-tool": () => ({ input: { n: "two" } }) });
    const strict = tool("act", () => "acted", {
      check: (value) =>
        typeof (value as { n: unknown }).n === "number"
          ? { ok: true, value }
          : { ok: false, issues: ["n: expected a number"] },
    });
    const { parts, model } = setUp({ gate: allows, hooks, extensions: [strict] });
    await run(parts);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("n: expected a number");
  });

  it("cannot smuggle a changed input past the gate", async () => {
    const gate: Gate = {
      decide: ({ input }) => ({
        verdict: JSON.stringify(input).includes("evil") ? "deny" : "allow",
        by: "rule",
      }),
    };
    const { hooks } = hooksOf({ "before-tool": () => ({ verdict: "allow", input: { n: "evil" } }) });
    const { parts, ran } = setUp({ gate, hooks });
    await run(parts);
    expect(ran).toEqual([]);
  });

  it("that throws denies", async () => {
    const hooks: RunHooks = {
      has: (type) => type === "before-tool",
      run: () => Promise.reject(new Error("broken")),
    };
    const { parts, ran, model } = setUp({ gate: allows, hooks });
    await run(parts);
    expect(ran).toEqual([]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("The hook failed (broken)");
  });

  it("sees what a person has edited, and may still deny it", async () => {
    const { hooks, events } = hooksOf({
      "before-tool": ({ request }) =>
        JSON.stringify(request.input).includes("9") ? { verdict: "deny" } : {},
    });
    const { parts, ran } = setUp({
      gate: asks,
      hooks,
      ask: async () => ({ allow: "once", input: { n: 9 } }),
    });
    await run(parts);
    expect(events).toHaveLength(2);
    expect(ran).toEqual([]);
  });
});

describe("what hooks have to say to the model", () => {
  it.each<[HookEvent["type"], number]>([
    ["session-start", 0],
    ["user-prompt", 0],
    ["before-tool", 1],
    ["after-tool", 1],
  ])("goes into the next request, and stays there in a replay: %s", async (type, request) => {
    const { hooks } = hooksOf({ [type]: () => ({ context: "Mind the gap." }) });
    const { parts, model } = setUp({ gate: allows, hooks });
    const recording = await record(parts, (agent) => agent.run("go").result);
    const told = model.requests.map(({ messages }) => JSON.stringify(messages).includes("Mind the gap."));
    expect(told.indexOf(true)).toBe(request);
    expect(recording.entries.filter(({ kind }) => kind === "user-message")).toHaveLength(1);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("is told of results and failures apart", async () => {
    const failing = tool("fails", () => ({ kind: "failed", message: "No such file" }));
    const { hooks, events } = hooksOf({ "after-tool": () => ({}) });
    const { parts } = setUp({ gate: allows, hooks, extensions: [tool("act", () => "acted"), failing] }, [
      [call("a", "act"), call("b", "fails")],
      [text("done")],
    ]);
    await run(parts);
    expect(events.map((event) => event.type === "after-tool" && [event.result, event.isFailure])).toEqual([
      ["acted", false],
      [expect.stringContaining("No such file"), true],
    ]);
  });
});

describe("a hook on a message", () => {
  it("refuses it: nothing is sent, and the conversation is without it", async () => {
    const { hooks } = hooksOf({
      "user-prompt": () => ({ verdict: "deny", by: "hook words", reason: "No secrets, please" }),
    });
    const { parts, model } = setUp({ hooks });
    const recording = await record(parts, (agent) => agent.run("go").result);
    const outcome = recording.entries.find(({ kind }) => kind === "outcome");
    expect(outcome).toMatchObject({
      outcome: "denied",
      error: { code: "hook", message: "The message was refused by the hook words: No secrets, please" },
    });
    expect(model.requests).toHaveLength(0);
    expect(recording.entries.some(({ kind }) => kind === "user-message")).toBe(false);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("is told once per agent that the session starts, and that it was resumed", async () => {
    const { hooks, events } = hooksOf({ "session-start": () => ({}), "session-end": () => ({}) });
    const { parts } = setUp({ hooks }, [[text("one")], [text("two")]]);
    await using agent = createAgent(parts);
    await agent.run("go").result;
    await agent.run("go on").result;
    await agent.close();
    expect(events.map(({ type }) => type)).toEqual(["session-start", "session-end"]);
  });
});

describe("a hook on the end", () => {
  it("sends the model back to work with its words, and the same in a replay", async () => {
    const { hooks, events } = hooksOf({
      stop: ({ isContinued }) => (isContinued ? {} : { continueWith: "The tests are red." }),
    });
    const { parts, model } = setUp({ hooks }, [[text("done?")], [text("done.")]]);
    const recording = await record(parts, (agent) => agent.run("go").result);
    expect(events).toMatchObject([
      { text: "done?", isContinued: false },
      { text: "done.", isContinued: true },
    ]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      from: "hook",
      content: [{ type: "text", text: "The tests are red." }],
    });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("cannot keep it at work for ever", async () => {
    const { hooks } = hooksOf({ stop: () => ({ continueWith: "Again." }) });
    const { parts, model } = setUp(
      { hooks },
      Array.from({ length: 20 }, (_, index) => [text(`done ${index}`)]),
    );
    expect((await run(parts)).outcome).toBe("done");
    expect(model.requests).toHaveLength(11);
  });
});

it("somebody who is waited for is told", async () => {
  const { hooks, events } = hooksOf({ notification: () => ({}) });
  const { parts } = setUp({ gate: asks, hooks, ask: async () => ({ deny: "no" }) });
  await run(parts);
  expect(events).toMatchObject([{ type: "notification", about: "approval" }]);
});

it("hooks read no secrets", async () => {
  const { hooks, events } = hooksOf({ "before-tool": () => ({}), "after-tool": () => ({}) });
  const hide = (words: string) => words.replaceAll("hunter2", "‹secret›");
  const restore = (words: string) => words.replaceAll("‹secret›", "hunter2");
  const redactor = { redact: hide, restore, stream: () => ({ push: hide, end: () => "" }) };
  const { parts } = setUp({ gate: allows, hooks, redactor, extensions: [tool("act", () => "hunter2")] }, [
    [call("a", "act", { password: "hunter2" })],
    [text("done")],
  ]);
  await run(parts);
  expect(JSON.stringify(events)).not.toContain("hunter2");
});
