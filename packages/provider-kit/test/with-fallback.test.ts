import { describe, expect, it } from "vitest";
import { ConfigError, ProviderError, providerErrorCodes } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, ChatModel, ProviderErrorCode } from "@skein/protocol";
import { collect } from "@skein/test-kit";
import { attemptLawBreaks, type FallbackLoader, withFallback } from "../src/index.ts";
import { end, modelOf, request, saying, start, text } from "./models.ts";

const never = new AbortController().signal;
const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };

function failure(code: ProviderErrorCode): ProviderError {
  return new ProviderError(code, `it is ${code}`, { provider: "vendor", retryable: false });
}

function named(id: string, ...streams: readonly ChatModel["stream"][]): AttemptModel & { asked(): number } {
  return { ...modelOf(...streams), id, price };
}

const late =
  (model: AttemptModel): FallbackLoader =>
  () =>
    Promise.resolve(model);

const answer = saying(start, ...text(0, "hi"), end);

describe("a model with others behind it", () => {
  it.each(["quota", "rate-limited", "overloaded", "stalled", "network", "bad-stream"] as const)(
    "continues with the next one on %s",
    async (code) => {
      const second = named("second", answer);
      const model = withFallback(named("first", saying(failure(code))), [late(second)]);
      const events = await collect(model.stream(request, never));
      expect(events).toEqual([
        { type: "model-switched", provider: "vendor", model: "second", reason: `it is ${code}`, price },
        start,
        ...text(0, "hi"),
        end,
      ]);
      expect(attemptLawBreaks(events)).toEqual([]);
    },
  );

  it.each(
    providerErrorCodes.filter((code) =>
      ["auth", "bad-request", "not-found", "context-overflow"].includes(code),
    ),
  )("stays with the first one on %s", async (code) => {
    const second = named("second", answer);
    const error = failure(code);
    const model = withFallback(named("first", saying(error)), [late(second)]);
    await expect(collect(model.stream(request, never))).rejects.toBe(error);
    expect(second.asked()).toBe(0);
  });

  it("knows who answered last when its reader leaves at the end of the reply", async () => {
    let now = 0;
    const first = named("first", saying(failure("quota")), answer);
    const clock = { now: () => now };
    const model = withFallback(first, [late(named("second", answer))], { clock });
    const types: string[] = [];
    for (let count = 0; count < 2; count++) {
      for await (const event of model.stream(request, never)) {
        types.push(event.type === "model-switched" ? event.model : event.type);
        if (event.type === "message-end") break;
      }
      now += 600_000;
    }
    expect(types.filter((type) => type === "first" || type === "second")).toEqual(["second", "first"]);
  });

  it("drops what the first one had said", async () => {
    const begun = saying(start, { type: "part-start", part: 0, kind: "text" }, failure("stalled"));
    const model = withFallback(named("first", begun), [late(named("second", answer))]);
    const events = await collect(model.stream(request, never));
    expect(events.map(({ type }) => type).slice(2, 4)).toEqual(["reply-restarted", "model-switched"]);
    expect(attemptLawBreaks(events)).toEqual([]);
  });

  it("passes over a model that failed, until its pause is over", async () => {
    let now = 0;
    const first = named("first", saying(failure("quota")), answer);
    const second = named("second", answer, answer);
    const model = withFallback(first, [late(second)], { pauseMs: 100, clock: { now: () => now } });
    await collect(model.stream(request, never));
    now = 99;
    const events = await collect(model.stream(request, never));
    expect(events[0]).toMatchObject({ type: "model-switched", model: "second" });
    expect(first.asked()).toBe(1);
    now = 100;
    expect((await collect(model.stream(request, never)))[0]).toMatchObject({ model: "first" });
    expect([first.asked(), second.asked()]).toEqual([2, 2]);
  });

  it("forgets a failure as soon as the model has answered, though its pause is not over", async () => {
    let now = 0;
    const clock = { now: () => now };
    const fail = (code: ProviderErrorCode, atMs: number): ChatModel["stream"] =>
      async function* () {
        now = atMs;
        yield* saying(failure(code))(request, never);
      };
    // Both fail, the preferred one last; then it answers, and the pause of the other one is the first to end.
    const first = named("first", fail("quota", 0), fail("overloaded", 350), answer, answer);
    const second = named("second", answer, fail("stalled", 310));
    const model = withFallback(first, [late(second)], { pauseMs: 300, clock });
    await collect(model.stream(request, never));
    now = 300 - 1;
    await expect(collect(model.stream(request, never))).rejects.toMatchObject({ code: "overloaded" });
    now = 400;
    await collect(model.stream(request, never));
    now = 310 + 300;
    const events = await collect(model.stream(request, never));
    expect(events.map(({ type }) => type)).not.toContain("model-switched");
    expect([first.asked(), second.asked()]).toEqual([4, 2]);
  });

  it("pauses a model again from its last failure, for five minutes unless it is told otherwise", async () => {
    let now = 0;
    const first = named("first", saying(failure("quota")), saying(failure("quota")), answer);
    const second = named("second", answer, answer, answer, answer);
    const model = withFallback(first, [late(second)], { clock: { now: () => now } });
    const asked: number[] = [];
    for (const at of [0, 299_999, 300_000, 599_999, 600_000]) {
      now = at;
      await collect(model.stream(request, never));
      asked.push(first.asked());
    }
    expect(asked).toEqual([1, 1, 2, 2, 3]);
  });

  it("throws the last error when all fail, and tries all again afterwards", async () => {
    const last = failure("overloaded");
    const first = named("first", saying(failure("quota")), answer);
    const model = withFallback(first, [late(named("second", saying(last)))]);
    await expect(collect(model.stream(request, never))).rejects.toBe(last);
    const again = await collect(model.stream(request, never));
    expect([again[0], again.at(-1)]).toEqual([start, end]);
  });

  it("uses no fallback once it is aborted", async () => {
    const stop = new AbortController();
    const second = named("second", answer);
    const first = named("first", async function* () {
      stop.abort(new Error("left"));
      await Promise.resolve();
      yield* saying(failure("quota"))(request, stop.signal);
    });
    await expect(collect(withFallback(first, [late(second)]).stream(request, stop.signal))).rejects.toThrow(
      "left",
    );
    expect(second.asked()).toBe(0);
  });

  it("loads who stands behind when it is needed, and once", async () => {
    let loaded = 0;
    const second = named("second", answer, answer);
    const load = async (): Promise<AttemptModel> => {
      loaded++;
      return second;
    };
    const first = named("first", answer, saying(failure("quota")), saying(failure("quota")));
    const model = withFallback(first, [load], { pauseMs: 0 });
    await collect(model.stream(request, never));
    expect(loaded).toBe(0);
    await collect(model.stream(request, never));
    await collect(model.stream(request, never));
    expect([loaded, second.asked()]).toEqual([1, 2]);
  });

  it("passes over who cannot be asked, and says so with the next one", async () => {
    const keyless: FallbackLoader = () =>
      Promise.reject(new ConfigError("missing-key", "No key for second."));
    const model = withFallback(named("first", saying(failure("quota"))), [
      keyless,
      late(named("third", answer)),
    ]);
    const [switched] = await collect(model.stream(request, never));
    expect(switched).toMatchObject({ model: "third", reason: "it is quota No key for second." });
  });

  it.each(["auth", "bad-request", "not-found", "context-overflow"] as const)(
    "goes past a stand-in that says %s",
    async (code) => {
      const second = named("second", saying(failure(code)));
      const model = withFallback(named("first", saying(failure("quota"))), [
        late(second),
        late(named("third", answer)),
      ]);
      const events = await collect(model.stream(request, never));
      expect(events.at(-1)).toEqual(end);
      expect(attemptLawBreaks(events)).toEqual([]);
    },
  );

  it("fails as the first one did when no fallback can be used, naming what is missing and what to do", async () => {
    const keyless: FallbackLoader = () =>
      Promise.reject(new ConfigError("missing-key", "No key for second.", { hint: "Set SECOND_KEY." }));
    const model = withFallback(named("first", saying(failure("quota"))), [keyless]);
    await expect(collect(model.stream(request, never))).rejects.toMatchObject({
      name: "ProviderError",
      code: "quota",
      message: "it is quota No key for second.",
      hint: "Set SECOND_KEY.",
    });
  });

  it("retries a paused one when no other could answer", async () => {
    const first = named("first", saying(failure("overloaded")), answer);
    const second = named("second", answer, saying(failure("stalled")));
    const model = withFallback(first, [late(second)]);
    await collect(model.stream(request, never));
    const events = await collect(model.stream(request, never));
    expect(events.map((event) => (event.type === "model-switched" ? event.model : event.type))).toEqual([
      "second",
      "first",
      "message-start",
      "part-start",
      "text-delta",
      "part-end",
      "message-end",
    ]);
  });

  it("says that a switch was not billed unless the failed attempt was", async () => {
    const turnedAway = new ProviderError("quota", "no", {
      provider: "vendor",
      retryable: false,
      unbilled: true,
    });
    const first = named("first", saying(turnedAway), saying(failure("quota")));
    const model = withFallback(first, [late(named("second", answer, answer, answer))], { pauseMs: 0 });
    const switches: unknown[] = [];
    for (let turn = 0; turn < 2; turn++) {
      const events = await collect(model.stream(request, never));
      switches.push(events.findLast(({ type }) => type === "model-switched"));
    }
    expect(switches[0]).toMatchObject({ model: "second", unbilled: true });
    expect(switches[1]).not.toHaveProperty("unbilled");
  });

  it("says that nothing was billed when a paused model is passed over, and when the first is back", async () => {
    let now = 0;
    const first = named("first", saying(failure("quota")), answer);
    const second = named("second", answer, answer);
    const model = withFallback(first, [late(second)], { pauseMs: 100, clock: { now: () => now } });
    const switches: unknown[] = [];
    for (const at of [0, 50, 100]) {
      now = at;
      switches.push((await collect(model.stream(request, never)))[0]);
    }
    expect(switches.slice(1)).toMatchObject([
      { model: "second", reason: "first failed a while ago.", unbilled: true },
      { model: "first", reason: "It is asked again.", unbilled: true },
    ]);
  });

  it("counts its attempts, and restarts no reply when there is no other model", async () => {
    const broken = saying(start, { type: "part-start", part: 0, kind: "text" }, failure("stalled"));
    const model = withFallback(named("first", broken), [
      late(named("second", broken)),
      late(named("third", broken)),
    ]);
    const events: AttemptEvent[] = [];
    const reading = async () => {
      for await (const event of model.stream(request, never)) events.push(event);
    };
    await expect(reading()).rejects.toMatchObject({ code: "stalled" });
    const restarts = events.flatMap((event) => (event.type === "reply-restarted" ? [event.attempt] : []));
    expect(restarts).toEqual([2, 3]);
  });

  it("asks a stand-in that could not be used again after the pause, and tells of it once", async () => {
    let now = 0;
    let loads = 0;
    const second = named("second", answer);
    const load: FallbackLoader = async () => {
      loads++;
      if (now < 100) throw new ConfigError("missing-key", "No key for second.");
      return second;
    };
    const quota = saying(failure("quota"));
    const [first, third] = [named("first", quota, quota), named("third", quota, quota, quota)];
    const fourth = named("fourth", answer, answer, answer);
    const model = withFallback(first, [load, late(third), late(fourth)], {
      pauseMs: 100,
      clock: { now: () => now },
    });
    const reasons: string[] = [];
    for (const at of [0, 99, 100]) {
      now = at;
      for (const event of await collect(model.stream(request, never)))
        if (event.type === "model-switched") reasons.push(`${event.model}: ${event.reason}`);
    }
    expect(loads).toBe(2);
    expect(reasons).toEqual([
      "third: it is quota No key for second.",
      "fourth: it is quota",
      "fourth: first failed a while ago.",
      "first: It is asked again.",
      "second: it is quota",
    ]);
  });

  it("fails as the first one does when that cannot be used", async () => {
    const error = new ConfigError("missing-key", "No key for first.");
    const second = named("second", answer);
    const broken = async function* () {
      await Promise.resolve();
      yield start;
      throw error;
    };
    await expect(
      collect(withFallback(named("first", broken), [late(second)]).stream(request, never)),
    ).rejects.toBe(error);
    expect(second.asked()).toBe(0);
  });
});
