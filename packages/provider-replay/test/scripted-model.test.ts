import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import type { AssistantPart, JsonValue, ModelEvent } from "@skein/protocol";
import { complete, streamLawBreaks, withRetries } from "@skein/provider-kit";
import { collect } from "@skein/test-kit";
import { scriptedModel } from "../src/index.ts";
import { never, requestOf } from "./requests.ts";

const hello: AssistantPart[] = [{ type: "text", text: "Hello" }];
const start: ModelEvent = { type: "message-start", modelId: "m" };

describe("a scripted model", () => {
  it("answers turn by turn and keeps what it was asked", async () => {
    const model = scriptedModel([
      hello,
      [{ type: "tool-call", id: "1", name: "sh", input: { command: "ls" } }],
    ]);
    const first = await complete(model, requestOf("a"), never);
    const second = await complete(model, requestOf("b"), never);
    expect(first).toMatchObject({
      content: hello,
      stop: "answered",
      rawStop: "answered",
      usage: { input: 0, output: 0 },
    });
    expect(second).toMatchObject({ content: [{ name: "sh", input: { command: "ls" } }], stop: "tool-calls" });
    expect(model.requests).toEqual([requestOf("a"), requestOf("b")]);
  });

  it("streams any parts as the law says, in pieces of the size it is told", async () => {
    const part: fc.Arbitrary<AssistantPart> = fc.oneof(
      fc.string({ unit: "grapheme" }).map((text) => ({ type: "text" as const, text })),
      fc.string({ unit: "grapheme" }).map((text) => ({ type: "thinking" as const, text })),
      fc.jsonValue().map((input) => ({
        type: "tool-call" as const,
        id: "1",
        name: "sh",
        input: JSON.parse(JSON.stringify(input)) as JsonValue,
      })),
      fc.string().map((raw) => ({
        type: "tool-call" as const,
        id: "1",
        name: "sh",
        raw: `${raw}{`,
        problem: "not-json" as const,
      })),
      fc.constant({ type: "opaque" as const, sidecar: { provider: "p", model: "m", data: null } }),
    );
    await checkProperty(
      fc.asyncProperty(
        fc.array(part, { maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (content, deltaSize) => {
          const events = await collect(scriptedModel([content], { deltaSize }).stream(requestOf("a"), never));
          expect(streamLawBreaks(events)).toEqual([]);
          expect(events.flatMap((event) => (event.type === "part-end" ? [event.content] : []))).toEqual(
            content,
          );
          const sizes = events.map((event) => ("delta" in event ? Array.from(event.delta).length : 0));
          expect(Math.max(...sizes)).toBeLessThanOrEqual(deltaSize);
        },
      ),
    );
  });

  it("says the stop and the usage it is given", async () => {
    const model = scriptedModel([{ content: hello, stop: "length", rawStop: "max", usage: { output: 3 } }]);
    expect(await complete(model, requestOf("a"), never)).toMatchObject({
      stop: "length",
      rawStop: "max",
      usage: { output: 3 },
    });
  });

  it("asks a function what to say", async () => {
    const model = scriptedModel([
      hello,
      (request, count) => [{ type: "text", text: `${count} ${request.system}` }],
    ]);
    await complete(model, requestOf("a"), never);
    expect((await complete(model, requestOf("b"), never)).content).toEqual([
      { type: "text", text: "1 Be brief." },
    ]);
  });

  it("throws an error of the script, after half a reply too, and can be tried again", async () => {
    const busy = new ProviderError("overloaded", "busy", { provider: "replay", retryable: true });
    const model = scriptedModel([busy, { events: [start], error: busy }, hello]);
    const sleep = (): Promise<void> => Promise.resolve();
    const events = await collect(withRetries(model, { clock: { sleep } }).stream(requestOf("a"), never));
    expect(events.map(({ type }) => type).slice(0, 5)).toEqual([
      "retry-wait",
      "message-start",
      "retry-wait",
      "reply-restarted",
      "message-start",
    ]);
    expect(model.requests.length).toBe(3);
  });

  it.each([
    [1, "The script has only 1 turn, and the model was asked once more."],
    [2, "The script has only 2 turns, and the model was asked once more."],
  ])("says so when its %i turns are over", async (count, message) => {
    const model = scriptedModel(Array.from({ length: count }, () => hello));
    for (let turn = 0; turn < count; turn++) await complete(model, requestOf("a"), never);
    await expect(complete(model, requestOf("a"), never)).rejects.toMatchObject({
      code: "bad-request",
      retryable: false,
      message,
    });
  });

  it("does not play events that break the law", async () => {
    const model = scriptedModel([hello, [start]]);
    await complete(model, requestOf("a"), never);
    await expect(complete(model, requestOf("b"), never)).rejects.toThrow(
      "Turn 2 of the script breaks the stream law: The stream has no message-end.",
    );
  });

  it("takes its time, and stops at an abort with its reason", async () => {
    const controller = new AbortController();
    const reading = collect(
      scriptedModel([hello], { delayMs: 60_000 }).stream(requestOf("a"), controller.signal),
    );
    controller.abort("enough");
    await expect(reading).rejects.toBe("enough");
    // Timers of one duration end in the order in which they began.
    const events = scriptedModel([hello], { delayMs: 5 }).stream(requestOf("a"), never);
    const reader = events[Symbol.asyncIterator]();
    const waits: boolean[] = [];
    for (let isDone: boolean | undefined = false; isDone !== true;) {
      let isOver = false;
      setTimeout(() => (isOver = true), 5);
      isDone = (await reader.next()).done;
      if (isDone !== true) waits.push(isOver);
    }
    expect(waits).toEqual([true, true, true, true, true]);
  });
});
