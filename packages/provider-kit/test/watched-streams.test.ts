import { ProviderError } from "@skein/protocol";
import type { ModelEvent } from "@skein/protocol";
import { collect } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { withRetries, withWatchdog, type LiveModel } from "../src/index.ts";
import { end, modelOf, request, saying, start } from "./models.ts";

const never = new AbortController().signal;
const instantly = { sleep: () => Promise.resolve() };

function liveModel(stream: LiveModel["stream"]): LiveModel {
  return { provider: "vendor", id: "m", limits: {}, stream };
}

/** How often a signal is listened to right now. */
function listenersOf(signal: AbortSignal) {
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = ((type: "abort", listener: () => void, options?: boolean) => {
    listeners.add(listener);
    add(type, listener, options);
  }) as typeof signal.addEventListener;
  signal.removeEventListener = ((type: "abort", listener: () => void) => {
    listeners.delete(listener);
    remove(type, listener);
  }) as typeof signal.removeEventListener;
  return listeners;
}

describe("a watched model", () => {
  it("is what it was, but for its stream", () => {
    const price = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    const model = { ...modelOf(), provider: "p", id: "x", limits: { contextTokens: 9 }, price };
    for (const wrapped of [withWatchdog(model), withRetries(model)])
      expect(wrapped).toMatchObject({ provider: "p", id: "x", limits: { contextTokens: 9 }, price });
  });

  it("is not asked when the run was ended before", async () => {
    let asked = 0;
    const model = liveModel(async function* () {
      asked++;
      yield start;
    });
    const ended = AbortSignal.abort("enough");
    await expect(collect(withWatchdog(model).stream(request, ended))).rejects.toBe("enough");
    await expect(collect(withRetries(model).stream(request, ended))).rejects.toBe("enough");
    expect(asked).toBe(0);
  });

  it("ends when the run is ended while its reader is busy", async () => {
    const controller = new AbortController();
    const model = modelOf(saying(start, ...Array.from({ length: 5 }, (): ModelEvent => end)));
    const seen: ModelEvent[] = [];
    const reading = (async () => {
      for await (const event of withWatchdog(model).stream(request, controller.signal)) {
        seen.push(event);
        controller.abort("enough");
      }
    })();
    await expect(reading).rejects.toBe("enough");
    expect(seen).toEqual([start]);
  });

  it("leaves no listener on the run's signal", async () => {
    const { signal } = new AbortController();
    const listeners = listenersOf(signal);
    for (let count = 0; count < 3; count++)
      await collect(withWatchdog(modelOf(saying(start, end))).stream(request, signal));
    expect(listeners.size).toBe(0);
  });

  it("waits until its stream has let go when the reader leaves", async () => {
    let isClosed = false;
    const model = liveModel(async function* () {
      try {
        yield start;
        yield end;
      } finally {
        await new Promise(setImmediate);
        isClosed = true;
      }
    });
    for await (const _ of withWatchdog(model).stream(request, never)) break;
    expect(isClosed).toBe(true);
  });

  it("may be a stream that cannot be closed", async () => {
    const events = [start, end];
    const model = liveModel(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          Promise.resolve(events.length > 0 ? { value: events.shift()! } : { done: true, value: undefined }),
      }),
    }));
    expect(await collect(withWatchdog(model).stream(request, never))).toEqual([start, end]);
  });

  it.each([
    ["before it says anything", [], { firstByteMs: 300 }, "m did not answer for 0.3 s."],
    ["after it began", [start], { idleMs: 300 }, "m stopped in the middle of its reply: nothing for 0.3 s."],
  ])("%s tells how long it was silent", async (_, first, limits, message) => {
    const model = liveModel(async function* () {
      yield* first;
      await new Promise(() => undefined);
    });
    await expect(collect(withWatchdog(model, limits).stream(request, never))).rejects.toMatchObject({
      message,
    });
  });
});

describe("a model that is tried again", () => {
  const failure = (retryAfterMs?: number) =>
    new ProviderError("rate-limited", "Slow down.", {
      provider: "vendor",
      retryable: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  const reasonFor = async (asked: number, maxRetryAfterMs: number): Promise<string> => {
    const model = modelOf(saying(failure(asked)), saying(start, end));
    const policy = { clock: instantly, maxRetryAfterMs };
    const events = await collect(withRetries(model, policy).stream(request, never));
    return events.flatMap((event) => (event.type === "retry-wait" ? [event.reason] : [])).join();
  };

  it.each([
    [90_000, 5_000, "Slow down. The vendor asks to wait 90 s; retrying after 5 s."],
    [119_001, 1_500, "Slow down. The vendor asks to wait 120 s; retrying after 2 s."],
    [120_000, 60_000, "Slow down. The vendor asks to wait 2 min; retrying after 60 s."],
    [7_200_000, 3_600_000, "Slow down. The vendor asks to wait 120 min; retrying after 60 min."],
    [5_000, 5_000, "Slow down."],
    [4_000.5, 5_000, "Slow down."],
  ])("after being asked for %s ms with %s at most says: %s", async (asked, most, reason) => {
    expect(await reasonFor(asked, most)).toBe(reason);
  });

  it("says that the reply starts again only when it had started", async () => {
    const ping = { type: "part-start", part: 0, kind: "text" } as const;
    const typesOf = async (...first: readonly ModelEvent[]) => {
      const model = modelOf(saying(...first, failure()), saying(start, end));
      const events = await collect(withRetries(model, { clock: instantly }).stream(request, never));
      return events.map(({ type }) => type);
    };
    expect(await typesOf()).not.toContain("reply-restarted");
    expect(await typesOf(ping)).not.toContain("reply-restarted");
    expect(await typesOf(start)).toContain("reply-restarted");
  });

  it("is not tried again for a mistake of ours", async () => {
    const model = modelOf(saying(new TypeError("no such field")), saying(start, end));
    const events = collect(withRetries(model, { clock: instantly }).stream(request, never));
    await expect(events).rejects.toThrow(TypeError);
    expect(model.asked()).toBe(1);
  });

  it("is not tried again once the run was ended, whatever the failure", async () => {
    const controller = new AbortController();
    const model = modelOf(async function* () {
      controller.abort("enough");
      yield start;
      throw failure();
    });
    const events = collect(withRetries(model, { clock: instantly }).stream(request, controller.signal));
    await expect(events).rejects.toBe("enough");
    expect(model.asked()).toBe(1);
  });

  it("counts a stream without an end as broken", async () => {
    const model = modelOf(saying(start));
    const events = collect(withRetries(model, { retries: 0 }).stream(request, never));
    await expect(events).rejects.toMatchObject({ code: "bad-stream", retryable: true, provider: "vendor" });
  });
});
