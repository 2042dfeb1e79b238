import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { attemptLawBreaks, streamLawBreaks } from "@skein/provider-kit";
import { collect, never } from "@skein/test-kit";
import {
  bedrockFrame,
  bedrockFrames,
  serveScript,
  type BedrockEvent,
} from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import { createBedrock } from "../src/index.ts";
import { eventStream, exchange, hello, keys, modelId, provider, simple, start, text } from "./replies.ts";

const overProfile =
  "Invocation of model ID anthropic.claude-x with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.";

describe("an error status", () => {
  it.each([
    [
      403,
      "AccessDeniedException",
      "You don't have access to the model with the specified model ID.",
      "auth",
      false,
    ],
    [
      403,
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
      "auth",
      false,
    ],
    [403, "ExpiredTokenException", "The security token included in the request is expired", "auth", false],
    [403, "InvalidSignatureException", "Signature expired: 2026 is now earlier than 2027", "auth", false],
    [429, "ThrottlingException", "Too many tokens, please wait before trying again.", "rate-limited", true],
    [429, "ThrottlingException", "Too many tokens per day, please wait before trying again.", "quota", false],
    [
      429,
      "ModelNotReadyException",
      "The model is not ready to serve inference requests.",
      "overloaded",
      true,
    ],
    [
      400,
      "ServiceQuotaExceededException",
      "Your request exceeds the service quota for your account.",
      "quota",
      false,
    ],
    [400, "ValidationException", "Input is too long for requested model.", "context-overflow", false],
    [
      400,
      "ValidationException",
      "The model returned the following errors: prompt is too long: 212072 tokens > 200000 maximum",
      "context-overflow",
      false,
    ],
    [400, "ValidationException", "The provided model identifier is invalid.", "not-found", false],
    [
      400,
      "ValidationException",
      "Access to Anthropic models is not allowed from unsupported countries, regions, or territories.",
      "auth",
      false,
    ],
    [400, "ValidationException", overProfile, "not-found", false],
    [
      400,
      "ValidationException",
      "Malformed input request: #/toolConfig: extraneous key",
      "bad-request",
      false,
    ],
    [
      404,
      "ResourceNotFoundException",
      "Could not resolve the foundation model from the model identifier.",
      "not-found",
      false,
    ],
    [408, "ModelTimeoutException", "The request took too long to process.", "overloaded", true],
    [
      424,
      "ModelErrorException",
      "The request failed due to an error while processing the model.",
      "overloaded",
      true,
    ],
    [500, "InternalServerException", "An internal server error occurred.", "overloaded", true],
    [503, "ServiceUnavailableException", "The service isn't currently available.", "overloaded", true],
    [418, "SomethingNewException", "A teapot.", "bad-request", false],
  ])("%i %s (%s) is %s", async (status, kind, message, code, retryable) => {
    const { error, events, requests } = await exchange({
      status,
      contentType: "application/json",
      headers: { "x-amzn-errortype": `${kind}:http://internal.amazon.com/`, "x-amzn-requestid": "req_7" },
      body: JSON.stringify({ message }),
    });
    expect(error).toMatchObject({
      name: "ProviderError",
      code,
      retryable,
      status,
      provider: "bedrock",
      requestId: "req_7",
    });
    expect(String(error)).toContain(message.slice(0, 20));
    expect([events, requests.length]).toEqual([[], 1]);
  });

  it("may name its kind in the body, and write its message with a capital", async () => {
    const body = JSON.stringify({
      __type: "com.amazon.coral.service#AccessDeniedException",
      Message: "Not you",
    });
    const { error } = await exchange({ status: 400, contentType: "application/json", body });
    expect(error).toMatchObject({ code: "auth", message: expect.stringContaining("Not you") as string });
  });

  it("says what to do", async () => {
    const refused = async (kind: string, message: string) => {
      const headers = { "x-amzn-errortype": kind };
      const { error } = await exchange({
        status: 400,
        contentType: "application/json",
        headers,
        body: JSON.stringify({ message }),
      });
      return (error as { hint?: string }).hint;
    };
    expect(await refused("AccessDeniedException", "no")).toContain("bedrock:InvokeModelWithResponseStream");
    expect(await refused("ValidationException", overProfile)).toContain("us., eu.");
    expect(await refused("ThrottlingException", "Too many requests per day")).toContain("quota");
  });

  it("waits as long as it says", async () => {
    const { error } = await exchange({
      status: 429,
      contentType: "application/json",
      headers: { "retry-after": "3", "x-amzn-errortype": "ThrottlingException" },
      body: "{}",
    });
    expect(error).toMatchObject({ code: "rate-limited", retryAfterMs: 3000, retryable: true });
  });

  it("never shows a key, though the vendor repeats what was signed", async () => {
    const credentials = { ...keys, sessionToken: "IQoJb3JpZ2luX2VjEExampleSessionToken" };
    const answer = `The Canonical String should have been 'x-amz-security-token:${credentials.sessionToken}' ${keys.secretAccessKey}`;
    const { error } = await exchange(
      { status: 403, contentType: "application/json", body: JSON.stringify({ message: answer }) },
      { credentials },
    );
    expect(String(error)).toContain("x-amz-security-token:[key]");
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(credentials.sessionToken);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(keys.secretAccessKey);
  });

  it("never carries credentials to another host", async () => {
    await using other = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
    }));
    const { error } = await exchange({
      status: 307,
      contentType: "text/plain",
      headers: { location: other.url },
      body: "",
    });
    expect(error).toMatchObject({ code: "not-found", status: 307 });
    expect(other.requests).toEqual([]);
  });
});

