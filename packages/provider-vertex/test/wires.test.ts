import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streamLawBreaks } from "@skein/provider-kit";
import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { assistant, call, collect, never, requestOf, result, results, user } from "@skein/test-kit";
import { anthropicStream, googleStream, serveScript } from "@skein/provider-conformance/servers";
import { outcomeOf, partsOf } from "@skein/provider-conformance/cases";
import { events, failing, provider, simple, token } from "./replies.ts";

const hello = [{ type: "text", text: "Hello from the other side" }] as const;
const claude = "claude-opus-4-5@20251101";

describe("Gemini", () => {
  it("is asked at its project and location, with a token", async () => {
    await using server = await serveScript(events(googleStream(hello)));
    const read = (await collect(
      provider({ baseUrl: server.url }).model("gemini-2.5-pro").stream(simple, never),
    )) as ModelEvent[];
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toEqual(hello);
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/v1beta1/projects/my-project/locations/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(request!.json()).toMatchObject({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] });
  });

  it.each([
    [
      "publishers/google/models/gemini-2.5-pro",
      "projects/my-project/locations/europe-west4/publishers/google/models/gemini-2.5-pro",
    ],
    ["projects/p/locations/us-central1/endpoints/42", "projects/p/locations/us-central1/endpoints/42"],
  ])("may be named %s", async (modelId, path) => {
    await using server = await serveScript(events(googleStream(hello)));
    await collect(provider({ baseUrl: server.url }).model(modelId).stream(simple, never));
    expect(server.requests[0]!.path).toBe(`/v1beta1/${path}:streamGenerateContent?alt=sse`);
  });

  it("gets its signatures back, and those of its vendor's own service not", async () => {
    const signed = (by: string, signature: string): AssistantPart => ({
      ...call(`of-${by}`),
      sidecar: { provider: by, model: "gemini-3-flash-preview", data: { signature } },
    });
    const request = requestOf([
      user("Go"),
      assistant(signed("vertex", "OWN")),
      results(result("of-vertex", "1")),
      assistant(signed("google", "FOREIGN")),
      results(result("of-google", "2")),
    ]);
    await using server = await serveScript(events(googleStream(hello)));
    await collect(provider({ baseUrl: server.url }).model("gemini-3-flash-preview").stream(request, never));
    const body = JSON.stringify(server.requests[0]!.json());
    expect(body).toContain('"thoughtSignature":"OWN"');
    expect(body).not.toContain("FOREIGN");
  });

  it("signs what this provider owns", async () => {
    const part = { functionCall: { name: "sh", args: {} }, thoughtSignature: "SIG" };
    const chunk = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 1 },
    };
    await using server = await serveScript(events(`data: ${JSON.stringify(chunk)}\n\n`));
    const read = await collect(
      provider({ baseUrl: server.url }).model("gemini-3-flash-preview").stream(simple, never),
    );
    expect(partsOf(read)).toMatchObject([
      { name: "sh", sidecar: { provider: "vertex", data: { signature: "SIG" } } },
    ]);
  });
});

describe("Claude", () => {
  it("is asked at its project and location, with the version in the body and the model in the address", async () => {
    await using server = await serveScript(events(anthropicStream(hello)));
    const request = requestOf([user("Hello")], { system: "Be brief." });
    const read = (await collect(
      provider({ baseUrl: server.url }).model(claude).stream(request, never),
    )) as ModelEvent[];
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toEqual(hello);
    expect(server.requests[0]!.path).toBe(
      `/v1/projects/my-project/locations/europe-west4/publishers/anthropic/models/${claude}:streamRawPredict`,
    );
    const body = server.requests[0]!.json() as Record<string, unknown>;
    expect(Object.keys(body)[0]).toBe("anthropic_version");
    expect(body).toMatchObject({
      anthropic_version: "vertex-2023-10-16",
      stream: true,
      max_tokens: 64_000,
      system: [{ text: "Be brief.", cache_control: { type: "ephemeral" } }],
    });
    expect(body).not.toHaveProperty("model");
  });

  it("gets what it needs beside the body in a header", async () => {
    await using server = await serveScript(events(anthropicStream(hello)));
    const settings = { baseUrl: server.url, headers: { "x-team": "blue" } };
    await collect(provider(settings).model("claude-opus-5").stream(simple, never));
    expect(server.requests[0]!.headers).toMatchObject({
      "x-team": "blue",
      "anthropic-beta": expect.stringMatching(/.+/) as string,
    });
  });

  it("gets its thoughts back, and those of its vendor's own service not", async () => {
    const thought = (owner: string, signature: string): AssistantPart => ({
      type: "thinking",
      text: "hm",
      sidecar: { provider: owner, model: claude, data: { signature } },
    });
    const said = { type: "text", text: "Hi" } as const;
    const request = requestOf([
      user("a"),
      assistant(thought("vertex", "OWN"), said),
      user("b"),
      assistant(thought("anthropic", "FOREIGN"), said),
      user("c"),
    ]);
    await using server = await serveScript(events(anthropicStream(hello)));
    await collect(provider({ baseUrl: server.url }).model(claude).stream(request, never));
    const body = JSON.stringify(server.requests[0]!.json());
    expect(body).toContain('"signature":"OWN"');
    expect(body).not.toContain("FOREIGN");
  });
});

