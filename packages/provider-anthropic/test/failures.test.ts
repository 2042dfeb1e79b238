import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { anthropicServer, anthropicStream, type AnthropicReply } from "@skein/provider-conformance/servers";
import { collect, never } from "@skein/test-kit";
import { attemptLawBreaks, streamLawBreaks } from "@skein/provider-kit";
import { createAnthropic } from "../src/index.ts";
import { exchange, fixture, provider, simple } from "./replies.ts";

const hello = [{ type: "text", text: "Hello from the other side" }] as const;

describe("an error status", () => {
  it("of a wrong key says which variable to look at, and never shows the key", async () => {
    const apiKey = "my-own-key-0123456789";
    const { error } = await exchange({ status: 401, body: `bad key: ${apiKey}` }, { apiKey });
    expect(error).toMatchObject({ hint: "Check ANTHROPIC_API_KEY.", nextStep: { do: "store-key" } });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(apiKey);
  });

  it("passes on what the server asks to wait, and whether to try again", async () => {
    const { error } = await exchange({
      status: 429,
      headers: { "retry-after": "3", "x-should-retry": "false" },
    });
    expect(error).toMatchObject({ retryAfterMs: 3000, retryable: false });
  });

  it("never carries the key to another host", async () => {
    await using elsewhere = await anthropicServer([{ parts: hello }]);
    const { error } = await exchange({ status: 307, headers: { location: `${elsewhere.url}/v1/messages` } });
    expect(error).toMatchObject({ code: "not-found", retryable: false });
    expect(error).toHaveProperty("hint", expect.stringContaining(new URL(elsewhere.url).host));
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("an error inside the stream", () => {
  it.each([
    ["overloaded_error", "overloaded", true],
    ["rate_limit_error", "rate-limited", true],
    ["api_error", "overloaded", true],
    ["authentication_error", "auth", false],
    ["something_new", "bad-stream", true],
  ])("%s is %s, and what had been said stays said", async (type, code, retryable) => {
    const whole = anthropicStream(hello);
    const half = whole.slice(0, whole.indexOf("event: content_block_stop"));
    const bytes = `${half}event: error\ndata: ${JSON.stringify({ type: "error", error: { type, message: "m" } })}\n\n`;
    const { error, events } = await exchange({ bytes });
    expect(error).toMatchObject({ code, retryable, status: undefined });
    expect(streamLawBreaks(events, { cut: true })).toEqual([]);
    expect(events.map((event) => ("delta" in event ? event.delta : "")).join("")).toBe(hello[0].text);
  });

  it("may come as the body of a 200 that is no stream", async () => {
    const { error } = await exchange({ status: 200, body: (await fixture("overloaded.json")).toString() });
    expect(error).toMatchObject({ code: "overloaded", retryable: true });
  });
});

describe("an answer that is no reply", () => {
  it.each<[string, AnthropicReply, string]>([
    ["a page", { bytes: "<html><body>Sign in", contentType: "text/html" }, "text/html instead of a stream"],
    [
      "a message that was not streamed",
      { status: 200, body: { type: "message", content: [] } },
      "application/json",
    ],
  ])("but %s is a bad stream, which names the address", async (_, reply, words) => {
    const { error } = await exchange(reply);
    expect(error).toMatchObject({
      code: "bad-stream",
      retryable: false,
      message: expect.stringContaining(words) as string,
      hint: expect.stringContaining("ANTHROPIC_BASE_URL") as string,
    });
  });
});

describe("silence", () => {
  it("does not come while comments do", async () => {
    const bytes = `${": thinking\n\n".repeat(40)}${anthropicStream(hello)}`;
    const { error } = await exchange(
      { bytes, chunkBytes: 12, delayMs: 10 },
      { watchdog: { firstByteMs: 300, idleMs: 300 } },
    );
    expect(error).toBeUndefined();
  });
});

describe("a connection", () => {
  it("is used again for the next request", async () => {
    await using server = await anthropicServer(() => ({ parts: hello }));
    const model = provider({ baseUrl: server.url }).model("demo-1");
    for (let turn = 0; turn < 5; turn++) await collect(model.stream(simple, never));
    // The pool may open a second one while the first is being handed back.
    expect(server.acceptedSockets()).toBeLessThanOrEqual(2);
  });

  it("that is refused is named with its host, after the retries", async () => {
    const server = await anthropicServer([]);
    const { host } = new URL(server.url);
    await server[Symbol.asyncDispose]();
    const { error } = await exchange({ status: 200 }, { baseUrl: server.url });
    expect(error).toMatchObject({ code: "network", message: `Could not reach ${host}: connection refused.` });
  });
});

describe("retries of a provider's model", () => {
  it("are on: two failures, then the answer, with what was said in between", async () => {
    await using server = await anthropicServer([
      { status: 529, headers: { "retry-after-ms": "5" } },
      { parts: [{ type: "text", text: "Half of it" }], cutAfterEvents: 4 },
      { parts: hello },
    ]);
    const sleep = (): Promise<void> => wait(1);
    const model = createAnthropic({
      apiKey: "k",
      env: {},
      baseUrl: server.url,
      retry: { clock: { sleep } },
    }).model("demo-1");
    const events = await collect(model.stream(simple, never));
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(events.filter(({ type }) => type.startsWith("re")).map(({ type }) => type)).toEqual([
      "retry-wait",
      "retry-wait",
      "reply-restarted",
    ]);
    expect(events[0]).toMatchObject({ ms: 5, attempt: 1 });
    expect(server.requests.map(({ bytes }) => bytes.toString())).toEqual(
      Array(3).fill(server.requests[0]!.bytes.toString()),
    );
  });

  it("are made four times in all when nothing helps", async () => {
    const sleep = (): Promise<void> => Promise.resolve();
    const { error, requests } = await exchange({ status: 503 }, { retry: { retries: 3, clock: { sleep } } });
    expect(error).toMatchObject({ code: "overloaded", status: 503 });
    expect(requests).toBe(4);
  });
});
