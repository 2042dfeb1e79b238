import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBroken, ProviderError } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { finish, read } from "./scripted.ts";

const call = (id: string, input: string): object => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "sh",
  input,
});

describe("parts of a reply", () => {
  it("become parts by the order in which they show something; empty ones are none", async () => {
    const { events, parts } = await read([
      { type: "stream-start", warnings: [] },
      { type: "text-start", id: "0" },
      { type: "text-end", id: "0" },
      { type: "reasoning-start", id: "1" },
      { type: "text-delta", id: "2", delta: "said without a start" },
      { type: "reasoning-delta", id: "1", delta: "thought" },
      { type: "reasoning-delta", id: "1", delta: "", providerMetadata: { v: { signature: "s" } } },
      { type: "reasoning-end", id: "1" },
      { type: "text-start", id: "2" },
      { type: "text-delta", id: "2", delta: "again" },
      finish(),
    ]);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts).toEqual([
      { type: "text", text: "said without a start" },
      {
        type: "thinking",
        text: "thought",
        sidecar: {
          provider: "vendor.chat",
          model: "m",
          data: { providerMetadata: { v: { signature: "s" } } },
        },
      },
      { type: "text", text: "again" },
    ]);
  });

  it("keep a redacted thought, which shows nothing", async () => {
    const { parts } = await read([
      { type: "reasoning-start", id: "1", providerMetadata: { v: { redactedData: "x" } } },
      { type: "reasoning-end", id: "1" },
      finish(),
    ]);
    expect(parts).toMatchObject([
      { type: "thinking", text: "", sidecar: { data: { providerMetadata: {} } } },
    ]);
  });

  it("keep what the vendor ran itself, and files and sources, as they are", async () => {
    const search = {
      type: "tool-call",
      toolCallId: "s",
      toolName: "web",
      input: "{}",
      providerExecuted: true,
    };
    const { parts, events } = await read([
      { type: "tool-input-start", id: "s", toolName: "web", providerExecuted: true },
      { type: "tool-input-delta", id: "s", delta: "{}" },
      search,
      { type: "tool-result", toolCallId: "s", toolName: "web", result: { hits: 1 } },
      { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2]) } },
      finish(),
    ]);
    expect(parts.map(({ sidecar }) => (sidecar!.data as { part: object }).part)).toEqual([
      search,
      { type: "tool-result", toolCallId: "s", toolName: "web", result: { hits: 1 } },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "AQI=" } },
    ]);
    expect(events.at(-1)).toMatchObject({ stop: "answered" });
  });
});

describe("calls", () => {
  it("without a start, with one id for two, and with a stop that says nothing of them are kept", async () => {
    const { events, parts } = await read([
      call("", "{}"),
      call("x", '{"a":1}'),
      call("x", ""),
      finish("stop"),
    ]);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts).toMatchObject([{ input: {} }, { id: "x", input: { a: 1 } }, { id: "x_2", input: {} }]);
    expect(events.at(-1)).toMatchObject({ stop: "tool-calls", rawStop: "end" });
  });

  it("that were begun and not finished are cut off", async () => {
    const { parts } = await read([
      { type: "tool-input-start", id: "a", toolName: "sh" },
      { type: "tool-input-delta", id: "a", delta: '{"rm":"-r' },
      finish("tool-calls"),
    ]);
    expect(parts).toEqual([{ type: "tool-call", id: "a", name: "sh", raw: '{"rm":"-r', problem: "cut-off" }]);
  });

  it("whose streamed arguments are others than those at the end are a failure", async () => {
    const { error } = await read([
      { type: "tool-input-start", id: "a", toolName: "sh" },
      { type: "tool-input-delta", id: "a", delta: '{"a":1}' },
      call("a", '{"a":2}'),
      finish("tool-calls"),
    ]);
    expect(error).toMatchObject({ code: "bad-stream" });
  });

  it("are never whole when they were not, wherever an output limit cuts them", async () => {
    const raw = '{"path":"a.txt","text":"x"}';
    for (let at = 0; at < raw.length; at++) {
      const { parts } = await read([call("a", raw.slice(0, at)), finish("length")]);
      expect(parts.map((part) => part.type === "tool-call" && isBroken(part))).toEqual([true]);
    }
  });
});

