import { describe, expect, it } from "vitest";
import { describeEvent, runSummary } from "../src/text.ts";

describe("what a run tells of its context", () => {
  const head = { session: "s", path: [] } as const;

  it("is how much shorter a conversation has become", () => {
    const event = {
      type: "compacted",
      cause: "before-call",
      hidden: 3,
      shortened: 0,
      before: 15_400,
      after: 5_000,
      notices: [],
    } as const;
    expect(describeEvent({ ...head, ...event })).toBe(
      "The conversation is shorter now: about 15,400 → 5,000 tokens.",
    );
  });

  it("is one line in the compaction's own words, and a second one only when the cache's break is dear", () => {
    const notices = ["9,154 of 12,000 tokens were used. 36 messages were summarized.", "It had trouble."];
    const done = { cause: "before-call", hidden: 36, shortened: 0, before: 9_154, after: 4_406 } as const;
    expect(describeEvent({ ...head, type: "compacted", ...done, notices })).toBe(notices.join(" "));
    const reason = "The conversation was compacted: a summary replaces 36 earlier messages.";
    const broke = { ...head, type: "cache-break", reason, cause: "compaction", tokens: 2_800 } as const;
    expect(describeEvent(broke)).toBeUndefined();
    expect(describeEvent({ ...broke, costUsd: 0.0099 })).toBeUndefined();
    expect(describeEvent({ ...broke, costUsd: 0.108 })).toBe(
      "About 2,800 tokens are sent without the cache, for $0.1080 more.",
    );
  });

  it("is why a cache cannot help and what that costs, unless there was nothing to cache", () => {
    const event = { ...head, type: "cache-break", reason: "Tools added: look." } as const;
    expect(describeEvent({ ...event, tokens: 40_000, costUsd: 0.108 })).toBe(
      "Tools added: look. About 40,000 tokens are sent without the cache, for $0.1080 more.",
    );
    expect(describeEvent({ ...event, tokens: 900 })).toBeUndefined();
    expect(describeEvent(event)).toBe(
      "Tools added: look. The vendor's cache cannot help with what was sent before.",
    );
  });

  it("is what part of the input was read from the cache", () => {
    const usage = { input: 100, output: 50, cacheRead: 1_820, cacheWrite: 80 };
    const result = {
      outcome: "done",
      turns: 1,
      toolCalls: 0,
      usage,
      costUsd: 0.01,
      durationMs: 100,
    } as const;
    expect(runSummary(result)).toContain("· 91 % of input read from the cache ·");
    expect(runSummary({ ...result, usage: { ...usage, cacheRead: 0 } })).not.toContain("cache");
  });
});
