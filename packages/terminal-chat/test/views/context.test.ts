import { compactionReport } from "@skein/host/sessions";
import { cacheText, compactionLines } from "../../src/views/context.ts";
import { describe, expect, it } from "vitest";

describe("the table of requests", () => {
  it("has a reason once, with the entries that it is true of", () => {
    const reason = "The journal has no reason for it.";
    const who = { at: 0, run: "r", provider: "p", model: "m", usage: { input: 10, cacheRead: 0 } };
    const anew = { total: 6_000, expected: 5_000, repeated: 5_000, missed: 5_000, readShare: 0, hitShare: 0 };
    const all = { usage: { input: 80, cacheRead: 0 }, readShare: 0, missed: 40_000, causes: [] };
    const missing = (seq: number, why = reason) => ({
      ...who,
      ...anew,
      seq,
      misses: [{ cause: "unknown" as const, reason: why }],
    });
    const requests = [3, 7, 11, 15, 19, 23, 27].map((seq) => missing(seq));
    const view = {
      requests: [...requests, missing(31, "A summary replaced earlier messages.")],
      ...all,
    };
    const text = cacheText(view, {
      width: 80,
      now: new Date(0),
      commands: { showCache: "cache", diagnostics: "diagnostics" },
    });
    expect(text).toContain(`\n#3, #7, #11, #15, #19 and 2 more ${reason}\n#31 A summary replaced`);
    expect(text.split(reason)).toHaveLength(2);
  });
});

describe("what a compaction is said to have taken", () => {
  const head = { v: 1, seq: 1, at: 0, run: null } as const;
  const who = { provider: "p", model: "m" } as const;
  const request = { kind: "model-request", purpose: "compaction", options: {} } as const;
  const asked = { ...head, ...request, ...who, requestHash: "" };
  const result = { ...head, seq: 2, kind: "model-result", request: 1, attempts: 1, ...who } as const;

  it("is nothing of a summary when it was interrupted", () => {
    const error = { code: "interrupted", message: "Interrupted." };
    const compacted = { changed: false, notices: ["Interrupted: the conversation stays as it was."] };
    expect(compactionLines(compactionReport(compacted, [asked, { ...result, usage: {}, error }]))).toEqual([
      "Interrupted: the conversation stays as it was.",
      "1 request for a summary ended without one: tokens unknown, cost unknown.",
    ]);
  });

  it("is a summary by a vendor that counts nothing", () => {
    const receipt = { by: "p/m", messages: 3 };
    const compaction = { ...head, seq: 3, kind: "compaction", summary: "x", firstKept: 1 } as const;
    const written = [asked, { ...result, usage: {} }, { ...compaction, pinned: [], receipt }];
    expect(compactionLines(compactionReport({ changed: true, notices: [] }, written))).toEqual([
      "The conversation is shorter now.",
      "The summary took 1 request, tokens unknown, cost unknown.",
    ]);
  });
});
