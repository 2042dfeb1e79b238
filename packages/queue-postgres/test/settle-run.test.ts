import { describe, expect, it } from "vitest";
import { settlementOf } from "../src/settle-run.ts";

describe("what becomes of a run once a worker has let go of it", () => {
  it.each(["done", "needs-input", "cancelled"] as const)("%s is its end", (outcome) => {
    expect(settlementOf(0, { outcome })).toEqual({ status: "completed" });
  });

  it.each(["budget", "limit", "denied", "not-started", "internal"] as const)(
    "%s is for a person",
    (outcome) => {
      expect(settlementOf(0, { outcome })).toEqual({ status: "deadletter" });
    },
  );

  it.each(["provider", "storage"] as const)(
    "%s is tried again with growing pauses, five times in all",
    (outcome) => {
      const waits = [0, 1, 2, 3, 4].map((tries) => settlementOf(tries, { outcome }));
      expect(waits).toEqual([
        { status: "failed", waitSeconds: 2 },
        { status: "failed", waitSeconds: 4 },
        { status: "failed", waitSeconds: 8 },
        { status: "failed", waitSeconds: 16 },
        { status: "deadletter" },
      ]);
    },
  );

  it("is given back at once, however often it was tried", () => {
    expect(settlementOf(4, undefined)).toEqual({ status: "failed", waitSeconds: 0 });
  });
});