describe("an exception inside a stream", () => {
  it.each([
    ["throttlingException", "Too many requests", "rate-limited", true],
    ["modelStreamErrorException", "The model broke off", "overloaded", true],
    ["internalServerException", "Oh", "overloaded", true],
    ["serviceUnavailableException", "Later", "overloaded", true],
    ["validationException", "Input is too long for requested model", "context-overflow", false],
    ["validationException", "Wrong", "bad-request", false],
  ])("%s (%s) is %s, and what came before it is passed on", async (kind, message, code, retryable) => {
    const events: readonly BedrockEvent[] = [start, text(0, "Hel"), [kind, { message }]];
    const { error, events: read } = await exchange({
      body: bedrockFrames(events),
      headers: { "x-amzn-requestid": "req_9" },
    });
    expect(error).toMatchObject({
      name: "ProviderError",
      code,
      retryable,
      status: undefined,
      requestId: "req_9",
    });
    expect(String(error)).toContain(message);
    expect(streamLawBreaks(read, { cut: true })).toEqual([]);
    expect(read.at(-1)).toMatchObject({ type: "text-delta", delta: "Hel" });
  });

  it("may be an error of the transport", async () => {
    const headers = {
      ":message-type": "error",
      ":error-code": "InternalServerException",
      ":error-message": "Lost it",
    };
    const { error } = await exchange({
      body: Buffer.concat([bedrockFrames([start]), bedrockFrame(headers, "")]),
    });
    expect(error).toMatchObject({
      code: "overloaded",
      message: expect.stringContaining("Lost it") as string,
    });
  });

  it("counts behind the end too", async () => {
    const { error } = await exchange({
      body: bedrockFrames([...hello.slice(0, -1), ["internalServerException", { message: "x" }]]),
    });
    expect(error).toMatchObject({ code: "overloaded" });
  });
});

describe("a reply", () => {
  it("that is cut with its socket is tried again from its beginning", async () => {
    const bytes = bedrockFrames(hello);
    await using server = await serveScript((_, count) => ({
      status: 200,
      contentType: eventStream,
      body: bytes,
      ...(count === 0 ? { cutAfterBytes: bytes.length - 250 } : {}),
    }));
    const model = createBedrock({
      baseUrl: server.url,
      region: "us-east-1",
      credentials: keys,
      env: {},
      retry: { retries: 1, firstWaitMs: 1 },
    }).model(modelId);
    const events = await collect(model.stream(simple, never));
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(events.map(({ type }) => type)).toContain("reply-restarted");
    expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "answered" });
    expect(server.requests.length).toBe(2);
  });

  it("that falls silent is stalled", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
      stallAfterBytes: 200,
    }));
    const model = provider({ baseUrl: server.url, watchdog: { idleMs: 60 } }).model(modelId);
    const { error } = await outcomeOf(model.stream(simple, never));
    expect(error).toMatchObject({ code: "stalled", retryable: true });
  });

  it("is given up at once when it is aborted, and its connection is closed", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
      stallAfterBytes: 300,
    }));
    const stopping = new AbortController();
    const events = provider({ baseUrl: server.url }).model(modelId).stream(simple, stopping.signal);
    const reading = collect(events);
    while (server.requests.length === 0) await wait(5);
    stopping.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    while (server.openSockets() > 0) await wait(5);
  });

  it("closes its connection when its reader leaves", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
      stallAfterBytes: 300,
    }));
    for await (const event of provider({ baseUrl: server.url }).model(modelId).stream(simple, never)) {
      expect(event.type).toBe("message-start");
      break;
    }
    while (server.openSockets() > 0) await wait(5);
  });

  it("leaves its connection for the next one", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
    }));
    const model = provider({ baseUrl: server.url }).model(modelId);
    for (let count = 0; count < 6; count++) await collect(model.stream(simple, never));
    expect(server.requests.length).toBe(6);
    expect(server.acceptedSockets()).toBeLessThanOrEqual(2);
  });

  it("of a host that does not answer is a network failure", async () => {
    const server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: Buffer.alloc(0),
    }));
    await server[Symbol.asyncDispose]();
    const { error } = await outcomeOf(provider({ baseUrl: server.url }).model(modelId).stream(simple, never));
    expect(error).toMatchObject({ code: "network", retryable: true });
  });
});
