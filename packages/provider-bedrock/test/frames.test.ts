import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelEvent } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { bedrockFrame, bedrockFrames } from "@skein/provider-conformance/servers";
import {
  callStart,
  close,
  counted,
  decodedBytes,
  exchange,
  hello,
  input,
  start,
  stop,
  text,
} from "./replies.ts";

const rich = bedrockFrames([
  start,
  text(0, "Grüße – 🔍 "),
  text(0, "líne\ntwo"),
  close(0),
  callStart(1, "tooluse_1", "sh"),
  input(1, '{"cmd":"echo '),
  input(1, '🌍"}'),
  close(1),
  stop("tool_use"),
  counted({ inputTokens: 3, outputTokens: 5, totalTokens: 8 }),
]);

describe("frames", () => {
  it("read the same wherever the network cuts them", async () => {
    const whole = await decodedBytes(rich);
    expect(streamLawBreaks(whole)).toEqual([]);
    await checkProperty(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }),
        async (sizes) => {
          expect(merged(await decodedBytes(rich, sizes))).toEqual(merged(whole));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("that were changed on their way never pass for a reply", async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.integer({ min: 0, max: rich.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const broken = Buffer.from(rich);
          broken[at]! ^= change;
          await expect(decodedBytes(broken, 64)).rejects.toMatchObject({
            name: "ProviderError",
            code: "bad-stream",
          });
        },
      ),
      { numRuns: 80 },
    );
  });

  it("that end early are a failure, unless only the counters are missing", async () => {
    const end = bedrockFrames(hello);
    const lastFrame = end.length - bedrockFrames(hello.slice(-1)).length;
    for (let cut = 0; cut < lastFrame; cut += 7) {
      await expect(decodedBytes(end.subarray(0, cut), 33)).rejects.toMatchObject({
        code: "bad-stream",
        retryable: true,
      });
    }
    for (const cut of [lastFrame, lastFrame + 5, end.length - 1]) {
      const events = await decodedBytes(end.subarray(0, cut), 33);
      expect(events.at(-1)).toEqual({
        type: "message-end",
        stop: "answered",
        rawStop: "end_turn",
        usage: {},
      });
    }
  });

  it("may have headers of every type", async () => {
    const named = (name: string, type: number, value: readonly number[]): Buffer =>
      Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([type, ...value])]);
    const others = Buffer.concat([
      named("t", 0, []),
      named("f", 1, []),
      named("b", 2, [1]),
      named("s", 3, [1, 2]),
      named("i", 4, [1, 2, 3, 4]),
      named("l", 5, [1, 2, 3, 4, 5, 6, 7, 8]),
      named("y", 6, [0, 2, 9, 9]),
      named("d", 8, [1, 2, 3, 4, 5, 6, 7, 8]),
      named(
        "u",
        9,
        Array.from({ length: 16 }, () => 7),
      ),
    ]);
    const headers = { ":event-type": "messageStart", ":message-type": "event" };
    const first = bedrockFrame(headers, '{"role":\n"assistant"}', others);
    const events = await decodedBytes(Buffer.concat([first, bedrockFrames(hello.slice(1))]));
    expect(streamLawBreaks(events)).toEqual([]);
    const cut = bedrockFrame({}, "{}", Buffer.from([9, 58]));
    await expect(decodedBytes(cut)).rejects.toMatchObject({
      code: "bad-stream",
      message: expect.stringContaining("broken headers") as string,
    });
  });

  it("that claim to be huge are none", async () => {
    const huge = Buffer.alloc(32);
    huge.writeUInt32BE(0x7fffffff, 0);
    await expect(decodedBytes(huge)).rejects.toMatchObject({ code: "bad-stream" });
  });
});

describe("what comes instead of frames", () => {
  it.each([
    ["text/html", "<html><body>Sign in to the hotel's network</body></html>", false, "Sign in to the hotel"],
    ["application/json", '{"message":', true, "instead of a stream"],
    ["application/json", '{"Output":{"__type":"com.amazon#UnknownOperationException"}}', false, "instead of"],
    ["text/plain", "upstream connect error or disconnect", true, "upstream connect error"],
    ["application/vnd.amazon.eventstream", "", true, "contains no reply"],
  ])("%s %s is no reply", async (contentType, body, retryable, words) => {
    const { error, events } = await exchange({ contentType, body });
    expect(events).toEqual([]);
    expect(error).toMatchObject({ name: "ProviderError", code: "bad-stream", retryable });
    expect(String(error)).toContain(words);
  });
});

/** Deltas of one part as one, however they came. */
function merged(events: readonly ModelEvent[]): readonly unknown[] {
  return [
    ...events.filter((event) => !("delta" in event)),
    ...["text-delta", "input-delta"].map((type) =>
      events.map((event) => ("delta" in event && event.type === type ? event.delta : "")).join(""),
    ),
  ];
}
