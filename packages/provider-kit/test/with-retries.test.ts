import { describe, expect, it } from "vitest";
import { ConfigError, ProviderError } from "@skein/protocol";
import type { ProviderErrorOptions } from "@skein/protocol";
import { collect } from "@skein/test-kit";
import { attemptLawBreaks, withRetries } from "../src/index.ts";
import type { RetryPolicy } from "../src/index.ts";
import { end, modelOf, request, saying, start, text } from "./models.ts";

const never = new AbortController().signal;

function overloaded(options: Partial<ProviderErrorOptions> = {}): ProviderError {
  return new ProviderError("overloaded", "busy", { provider: "vendor", retryable: true, ...options });
}

/** A policy without waiting that writes down what it would have waited. */
function instant(random = 0.5): { readonly policy: RetryPolicy; readonly waits: number[] } {
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms);
    await Promise.resolve();
  };
  return { policy: { clock: { sleep }, random: () => random }, waits };
}

describe("a model with retries", () => {
  it("waits 1, 2 and 4 seconds, says so before each wait, and gives the answer of the fourth attempt", async () => {
    const { policy, waits } = instant();
    const failing = saying(overloaded());
    const model = withRetries(
      modelOf(failing, failing, failing, saying(start, ...text(0, "hi"), end)),
      policy,
    );
    const events = await collect(model.stream(request, never));
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(events).toEqual([
      { type: "retry-wait", ms: 1000, reason: "busy", attempt: 1 },
      { type: "retry-wait", ms: 2000, reason: "busy", attempt: 2 },
      { type: "retry-wait", ms: 4000, reason: "busy", attempt: 3 },
      start,
      ...text(0, "hi"),
      end,
    ]);
    expect(attemptLawBreaks(events)).toEqual([]);
  });

  it("gives up after four requests with the last error", async () => {
    const { policy } = instant();
    const last = overloaded();
    const failing = saying(overloaded());
    const model = modelOf(failing, failing, failing, saying(last));
    await expect(collect(withRetries(model, policy).stream(request, never))).rejects.toBe(last);
    expect(model.asked()).toBe(4);
  });

  it.each([
    [0, [800, 1600, 3200]],
    [0.999999, [1200, 2400, 4800]],
  ])("spreads its waits (random %d)", async (random, expected) => {
    const { policy, waits } = instant(random);
    const failing = saying(overloaded());
    await collect(
      withRetries(modelOf(failing, failing, failing, saying(start, end)), policy).stream(request, never),
    );
    expect(waits).toEqual(expected);
  });

  it.each([1, 3, 9])(
    "waits two seconds in all for a server on this machine (%d retries)",
    async (retries) => {
      const { policy, waits } = instant();
      const refused = new ProviderError("network", "refused", {
        provider: "vendor",
        retryable: true,
        refusedAt: "127.0.0.1:1",
      });
      const streams = Array.from({ length: 10 }, () => saying(refused));
      const stream = withRetries(modelOf(...streams), { ...policy, retries }).stream(request, never);
      await expect(collect(stream)).rejects.toBe(refused);
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(retries === 1 ? 1000 : 2000);
    },
  );

  it("never waits longer than 30 seconds by itself", async () => {
    const { policy, waits } = instant(0.99);
    const streams = Array.from({ length: 9 }, () => saying(overloaded()));
    const model = withRetries(modelOf(...streams, saying(start, end)), { ...policy, retries: 9 });
    await collect(model.stream(request, never));
    expect(Math.max(...waits)).toBe(30_000);
  });

  it.each([
    [1500, 1500],
    [0, 0],
    [86_400_000, 3_600_000],
  ])("waits what the vendor asked for (%d ms), at most an hour", async (retryAfterMs, expected) => {
    const { policy, waits } = instant();
    const model = withRetries(modelOf(saying(overloaded({ retryAfterMs })), saying(start, end)), policy);
    await collect(model.stream(request, never));
    expect(waits).toEqual([expected]);
  });

  it("tells how long it waits where the vendor asked for longer", async () => {
    const { policy } = instant();
    const busy = saying(overloaded({ retryAfterMs: 86_400_000 }));
    const events = await collect(
      withRetries(modelOf(busy, saying(start, end)), policy).stream(request, never),
    );
    expect(events[0]).toEqual({
      type: "retry-wait",
      ms: 3_600_000,
      reason: "busy The vendor asks to wait 1440 min; retrying after 60 min.",
      attempt: 1,
      asked: { ms: 86_400_000, code: "overloaded", message: "busy" },
    });
  });

  it("reports a restart when a part of the reply had been emitted", async () => {
    const { policy } = instant();
    const half = text(0, "half").slice(0, 2);
    const model = withRetries(
      modelOf(
        saying(start, ...half, overloaded()),
        saying(overloaded()),
        saying(start, ...text(0, "whole"), end),
      ),
      policy,
    );
    const events = await collect(model.stream(request, never));
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(events.map(({ type }) => type).slice(3, 7)).toEqual([
      "retry-wait",
      "reply-restarted",
      "retry-wait",
      "message-start",
    ]);
    expect(events[4]).toEqual({ type: "reply-restarted", attempt: 2, reason: "busy" });
  });

  it("takes a stream that just stops for a failure", async () => {
    const { policy } = instant();
    const model = modelOf(saying(start, ...text(0, "x")), saying(start, end));
    const events = await collect(withRetries(model, policy).stream(request, never));
    expect(model.asked()).toBe(2);
    expect(attemptLawBreaks(events)).toEqual([]);
  });

  it.each([
    ["an error that waiting does not fix", overloaded({ retryable: false })],
    ["a defect", new TypeError("x is not a function")],
    ["a missing key", new ConfigError("missing-key", "no key")],
  ])("does not repeat after %s", async (_, error) => {
    const { policy, waits } = instant();
    const model = modelOf(saying(error));
    await expect(collect(withRetries(model, policy).stream(request, never))).rejects.toBe(error);
    expect([model.asked(), waits]).toEqual([1, []]);
  });

  it("stops waiting when it is aborted, with the signal's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const model = modelOf(saying(overloaded()));
    const stream = withRetries(model).stream(request, controller.signal);
    const events = (async () => {
      for await (const event of stream)
        if (event.type === "retry-wait") setTimeout(() => controller.abort(reason), 5);
    })();
    await expect(events).rejects.toBe(reason);
    expect(model.asked()).toBe(1);
  });

  it.each([
    ["may be repeated", overloaded()],
    ["may not", overloaded({ retryable: false })],
    ["is a defect", new TypeError("x is not a function")],
  ])(
    "ends with the signal's reason after an abort, and announces no retry: an error that %s",
    async (_, error) => {
      const controller = new AbortController();
      const model = modelOf(async function* () {
        yield start;
        controller.abort("stop");
        throw error;
      });
      const events: unknown[] = [];
      const reading = (async () => {
        for await (const event of withRetries(model).stream(request, controller.signal)) events.push(event);
      })();
      await expect(reading).rejects.toBe("stop");
      expect([model.asked(), events]).toEqual([1, [start]]);
    },
  );

  it("asks nothing after an abort, also one that came while it waited", async () => {
    const early = modelOf(saying(start, end));
    await expect(collect(withRetries(early).stream(request, AbortSignal.abort("early")))).rejects.toBe(
      "early",
    );
    expect(early.asked()).toBe(0);
    const controller = new AbortController();
    const model = modelOf(saying(overloaded()), saying(start, end));
    const sleep = async () => controller.abort("while it waited");
    const stream = withRetries(model, { clock: { sleep } }).stream(request, controller.signal);
    await expect(collect(stream)).rejects.toBe("while it waited");
    expect(model.asked()).toBe(1);
  });

  it.each<[string, Partial<ProviderErrorOptions>, object]>([
    ["nothing more", {}, { ms: 1000, reason: "busy" }],
    ["that it costs nothing", { unbilled: true }, { ms: 1000, reason: "busy", unbilled: true }],
    [
      "what was asked for, in whole milliseconds",
      { retryAfterMs: 1500.2 },
      { ms: 1501, reason: "busy", asked: { ms: 1501, code: "overloaded", message: "busy" } },
    ],
    [
      "by how much it waits less, in seconds",
      { retryAfterMs: 119_999 },
      {
        ms: 60_000,
        reason: "busy The vendor asks to wait 120 s; retrying after 60 s.",
        asked: { ms: 119_999, code: "overloaded", message: "busy" },
      },
    ],
    [
      "and in minutes",
      { retryAfterMs: 120_000 },
      {
        ms: 60_000,
        reason: "busy The vendor asks to wait 2 min; retrying after 60 s.",
        asked: { ms: 120_000, code: "overloaded", message: "busy" },
      },
    ],
  ])("says of a failed attempt %s", async (_, options, said) => {
    const { policy } = instant();
    const model = modelOf(saying(overloaded(options)), saying(start, end));
    const [first] = await collect(
      withRetries(model, { ...policy, maxRetryAfterMs: 60_000 }).stream(request, never),
    );
    expect(first).toEqual({ type: "retry-wait", attempt: 1, ...said });
  });

  it("waits as its policy says", async () => {
    const { policy, waits } = instant();
    const failing = saying(overloaded());
    const own = { ...policy, retries: 4, firstWaitMs: 10, maxWaitMs: 35 };
    await expect(
      collect(withRetries(modelOf(...Array.from({ length: 5 }, () => failing)), own).stream(request, never)),
    ).rejects.toMatchObject({ code: "overloaded" });
    expect(waits).toEqual([10, 20, 35, 35]);
  });

  it.each([
    [0, []],
    [999, [999]],
    [1001, [1000, 1]],
  ])("waits %i ms in all for a server on this machine, when it may", async (maxRefusedMs, expected) => {
    const { policy, waits } = instant();
    const refused = saying(overloaded({ refusedAt: "127.0.0.1:1" }));
    const model = modelOf(refused, refused, refused, refused);
    await expect(
      collect(withRetries(model, { ...policy, maxRefusedMs }).stream(request, never)),
    ).rejects.toMatchObject({ code: "overloaded" });
    expect(waits).toEqual(expected);
  });

  it("ends as a broken stream when every reply just stops", async () => {
    const { policy } = instant();
    const cut = saying(start);
    await expect(
      collect(withRetries(modelOf(cut, cut), { ...policy, retries: 1 }).stream(request, never)),
    ).rejects.toMatchObject({ code: "bad-stream", provider: "vendor", retryable: true });
  });

  it("says of itself what its model says", () => {
    const facts = {
      limits: { contextTokens: 7 },
      price: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
      thinking: () => ({ budgetTokens: 0, isHidden: false }),
    };
    expect(withRetries({ ...modelOf(), ...facts })).toEqual({
      provider: "vendor",
      id: "m",
      ...facts,
      stream: expect.any(Function) as unknown,
    });
  });

  it("closes the model's stream when its reader leaves", async () => {
    let closed = false;
    const model = modelOf(async function* () {
      try {
        yield start;
        yield end;
      } finally {
        closed = true;
      }
    });
    for await (const _ of withRetries(model).stream(request, never)) break;
    expect(closed).toBe(true);
  });
});
