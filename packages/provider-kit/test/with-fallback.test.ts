import { describe, expect, it } from "vitest";
import { ConfigError, ProviderError, providerErrorCodes } from "@skein/protocol";
import type { AttemptModel, ChatModel, ProviderErrorCode } from "@skein/protocol";
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
});
