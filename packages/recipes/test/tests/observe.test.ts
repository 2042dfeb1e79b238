import { describe, expect, it } from "vitest";
import type { Entry, EntryBody, RunResult } from "@skein/protocol";
import { observe } from "../../src/tests/observe.ts";

const result: RunResult = {
  outcome: "done",
  session: "s",
  text: "Fine.",
  turns: 2,
  toolCalls: 2,
  usage: { input: 1, output: 2 },
  durationMs: 3,
};

const bodies: readonly EntryBody[] = [
  { kind: "session-start", id: "s", cwd: "/w", interaction: "execute" },
  { kind: "run-start", input: [{ type: "text", text: "Look" }] },
  { kind: "user-message", from: "recipe", content: [{ type: "text", text: "Look at a" }] },
  {
    kind: "model-request",
    purpose: "turn",
    provider: "replay",
    model: "m",
    options: {},

    requestHash: "",
  },
  {
    kind: "assistant-message",
    request: 4,
    content: [
      { type: "tool-call", id: "1", name: "read", input: { path: "a" } },
      { type: "tool-call", id: "2", name: "shell", raw: '{"comm', problem: "cut-off" },
      { type: "tool-call", id: "3", name: "write", input: {} },
    ],
  },
  { kind: "decision", callId: "1", verdict: "ask", by: "mode approve" },
  { kind: "decision", callId: "1", verdict: "allow", by: "user" },
  { kind: "tool-result", callId: "1", name: "read", content: [{ type: "text", text: "aaa" }], durationMs: 1 },
  {
    kind: "tool-result",
    callId: "2",
    name: "shell",
    content: [{ type: "text", text: "cut off" }],
    failure: { kind: "malformed-input", problem: "cut-off", raw: '{"comm' },
    durationMs: 1,
  },
  { kind: "user-message", from: "user", content: [{ type: "text", text: "later" }] },
];

const entries = bodies.map((body, at): Entry => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body }));

describe("what came of a run", () => {
  it("is read out of its journal", () => {
    const context = { system: "You are brief.", tools: [] };
    expect(observe({ result: { ...result, output: { a: 1 } }, entries, context, files: { a: "x" } })).toEqual(
      {
        outcome: "done",
        text: "Fine.",
        output: { a: 1 },
        turns: 2,
        usage: { input: 1, output: 2 },
        calls: [
          { tool: "read", input: { path: "a" }, verdict: "ask", result: "aaa", failed: false },
          { tool: "shell", input: '{"comm', result: "cut off", failed: true },
          { tool: "write", input: {}, result: "", failed: false },
        ],
        files: { a: "x" },
        prompt: "You are brief.\n\nLook at a",
      },
    );
  });

  it("may be an error before anything was asked", () => {
    const error = { code: "usage", message: "No." };
    const seen = observe({
      result: { ...result, outcome: "not-started", error },
      entries: [],
      context: undefined,
      files: {},
    });
    expect(seen).toMatchObject({ outcome: "not-started", error: "No.", calls: [], prompt: "" });
  });
});
