import type { Compaction, HookEffect, HookEvent, HookEventType } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { text } from "./tools.ts";

const summary = { kind: "compaction", summary: "So far.", firstKept: 1, pinned: [], receipt: {} } as const;
const request = { system: "", tools: [], messages: [], options: {} };

/** Hides everything behind a summary of a model, before the first call of each run and when asked. */
function summarizing(words: string = summary.summary): Compaction {
  return {
    async plan(view) {
      await view.ask(request, scriptedModel([[text(words)], [text(words)]]));
      const firstKept = (view.entries.at(-1)?.seq ?? 0) + 1;
      return { entries: [{ ...summary, summary: words, firstKept }] };
    },
  };
}

type Handler = (event: HookEvent) => HookEffect | Promise<HookEffect>;

function hooksFor(types: readonly HookEventType[], handle: Handler = () => ({})) {
  const events: HookEvent[] = [];
  const hooks: AgentParts["hooks"] = {
    has: (type) => types.includes(type),
    run: async (event) => (events.push(event), handle(event)),
  };
  return { events, hooks };
}

async function runWith(parts: Partial<AgentParts>) {
  await using agent = createAgent({
    model: scriptedModel([[text("done")]]),
    compaction: summarizing(),
    ...parts,
  });
  const run = agent.run("go");
  const notices: string[] = [];
  let isCompacted = false;
  for await (const event of run) {
    if (event.type === "notice") notices.push(event.text);
    if (event.type === "compacted") isCompacted = true;
  }
  return { outcome: (await run.result).outcome, notices, isCompacted };
}

const both = ["before-compaction", "after-compaction"] as const;

describe("hooks around a compaction", () => {
  it("are called once before it and once after it, with what became of it", async () => {
    const { events, hooks } = hooksFor(both);
    expect(await runWith({ hooks })).toMatchObject({ outcome: "done", isCompacted: true });
    expect(events).toEqual([
      { type: "before-compaction", cause: "full", wish: "" },
      { type: "after-compaction", cause: "full", summary: "So far." },
    ]);
  });

  it("are told that somebody asked for it, and in which words", async () => {
    const { events, hooks } = hooksFor(both);
    const model = scriptedModel([[text("done")]]);
    const compaction: Compaction = {
      plan: async (view, signal) =>
        view.cause === "asked" ? summarizing().plan(view, signal) : { entries: [] },
    };
    await using agent = createAgent({ model, compaction, hooks });
    await agent.run("go").result;
    expect(events).toEqual([]);
    await agent.compact({ wish: "the names" });
    expect(events).toMatchObject([
      { type: "before-compaction", cause: "asked", wish: "the names" },
      { type: "after-compaction", cause: "asked" },
    ]);
  });

  it.each(both)("for %s alone are called for nothing else", async (type) => {
    const { events, hooks } = hooksFor([type]);
    expect((await runWith({ hooks })).isCompacted).toBe(true);
    expect(events.map((event) => event.type)).toEqual([type]);
  });

  it.each([
    [{ verdict: "deny", by: "hook x", reason: "Not now." }, "the hook x refused it: Not now."],
    [{ verdict: "deny" }, "the hook refused it."],
  ] as const)("refuse it with %j", async (effect, reason) => {
    const { hooks } = hooksFor(["before-compaction"], () => effect);
    expect(await runWith({ hooks })).toEqual({
      outcome: "done",
      notices: [`The conversation could not be compacted: ${reason}`],
      isCompacted: false,
    });
  });

  it("tell the user what they have to say", async () => {
    const { hooks } = hooksFor(both, ({ type }) => ({ notices: [`Seen: ${type}.`] }));
    const { notices } = await runWith({ hooks });
    expect(notices).toEqual(["Seen: before-compaction.", "Seen: after-compaction."]);
  });

  it("that throw refuse it before, and change nothing after", async () => {
    const failing = (type: HookEventType) =>
      hooksFor([type], () => Promise.reject(new Error("broken"))).hooks;
    expect(await runWith({ hooks: failing("before-compaction") })).toEqual({
      outcome: "done",
      notices: ["The conversation could not be compacted: the hook refused it: The hook failed (broken)."],
      isCompacted: false,
    });
    expect(await runWith({ hooks: failing("after-compaction") })).toMatchObject({
      outcome: "done",
      isCompacted: true,
    });
  });

  it("read no secrets", async () => {
    const { events, hooks } = hooksFor(both);
    const hide = (words: string) => words.replaceAll("hunter2", "‹secret›");
    const redactor = { redact: hide, restore: hide, stream: () => ({ push: hide, end: () => "" }) };
    const model = scriptedModel([[text("done")]]);
    await using agent = createAgent({
      model,
      hooks,
      compaction: summarizing("The password is hunter2."),
      redactor,
    });
    await agent.run("go").result;
    await agent.compact({ wish: "keep hunter2" });
    expect(events).toHaveLength(4);
    expect(JSON.stringify(events)).not.toContain("hunter2");
  });
});
