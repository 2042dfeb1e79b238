import { describe, expect, it } from "vitest";
import { attemptLawBreaks, streamLawBreaks } from "@skein/provider-kit";
import { collect, never } from "@skein/test-kit";
import { googleServer, googleStream, type GoogleReply } from "@skein/provider-conformance/servers";
import { createGoogle } from "../src/index.ts";
import { exchange, fixture, provider, simple } from "./replies.ts";

const hello = [{ type: "text", text: "Hello from the other side" }] as const;

describe("an error status", () => {
  it("of a wrong key says which variable to look at, and never shows the key", async () => {
    const apiKey = "my-own-key-0123456789";
    const { error } = await exchange(
      { status: 400, body: (await fixture("wrong-key.json")).toString() },
      { apiKey },
    );
    expect(error).toMatchObject({
      code: "auth",
      hint: "Check GEMINI_API_KEY or GOOGLE_API_KEY.",
      nextStep: { do: "store-key" },
    });
    const { error: quoted } = await exchange({ status: 400, body: `bad key: ${apiKey}` }, { apiKey });
    expect(`${String(quoted)} ${JSON.stringify(quoted)}`).not.toContain(apiKey);
  });

  it("of a limit by the minute says how long to wait, of one by the day that waiting is no use", async () => {
    const minute = await exchange({ status: 429, body: (await fixture("per-minute.json")).toString() });
    expect(minute.error).toMatchObject({ code: "rate-limited", retryable: true, retryAfterMs: 12_500 });
    const day = await exchange({ status: 429, body: (await fixture("per-day.json")).toString() });
    expect(day.error).toMatchObject({ code: "quota", retryable: false, retryAfterMs: undefined });
    const header = await exchange({
      status: 429,
      headers: { "retry-after": "3", "x-should-retry": "false" },
    });
    expect(header.error).toMatchObject({ code: "rate-limited", retryAfterMs: 3000, retryable: false });
  });

  it("never carries the key to another host", async () => {
    await using elsewhere = await googleServer([{ parts: hello }]);
    const { error } = await exchange({
      status: 307,
      headers: { location: `${elsewhere.url}/v1beta/models/x` },
    });
    expect(error).toMatchObject({ code: "not-found", retryable: false });
    expect(error).toHaveProperty("hint", expect.stringContaining(new URL(elsewhere.url).host));
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("an error inside the stream", () => {
  it.each(["error-event.sse", "error-without-frame.sse"])(
    "as in %s keeps what had been said",
    async (name) => {
      for (const chunkBytes of [1, 7, 100_000]) {
        const { error, events } = await exchange({ bytes: await fixture(name), chunkBytes });
        expect(error).toMatchObject({ code: "overloaded", retryable: true, status: undefined });
        expect(String(error)).toContain("The model is overloaded");
        expect(streamLawBreaks(events, { cut: true })).toEqual([]);
        expect(events.map((event) => ("delta" in event ? event.delta : "")).join("")).toBe("Half an ");
      }
    },
  );

  it("counts after the reason for the end too", async () => {
    const busy = { error: { code: 503, message: "busy", status: "UNAVAILABLE" } };
    const { error } = await exchange({ bytes: `${googleStream(hello)}data: ${JSON.stringify(busy)}\n\n` });
    expect(error).toMatchObject({ code: "overloaded" });
  });

  it("may say how long to wait", async () => {
    const { error } = await exchange({
      bytes: `data: ${JSON.stringify(JSON.parse((await fixture("per-minute.json")).toString()))}\n\n`,
    });
    expect(error).toMatchObject({ code: "rate-limited", retryAfterMs: 12_500 });
  });

  it("may come as the body of a 200 that is no stream", async () => {
    const { error } = await exchange({
      status: 200,
      body: [{ error: { code: 503, message: "busy", status: "UNAVAILABLE" } }],
    });
    expect(error).toMatchObject({ code: "overloaded", retryable: true });
  });

  it("is a call that the vendor could not read, and what it was", async () => {
    const { error, events } = await exchange({ bytes: await fixture("malformed-call.sse") });
    expect(error).toMatchObject({ code: "bad-stream", retryable: true });
    expect(String(error)).toContain(
      "The model made a malformed tool call: Malformed function call: print(default_api.sh",
    );
    expect(streamLawBreaks(events, { cut: true })).toEqual([]);
  });

  it("is made good by the next attempt, which readers are told of", async () => {
    const halves = [await fixture("malformed-call.sse"), await fixture("error-event.sse")];
    await using server = await googleServer([{ bytes: halves[0]! }, { bytes: halves[1]! }, { parts: hello }]);
    const made = createGoogle({ apiKey: "k", env: {}, baseUrl: server.url, retry: { firstWaitMs: 1 } });
    const events = await collect(made.model("gemini-test").stream(simple, never));
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(events.filter(({ type }) => type === "reply-restarted")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "answered" });
  });
});

describe("a reply that is cut", () => {
  it("after the reason for its end is whole", async () => {
    const bytes = `${googleStream(hello)}: more would come\n\n`;
    const { error, events } = await exchange({ bytes, cutAfterBytes: bytes.length - 5 });
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
  });
});

describe("an answer that is no reply", () => {
  it.each<[string, GoogleReply, string, boolean]>([
    [
      "a page that says it is JSON",
      { bytes: "<html><body>Sign in", contentType: "application/json" },
      "It began: ",
      false,
    ],
    ["another vendor's object", { status: 200, body: { choices: [] } }, "instead of a stream", false],
    [
      "half a reply in one piece",
      { status: 200, body: [{ candidates: [{ content: { parts: [{ text: "Half" }] } }] }] },
      "ended before it was complete",
      true,
    ],
  ])("but %s is a bad stream", async (_, reply, words, retryable) => {
    const { error } = await exchange(reply);
    expect(error).toMatchObject({
      code: "bad-stream",
      retryable,
      message: expect.stringContaining(words) as string,
    });
  });
});

describe("the end of the body", () => {
  it("is read, so that the connection is used again", async () => {
    await using server = await googleServer(() => ({ parts: hello, deltaSize: 3 }));
    const model = provider({ baseUrl: server.url }).model("gemini-test");
    for (let count = 0; count < 5; count++) await collect(model.stream(simple, never));
    expect(server.requests.length).toBe(5);
    // The pool may open a second one while the first is being handed back.
    expect(server.acceptedSockets()).toBeLessThanOrEqual(2);
  });

  it("is not silence: bytes that say nothing keep the watchdog quiet", async () => {
    const bytes = `${": wait\n\n".repeat(30)}${googleStream(hello)}`;
    const { error } = await exchange(
      { bytes, chunkBytes: 8, delayMs: 10 },
      { watchdog: { firstByteMs: 5000, idleMs: 150 } },
    );
    expect(error).toBeUndefined();
    const head = await exchange(
      { parts: hello, delayMs: 300 },
      { watchdog: { firstByteMs: 150, idleMs: 5000 } },
    );
    expect(head.error).toBeUndefined();
    const silent = await exchange(
      { bytes, stallAfterBytes: 8 },
      { watchdog: { firstByteMs: 5000, idleMs: 150 } },
    );
    expect(silent.error).toMatchObject({ code: "stalled" });
  });
});
