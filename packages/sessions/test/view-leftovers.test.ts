import type { Entry, EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { conversation, summary } from "../src/index.ts";

const head = { v: 1, run: "r" } as const;
const journal = (...bodies: readonly EntryBody[]): Entry[] =>
  bodies.map((body, at) => ({ ...head, seq: at + 1, at: at + 1, ...body }));

const start = { kind: "session-start", id: "s", cwd: "/", interaction: "chat" } as const;
const reply = {
  kind: "assistant-message",
  request: 1,
  content: [{ type: "tool-call", id: "a", name: "act", input: {} }],
} as const;
const result = (words: string, callId = "a") =>
  ({
    kind: "tool-result",
    callId,
    name: "act",
    content: [{ type: "text", text: words }],
    durationMs: 1,
  }) as const;

describe("a conversation", () => {
  const callsOf = (...bodies: readonly EntryBody[]) =>
    conversation(journal(reply, ...bodies)).flatMap(({ items }) =>
      items.filter((item) => item.type === "call"),
    );

  it("shows the first result of a call, whatever follows", () => {
    const late = { kind: "decision", callId: "a", verdict: "deny", by: "late" } as const;
    const intent = {
      kind: "tool-intent",
      callId: "a",
      tool: "act",
      extension: "e",
      input: {},
      effect: "runs",
      repeat: "once",
    } as const;
    const [call, ...others] = callsOf(result("first"), result("second"), late, intent);
    expect(call).toMatchObject({ isStarted: false, result: { content: [{ text: "first" }] } });
    expect(call?.decision).toBeUndefined();
    expect(others).toEqual([]);
  });

  it("passes over what belongs to no call", () => {
    const decision = { kind: "decision", callId: "none", verdict: "allow", by: "rule" } as const;
    const intent = {
      kind: "tool-intent",
      callId: "none",
      tool: "act",
      extension: "e",
      input: {},
      effect: "runs",
      repeat: "once",
    } as const;
    const [call] = callsOf(decision, intent, result("of none", "none"));
    expect(call).toMatchObject({ id: "a", isStarted: false });
    expect(call?.result).toBeUndefined();
    expect(call?.decision).toBeUndefined();
  });
});

describe("the name of a session", () => {
  const named = (name: string, by: "user" | "model" | "task") => ({ kind: "name", name, by }) as const;

  it.each([
    ["what it started with", [{ ...start, name: "given" }], "given"],
    [
      "that it started with, before a model's",
      [{ ...start, name: "given" }, named("found", "model")],
      "given",
    ],
    ["what a person gave later", [{ ...start, name: "given" }, named("mine", "user")], "mine"],
    ["that of a model, without one at its start", [start, named("found", "model")], "found"],
    [
      "that of a person from before a later start",
      [named("mine", "user"), { ...start, name: "given" }],
      "mine",
    ],
    ["missing where no entry has one", [start], undefined],
  ] satisfies readonly [string, EntryBody[], string | undefined][])("is %s", (_, bodies, name) => {
    expect(summary(journal(...bodies)).name).toBe(name);
  });
});
