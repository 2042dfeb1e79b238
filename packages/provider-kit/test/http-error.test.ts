import { describe, expect, it } from "vitest";
import type { ProviderErrorCode } from "@skein/protocol";
import { providerErrorOf } from "../src/index.ts";

const provider = "vendor";
const fromStatus = (status: number, body: unknown = "", headers: Record<string, string> = {}) =>
  providerErrorOf({
    provider,
    status,
    headers: new Headers(headers),
    body,
    keyVariables: ["VENDOR_KEY"],
    now: 0,
  });

describe("an answer that is not the reply", () => {
  it.each<[number, unknown, ProviderErrorCode, boolean]>([
    [401, { error: { message: "invalid x-api-key" } }, "auth", false],
    [403, "", "auth", false],
    [402, "", "quota", false],
    [
      429,
      { error: { code: "insufficient_quota", message: "You exceeded your current quota" } },
      "quota",
      false,
    ],
    [
      400,
      { error: { type: "invalid_request_error", message: "Your credit balance is too low" } },
      "quota",
      false,
    ],
    [404, { error: { message: "model: nope" } }, "not-found", false],
    [307, "", "not-found", false],
    [408, "", "rate-limited", true],
    [409, "", "rate-limited", true],
    [429, { error: { message: "Rate limit: too many input tokens per minute" } }, "rate-limited", true],
    [413, "", "context-overflow", false],
    [
      400,
      { error: { message: "prompt is too long: 3333404 tokens > 200000 maximum" } },
      "context-overflow",
      false,
    ],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens" } },
      "context-overflow",
      false,
    ],
    [
      400,
      [{ error: { status: "INVALID_ARGUMENT", message: "The input token count (9) exceeds the maximum" } }],
      "context-overflow",
      false,
    ],
    [400, { error: { message: "max_tokens: must be positive" } }, "bad-request", false],
    [422, { detail: "no such field" }, "bad-request", false],
    [418, "", "bad-request", false],
    [500, "", "overloaded", true],
    [503, "<html><body>down</body></html>", "overloaded", true],
    [529, { error: { type: "overloaded_error", message: "Overloaded" } }, "overloaded", true],
  ])("%i %j is %s", (status, body, code, retryable) => {
    expect(fromStatus(status, body)).toMatchObject({ code, retryable, status, provider });
    expect(fromStatus(status, JSON.stringify(body))).toMatchObject({ code, retryable });
  });

  it.each<[ProviderErrorCode, number | undefined, string, ProviderErrorCode]>([
    ["rate-limited", 429, "You exceeded your current quota", "rate-limited"],
    ["rate-limited", undefined, "too many input tokens per minute", "rate-limited"],
    ["auth", 400, "insufficient credits", "auth"],
    ["bad-request", 400, "Your credit balance is too low", "quota"],
    ["bad-request", 400, "prompt is too long", "context-overflow"],
    ["bad-request", 404, "no such thing", "not-found"],
    ["bad-request", undefined, "no such thing", "bad-request"],
    ["overloaded", 500, "prompt is too long", "context-overflow"],
    ["overloaded", 499, "cancelled", "overloaded"],
  ])("whose vendor's word means %s is (%s, %s) %s", (code, status, message, expected) => {
    const body = { error: { message } };
    expect(providerErrorOf({ provider, status, headers: new Headers(), body, code }).code).toBe(expected);
  });

  it("can say its own wait and its own way out", () => {
    const headers = new Headers({ "retry-after": "7" });
    const failure = { provider, status: 429, headers, body: "", retryAfterMs: 12, hint: "Do this." };
    expect(providerErrorOf(failure)).toMatchObject({ retryAfterMs: 12, hint: "Do this." });
  });

  it("waits as the header says, then as the words say, then until the limit that is used up is filled", () => {
    const body = { error: { message: "Rate limit reached. Please try again in 1.2s." } };
    const used = { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s" };
    const waits = [
      fromStatus(429, body, { "retry-after-ms": "7", ...used }),
      fromStatus(429, body, used),
      fromStatus(429, "", used),
      fromStatus(500, "", used),
    ].map(({ retryAfterMs }) => retryAfterMs);
    expect(waits).toEqual([7, 1200, 360_000, undefined]);
  });

  it("carries the window when it does not fit, and only then", () => {
    const error = { message: "This model's maximum context length is 8192 tokens." };
    expect(fromStatus(400, { error })).toMatchObject({ code: "context-overflow", contextTokens: 8192 });
    expect(fromStatus(413, "").contextTokens).toBeUndefined();
    expect(fromStatus(429, { error }).contextTokens).toBeUndefined();
  });

  it("of a proxy that wants a password says so", () => {
    const error = fromStatus(407, "<html>Proxy Authentication Required</html>");
    expect(error).toMatchObject({
      code: "network",
      retryable: false,
      hint: expect.stringContaining("PASSWORD@") as string,
    });
  });

  it("is tried again or not as the vendor says", () => {
    expect(fromStatus(429, "", { "x-should-retry": "false" }).retryable).toBe(false);
    expect(fromStatus(400, "", { "x-should-retry": "true" }).retryable).toBe(true);
  });

  it("carries what the vendor asked to wait, and the request's id", () => {
    const error = fromStatus(429, "", { "retry-after": "7", "request-id": "req_1" });
    expect(error).toMatchObject({ retryAfterMs: 7000, requestId: "req_1" });
    expect(fromStatus(500, "", { "x-request-id": "req_2" }).requestId).toBe("req_2");
  });

  it("says what happened and what to do", () => {
    expect(fromStatus(401, { error: { message: "invalid x-api-key" } })).toMatchObject({
      message: "vendor refused the key (401): invalid x-api-key",
      hint: "Check VENDOR_KEY.",
      nextStep: { do: "store-key" },
    });
    expect(
      fromStatus(503, "<html><head><title>t</title></head><body><h1>Down</h1><p>Back soon</p></body></html>")
        .message,
    ).toBe("vendor is overloaded or failing (503): Down Back soon");
    expect(fromStatus(500).message).toBe("vendor is overloaded or failing (500).");
    expect(fromStatus(302, "", { location: "https://elsewhere.example/v1?token=abc" }).hint).toContain(
      "redirects to elsewhere.example,",
    );
  });

  it("shows at most 200 characters, none of them of a secret or a terminal's control", () => {
    const key = "sk-secret+value/with=signs";
    const body = `key ${key} url ${encodeURIComponent(key)} base ${Buffer.from(key).toString("base64")} \u001b[31mred\u202Eorder\u0007 ${"x".repeat(900)}`;
    const { message } = providerErrorOf({
      provider,
      status: 400,
      headers: new Headers(),
      body,
      secrets: [key],
    });
    expect(message).toMatch(
      /^vendor refused the request \(400\): key \[key\] url \[key\] base \[key\] red order x+…$/,
    );
    expect(Array.from(message.slice(message.indexOf(": ") + 2)).length).toBe(200);
  });

  it("masks what looks like a key even when it is not the one that was sent", () => {
    expect(fromStatus(401, "Incorrect API key provided: sk-proj-abcdefghijklmnop1234").message).toContain(
      "provided: [key]",
    );
  });

  it("inside a stream goes by the vendor's kind", () => {
    const inStream = (code?: ProviderErrorCode) =>
      providerErrorOf({
        provider,
        status: undefined,
        headers: new Headers(),
        body: { error: { message: "m" } },
        ...(code ? { code } : {}),
      });
    expect(inStream("overloaded")).toMatchObject({ code: "overloaded", retryable: true, status: undefined });
    expect(inStream()).toMatchObject({ code: "bad-stream", retryable: true });
  });
});