describe("the end of a reply", () => {
  it.each([
    ["v4", finish("other", null)],
    ["v4", finish("interrupted", null)],
    ["v4", finish("error", null)],
    ["v3", finish("other", null)],
    ["v2", { type: "finish", finishReason: "unknown", usage: {} }],
    ["v4", undefined],
  ] as const)("%s %j is none", async (version, end) => {
    const text = { type: "text-delta", id: "0", delta: "half" };
    const { error, events } = await read([text, ...(end ? [end] : [])], version);
    expect(error).toMatchObject({ name: "ProviderError", code: "bad-stream", retryable: true });
    expect(streamLawBreaks(events, { cut: true })).toEqual([]);
  });

  it.each([
    ["stop", "end_turn", "answered"],
    ["length", "max_tokens", "length"],
    ["content-filter", "refusal", "refused"],
    ["stop", "pause_turn", "paused"],
    ["other", "strange", "other"],
  ])("%s (%s) is %s", async (unified, raw, stop) => {
    const { events } = await read([finish(unified, raw)]);
    expect(events.at(-1)).toEqual({
      type: "message-end",
      stop,
      rawStop: raw,
      usage: { input: 6, output: 5, cacheRead: 4, prompt: 10, reasoning: 2 },
      rawUsage: { prompt: 10 },
    });
  });

  it("leaves missing counters unknown", async () => {
    const none = { inputTokens: {}, outputTokens: {} };
    const { events } = await read([{ ...finish(), usage: none }]);
    expect(events.at(-1)).toMatchObject({ usage: {} });
    const v2 = {
      type: "finish",
      finishReason: "stop",
      usage: { inputTokens: 9, outputTokens: 1, cachedInputTokens: 3 },
    };
    const old = await read([v2], "v2");
    expect(old.events.at(-1)).toMatchObject({ usage: { output: 1, cacheRead: 3 }, rawStop: "stop" });
    expect(old.events.at(-1)).not.toHaveProperty("usage.input");
  });

  it("ignores what comes behind it", async () => {
    const { events, error } = await read([
      finish(),
      { type: "text-delta", id: "0", delta: "more" },
      finish(),
    ]);
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
  });
});

const id = fc.constantFrom("a", "b", "c");
const metadata = fc.option(fc.record({ v: fc.record({ s: fc.string() }) }), { nil: undefined });
const anyPart = fc.oneof(
  fc.record({
    type: fc.constantFrom("text-start", "text-end", "reasoning-start", "reasoning-end", "tool-input-end"),
    id,
    providerMetadata: metadata,
  }),
  fc.record({
    type: fc.constantFrom("text-delta", "reasoning-delta", "tool-input-delta"),
    id,
    delta: fc.constantFrom("", "{", "}", '{"a":1}', "x"),
  }),
  fc.record({ type: fc.constant("tool-input-start"), id, toolName: fc.string() }),
  fc.record({
    type: fc.constant("tool-call"),
    toolCallId: id,
    toolName: fc.string(),
    input: fc.constantFrom("", "{}", '{"a":1}', "{", "null"),
    providerExecuted: fc.boolean(),
  }),
  fc.record({ type: fc.constantFrom("source", "raw", "ping", "response-metadata"), id }),
);

describe("whatever a model streams", () => {
  it("is read as a lawful stream, or fails after the beginning of one", async () => {
    await checkProperty(
      fc.asyncProperty(fc.array(anyPart, { maxLength: 25 }), fc.boolean(), async (parts, ends) => {
        const { events, error } = await read([...parts, ...(ends ? [finish()] : [])]);
        expect(streamLawBreaks(events, { cut: error !== undefined })).toEqual([]);
        expect(ends || ProviderError.is(error)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
