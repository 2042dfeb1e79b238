import type { AttemptEvent, AttemptModel } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";

const [second, minute, day] = [1_000, 60_000, 86_400_000];
const now = Date.UTC(2026, 0, 1, 12);

/** A model that is told to wait, and answers when it is asked to go on. */
function waiting(askedMs: number): AttemptModel {
  return {
    provider: "t",
    id: "m",
    limits: {},
    async *stream(): AsyncGenerator<AttemptEvent> {
      const asked = { ms: askedMs, code: "rate-limited", message: "Too many requests (slow)" };
      yield { type: "retry-wait", ms: Math.min(askedMs, 3_600_000), reason: "busy", attempt: 1, asked };
      yield { type: "message-start", modelId: "m" };
      yield { type: "part-start", part: 0, kind: "text" };
      yield { type: "text-delta", part: 0, delta: "Here." };
      yield { type: "part-end", part: 0, content: { type: "text", text: "Here." } };
      yield { type: "message-end", stop: "answered", rawStop: "stop", usage: {} };
    },
  };
}

async function runOf(askedMs: number, parts: Partial<AgentParts>) {
  const clock = { now: () => now, sleep: async () => undefined };
  await using agent = createAgent({ model: waiting(askedMs), clock, ...parts });
  return await agent.run("go").result;
}

const ask = async () => ({ allow: "once" }) as const;

describe("a backoff that the provider asks for", () => {
  it.each<[string, number, Partial<AgentParts>]>([
    ["a minute, unattended", minute, {}],
    ["an hour, with somebody there", 60 * minute, { ask }],
    ["a minute, with as much left", minute, { limits: { maxTimeMs: minute } }],
  ])("is kept: %s", async (_, askedMs, parts) => {
    expect(await runOf(askedMs, parts)).toMatchObject({ outcome: "done", text: "Here." });
  });

  it.each<[string, number, Partial<AgentParts>, string]>([
    ["two days, unattended", 2 * day, {}, "2026-01-03 12:00:00 UTC. An unattended run waits 60 s"],
    ["61 s, unattended", 61 * second, {}, "2026-01-01 12:01:01 UTC. An unattended run waits 60 s"],
    [
      "longer than what is left",
      30 * second,
      { ask, limits: { maxTimeMs: 29 * second } },
      "2026-01-01 12:00:30 UTC. That is after the time limit",
    ],
    ["longer than a date can hold", Number.MAX_SAFE_INTEGER, {}, "+275760-09-13 00:00:00 UTC"],
  ])("ends the run as provider and says until when: %s", async (_, askedMs, parts, words) => {
    const { outcome, error } = await runOf(askedMs, parts);
    expect({ outcome, code: error?.code }).toEqual({ outcome: "provider", code: "rate-limited" });
    expect(error?.message).toContain(words);
    expect(error?.message).toMatch(/^Too many requests \(slow\)\. The provider asks/);
  });
});

it("the time limit counts from where the caller says", async () => {
  const model: AttemptModel = {
    ...waiting(0),
    async *stream(request, signal) {
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      yield* waiting(0).stream(request, signal);
    },
  };
  await using agent = createAgent({ model, limits: { maxTimeMs: 3_600_000 } });
  const result = await agent.run("go", { countedFrom: Date.now() - 3_600_000 }).result;
  expect(result).toMatchObject({ outcome: "limit", error: { code: "max-time" } });
});
