import type { AgentEvent, Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { eventsOfEntries } from "../../src/background/events-of-entries.ts";

/** Events of a journal with these entries, written at 1000, 1001 and so on. */
function eventsOf(...bodies: readonly object[]): readonly AgentEvent[] {
  const next = eventsOfEntries("s");
  return bodies.flatMap((body, at) =>
    next({ seq: at + 1, at: 1000 + at, v: 1, run: "r", ...body } as unknown as Entry),
  );
}
const bodiesOf = (...bodies: readonly object[]) =>
  eventsOf(...bodies).map((event): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(event).filter(([key]) => !["session", "path", "seq"].includes(key))),
  );

const start = { kind: "run-start", input: [] };
const settings = { kind: "settings", provider: "p", model: "m", mode: "auto", options: {} };
const said = (text: string, more = {}) => ({
  kind: "assistant-message",
  content: [{ type: "text", text }],
  stop: "tool-calls",
  ...more,
});
const user = { kind: "user-message", from: "user", content: [{ type: "text", text: "go" }] };
const paid = (more = {}) => ({
  kind: "model-result",
  provider: "q",
  model: "n",
  usage: { input: 2, output: 1 },
  costUsd: 0.5,
  ...more,
});
const end = { kind: "outcome", outcome: "done", turns: 1 };

describe("the events of a journal", () => {
  it("are a run from its start to its outcome, with turns, usage, cost and time", () => {
    expect(bodiesOf(start, settings, user, paid(), said("One."), paid(), said("Two."), end)).toEqual([
      { type: "run-start", run: "r", input: [] },
      expect.objectContaining({ type: "settings", model: "m" }),
      { type: "user-message", from: "user", content: user.content },
      { type: "turn-start", turn: 1 },
      { type: "text-delta", part: 0, delta: "One." },
      expect.objectContaining({ type: "message", provider: "q", model: "n", stop: "tool-calls" }),
      { type: "turn-end", turn: 1, stop: "tool-calls", usage: { input: 2, output: 1 } },
      { type: "turn-start", turn: 2 },
      { type: "text-delta", part: 0, delta: "Two." },
      expect.objectContaining({ type: "message", content: [{ type: "text", text: "Two." }] }),
      { type: "turn-end", turn: 2, stop: "tool-calls", usage: { input: 2, output: 1 } },
      {
        type: "outcome",
        outcome: "done",
        turns: 1,
        usage: expect.objectContaining({ input: 4, output: 2 }) as object,
        costUsd: 1,
        durationMs: 7,
      },
    ]);
  });

  it("have a place in the journal at the last event of each entry alone", () => {
    const events = eventsOf(start, said("One."));
    expect(events.map(({ type, seq }) => [type, seq])).toEqual([
      ["run-start", 1],
      ["turn-start", undefined],
      ["text-delta", undefined],
      ["message", 2],
    ]);
    expect(events.every(({ session, path }) => session === "s" && path.length === 0)).toBe(true);
  });

  it("name the model of the settings where a call has failed, and no cost where one is unknown", () => {
    const failed = paid({ error: { code: "overloaded", message: "o" }, costUsd: undefined });
    const events = bodiesOf(start, settings, failed, said("One."), end);
    expect(events.find((event) => event["type"] === "message")).toMatchObject({ provider: "p", model: "m" });
    expect(events.at(-1)).toMatchObject({ costUsd: 0 });
    expect(bodiesOf(start, paid({ costUsd: undefined }), paid(), end).at(-1)).not.toHaveProperty("costUsd");
    expect(bodiesOf(start, paid(), start, end).at(-1)).toMatchObject({ costUsd: 0, usage: { input: 0 } });
  });

  it("tell a reply that was cut off, and none that was made again", () => {
    expect(bodiesOf(said("Half", { partial: "cut-off" }))).toEqual([
      { type: "reply-cut-off", content: [{ type: "text", text: "Half" }] },
    ]);
    expect(bodiesOf(said("Half", { partial: "restarted" }))).toEqual([]);
  });

  it("tell each call with its result, and of the result only what it has", () => {
    const intent = { callId: "c", tool: "t", extension: "e", effect: "reads", input: { a: 1 } };
    const result = { callId: "c", content: [{ type: "text", text: "r" }], durationMs: 3 };
    const more = { structured: null, artifacts: [{ path: "/a" }], app: { uri: "ui://page" } };
    const failure = { kind: "failed", message: "no" };
    expect(
      bodiesOf(
        { kind: "tool-intent", ...intent },
        { kind: "tool-result", name: "t", ...result },
        { kind: "tool-result", name: "t", ...result, ...more, failure },
      ),
    ).toEqual([
      { type: "tool-start", ...intent },
      { type: "tool-end", tool: "t", ...result },
      { type: "tool-end", tool: "t", ...result, ...more, failure: "failed" },
    ]);
  });

  it("tell questions, notices that are not for the model alone, and errors", () => {
    const question = { id: "q", kind: "approval" };
    const notice = { kind: "notice", level: "warning", text: "n" };
    const error = { code: "c", message: "m" };
    expect(
      bodiesOf(
        { kind: "question", question },
        { ...notice, audience: "model" },
        { ...notice, audience: "both" },
        { ...end, outcome: "internal", error },
      ),
    ).toMatchObject([
      { type: "question", question },
      { type: "notice", level: "warning", text: "n" },
      { type: "outcome", outcome: "internal", error },
    ]);
  });
});
