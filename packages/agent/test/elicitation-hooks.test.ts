import { memoryJournal, type Answer, type HookEffect, type HookEvent, type Question } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { callHooks } from "../src/run/call-hooks.ts";
import { createQuestions } from "../src/questions/questions.ts";
import { openSession } from "../src/session/session-log.ts";

const question: Question = {
  id: "q1",
  kind: "elicitation",
  extension: "mail",
  message: "Who are you?",
  schema: { type: "object", properties: { name: { type: "string" } } },
};

/** Asks once, with hooks that say this. */
async function ask(says: HookEffect | Error) {
  const journal = memoryJournal();
  const log = await openSession({
    store: journal,
    session: "s1",
    owner: "o",
    clock: { now: () => 0, sleep: async () => undefined },
    redact: (value) => value,
    onLost: () => undefined,
  });
  const events: HookEvent[] = [];
  let asked = 0;
  const { signal } = new AbortController();
  const emit = () => undefined;
  const parts = {
    cwd: "/",
    redact: <Value>(value: Value) => value,
    hooks: {
      has: () => true,
      run: async (event: HookEvent) => {
        events.push(event);
        if (event.type === "notification") return {};
        if (says instanceof Error) throw says;
        return says;
      },
    },
  };
  const questions = createQuestions({
    parts: {
      gate: { decide: () => ({ verdict: "allow", by: "test" }) },
      ask: async () => (asked++, { reply: { name: "a person" } }),
    },
    run: "r1",
    log,
    emit,
    callHooks: (event) => callHooks({ id: "r1", parts, log, emit, hookContext: [], signal }, event),
    signal,
  });
  const decide = () => Promise.resolve({ verdict: "ask", by: "test" } as const);
  const answer: Answer = await questions.ask({ question, asked: undefined, decide, signal });
  const entries = await Array.fromAsync(journal.read("s1", 0));
  await log.close();
  return { answer, asked, events: events.map(({ type }) => type), last: entries.at(-1), first: events[0] };
}

describe("hooks on what an extension wants to know", () => {
  it("are told of it, and let a person answer", async () => {
    const { answer, asked, events, first } = await ask({});
    expect([answer, asked, events]).toEqual([
      { reply: { name: "a person" } },
      1,
      ["elicitation", "notification"],
    ]);
    expect(first).toEqual({
      type: "elicitation",
      questionId: "q1",
      extension: "mail",
      message: "Who are you?",
      schema: question.kind === "elicitation" && question.schema,
    });
  });

  it.each<[string, HookEffect | Error, Answer, string]>([
    ["answer it", { reply: { name: "Ada" }, by: "hook names" }, { reply: { name: "Ada" } }, "hook names"],
    ["decline it", { verdict: "deny", by: "hook no" }, { reply: null }, "hook no"],
    ["decline it when they throw", new Error("broken"), { reply: null }, "hook"],
  ])("%s, and no one is asked", async (_, says, expected, by) => {
    const { answer, asked, events, last } = await ask(says);
    expect([answer, asked, events]).toEqual([expected, 0, ["elicitation"]]);
    expect(last).toMatchObject({ kind: "answer", questionId: "q1", answer: expected, by });
  });
});
