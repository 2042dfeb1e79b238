import type { AgentEvent, AgentEventBody } from "@skein/protocol";
import { expect, it } from "vitest";
import { resultOfEvents } from "../../src/background/run-result.ts";

const event = (body: AgentEventBody, path: readonly string[] = []): AgentEvent => ({
  session: "s",
  path,
  ...body,
});
const start = event({ type: "run-start", run: "r", input: [] });
const call = {
  type: "tool-start",
  callId: "c",
  tool: "t",
  extension: "e",
  effect: "reads",
  input: {},
} as const;
const message = (text: string) =>
  event({
    type: "message",
    role: "assistant",
    content: text === "" ? [] : [{ type: "text", text }],
    stop: "answered",
    provider: "p",
    model: "m",
  });
const end = { type: "outcome", outcome: "done", turns: 2, usage: { input: 1 }, durationMs: 5 } as const;

it("says nothing of a run before its outcome, then all that its events were", () => {
  const resultOf = resultOfEvents("s");
  for (const one of [start, message("First."), event(call), event(call), message("Last."), message("")])
    expect(resultOf(one)).toBeUndefined();
  expect(resultOf(event(end))).toEqual({
    session: "s",
    outcome: "done",
    text: "Last.",
    turns: 2,
    toolCalls: 2,
    usage: { input: 1 },
    durationMs: 5,
  });
});

it("counts nothing of subagents, nor of the run before", () => {
  const resultOf = resultOfEvents("s");
  for (const one of [start, message("First."), event(call)]) resultOf(one);
  expect(resultOf(event(end, ["c"]))).toBeUndefined();
  for (const one of [start, event(call, ["c"])]) resultOf(one);
  expect(resultOf(event(end))).toMatchObject({ text: "", toolCalls: 0 });
});

it("has the error and the cost only if there are any, and an estimate only if it is one", () => {
  const resultOf = resultOfEvents("s");
  const error = { code: "failed", message: "It failed." };
  expect(resultOf(event({ ...end, error, costUsd: 0, costIsEstimate: true }))).toMatchObject({
    error,
    costUsd: 0,
    costIsEstimate: true,
  });
  for (const name of ["error", "costUsd", "costIsEstimate"])
    expect(resultOf(event(end))).not.toHaveProperty(name);
});
