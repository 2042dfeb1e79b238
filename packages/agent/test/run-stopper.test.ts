import { ConfigError } from "@skein/protocol";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRunStopper } from "../src/run/run-stopper.ts";
import { RunStop } from "../src/run-stop.ts";

const reasonOf = (signal: AbortSignal) => signal.reason as RunStop;

describe("what ends a run early", () => {
  it("is an abort by the caller, as an interruption", () => {
    const outer = new AbortController();
    const { signal } = createRunStopper(outer.signal);
    expect(signal.aborted).toBe(false);
    outer.abort();
    expect(reasonOf(signal)).toMatchObject({ outcome: "cancelled", error: { code: "interrupted" } });
  });

  it("is a signal that was aborted before", () => {
    expect(reasonOf(createRunStopper(AbortSignal.abort()).signal).outcome).toBe("cancelled");
  });

  it.each([
    ["a stop of Skein", new RunStop("limit"), "limit"],
    ["an error of Skein", new ConfigError("usage", "No."), "not-started"],
    ["another error", new Error("no"), "cancelled"],
  ])("keeps its reason if that is %s", (_, reason, outcome) => {
    expect(reasonOf(createRunStopper(AbortSignal.abort(reason)).signal).outcome).toBe(outcome);
  });

  it("is no abort after the run is over", () => {
    const outer = new AbortController();
    const stopper = createRunStopper(outer.signal);
    stopper.release();
    outer.abort();
    expect(stopper.signal.aborted).toBe(false);
  });
});

describe("a time limit", () => {
  const parts = { clock: { now: () => 1_000 }, limits: { maxTimeMs: 2_000 } };

  afterEach(() => {
    vi.useRealTimers();
  });

  function limited(endsAt: number | undefined) {
    vi.useFakeTimers();
    const stopper = createRunStopper(undefined);
    return { stopper, lift: stopper.limit(parts, endsAt) };
  }

  it("ends the run after what is left", () => {
    const { stopper } = limited(3_000);
    vi.advanceTimersByTime(1_999);
    expect(stopper.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(reasonOf(stopper.signal)).toMatchObject({ outcome: "limit", error: { code: "max-time" } });
  });

  it("that is over ends the run at once", () => {
    const { stopper } = limited(500);
    vi.advanceTimersByTime(1);
    expect(reasonOf(stopper.signal).outcome).toBe("limit");
  });

  it("is lifted", () => {
    const { stopper, lift } = limited(3_000);
    lift();
    vi.advanceTimersByTime(5_000);
    expect(stopper.signal.aborted).toBe(false);
  });

  it("may be absent", () => {
    const { stopper, lift } = limited(undefined);
    vi.advanceTimersByTime(5_000);
    lift();
    expect(stopper.signal.aborted).toBe(false);
  });
});