describe("a failure", () => {
  const google = (code: number, status: string, message: string) => ({ error: { code, status, message } });
  const messages = (type: string, message: string) => ({ type: "error", error: { type, message } });

  it.each([
    [401, google(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."), "auth", false],
    [
      403,
      google(403, "PERMISSION_DENIED", "Permission 'aiplatform.endpoints.predict' denied on resource"),
      "auth",
      false,
    ],
    [404, google(404, "NOT_FOUND", "Publisher Model `gemini-nope` was not found"), "not-found", false],
    [
      429,
      [google(429, "RESOURCE_EXHAUSTED", "Resource exhausted. Please try again later.")],
      "rate-limited",
      true,
    ],
    [
      400,
      google(
        400,
        "INVALID_ARGUMENT",
        "The input token count (2000000) exceeds the maximum number of tokens allowed",
      ),
      "context-overflow",
      false,
    ],
    [503, google(503, "UNAVAILABLE", "The service is currently unavailable."), "overloaded", true],
    [529, messages("overloaded_error", "Overloaded"), "overloaded", true],
    [
      400,
      messages("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
      "context-overflow",
      false,
    ],
    [429, messages("rate_limit_error", "Too many"), "rate-limited", true],
  ])("%i %j is %s for either wire", async (status, body, code, retryable) => {
    for (const modelId of ["gemini-2.5-pro", claude]) {
      await using server = await serveScript(failing(status, body));
      const { error } = await outcomeOf(
        provider({ baseUrl: server.url }).model(modelId).stream(simple, never),
      );
      expect(error).toMatchObject({ name: "ProviderError", code, retryable, status, provider: "vertex" });
      expect(server.requests.length).toBe(1);
    }
  });

  it("of the credentials says what to look at, and never shows the token", async () => {
    await using server = await serveScript(
      failing(401, google(401, "UNAUTHENTICATED", `Bad token ${token}`)),
    );
    const { error } = await outcomeOf(provider({ baseUrl: server.url }).model(claude).stream(simple, never));
    expect(error).toMatchObject({ code: "auth", hint: expect.stringContaining("Vertex AI User") as string });
    expect(String(error)).toContain("refused the credentials");
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(token);
  });

  it("inside a stream is one", async () => {
    const half = anthropicStream(hello).split("event: content_block_stop")[0]!;
    const sent = `${half}event: error\ndata: ${JSON.stringify(messages("overloaded_error", "Overloaded"))}\n\n`;
    await using server = await serveScript(events(sent));
    const { error, events: read } = await outcomeOf(
      provider({ baseUrl: server.url }).model(claude).stream(simple, never),
    );
    expect(error).toMatchObject({ code: "overloaded", retryable: true });
    expect(streamLawBreaks(read, { cut: true })).toEqual([]);
    expect(read.length).toBeGreaterThan(1);
  });

  it.each([["gemini-2.5-pro"], [claude]])("of %s is an end before the end", async (modelId) => {
    const whole = modelId === claude ? anthropicStream(hello) : googleStream(hello);
    const stop = Math.max(whole.lastIndexOf("message_delta"), whole.lastIndexOf("finishReason"));
    await using server = await serveScript(events(whole.slice(0, stop - 60)));
    const { error } = await outcomeOf(provider({ baseUrl: server.url }).model(modelId).stream(simple, never));
    expect(error).toMatchObject({ code: "bad-stream", retryable: true, provider: "vertex" });
  });

  it("is any name that would lead elsewhere", async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (url) => {
      asked.push(new Request(url).url);
      return Promise.reject(new TypeError("fetch failed"));
    };
    const own = provider({ fetch, baseUrl: "https://gateway.example/" });
    const names = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.stringMatching(/^(claude|projects\/)?[a-z./:?#@%\\-]{0,20}$/),
    );
    await checkProperty(
      fc.asyncProperty(names, async (modelId) => {
        const { error } = await outcomeOf(own.model(modelId).stream(simple, never));
        expect(["not-found", "network"]).toContain((error as { code?: string }).code);
      }),
    );
    const form =
      /^https:\/\/gateway\.example\/v1(beta1)?\/projects\/[\w./:@-]*:stream(GenerateContent\?alt=sse|RawPredict)$/;
    expect(asked.filter((url) => !form.test(url))).toEqual([]);
  });

  it("is a name that would lead elsewhere", async () => {
    await using server = await serveScript(events(""));
    for (const modelId of ["../../secrets", "gemini?x=1", "claude#"]) {
      const { error } = await outcomeOf(
        provider({ baseUrl: server.url }).model(modelId).stream(simple, never),
      );
      expect(error).toMatchObject({ code: "not-found", retryable: false });
    }
    expect(server.requests).toEqual([]);
  });
});
