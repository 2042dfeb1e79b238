import { describe, expect, it } from "vitest";
import { ProviderError, type AttemptEvent } from "@skein/protocol";
import { assistant, never, results } from "@skein/test-kit";
import { fetchOf, openaiChatServer, openaiResponsesServer } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { endOf, outcomeOf, provider, sse, textIn } from "./replies.ts";
import { result, simple } from "./requests.ts";

const hello = [{ type: "text", text: "Hello" }] as const;

function error(fields: object): object {
  return { error: { message: "Words of the vendor", param: null, ...fields } };
}

describe("a refused request", () => {
  it("for its key names the variable and never the key", async () => {
    const body = error({
      code: "invalid_api_key",
      message: "Incorrect API key provided: sk-test-0123456789.",
    });
    await using server = await openaiChatServer([{ status: 401, body }]);
    const { error: thrown } = await outcomeOf({ baseUrl: server.url });
    expect(thrown).toMatchObject({ hint: expect.stringContaining("OPENAI_API_KEY") as string });
    expect(`${String(thrown)} ${JSON.stringify(thrown)}`).not.toContain("0123456789");
  });

  it.each([
    ["nothing of Responses", "404 page not found", "SKEIN_OPENAI_API=chat"],
    ["no such model", error({ code: "model_not_found" }), "Check the model's name"],
  ])("by a server that knows %s says what to do", async (_, body, words) => {
    await using server = await openaiResponsesServer([{ status: 404, body }]);
    const { error: thrown } = await outcomeOf({ baseUrl: server.url, api: "responses" });
    expect(thrown).toMatchObject({ code: "not-found", hint: expect.stringContaining(words) as string });
  });

  it("is made again after what the vendor asked to wait, and the whole reply counts", async () => {
    await using server = await openaiChatServer([
      { status: 429, body: error({ code: "rate_limit_exceeded" }), headers: { "retry-after-ms": "15" } },
      { parts: hello, cutAfterEvents: 2 },
      { parts: hello },
    ]);
    const events: AttemptEvent[] = [];
    const model = provider({ baseUrl: server.url, retry: { retries: 3, firstWaitMs: 5 } }).model("demo-1");
    for await (const event of model.stream(simple, never)) events.push(event);
    const kinds = events.map(({ type }) => type).filter((type) => type.startsWith("re"));
    expect(kinds).toEqual(["retry-wait", "retry-wait", "reply-restarted"]);
    expect(events.find(({ type }) => type === "retry-wait")).toMatchObject({ ms: 15 });
    expect(endOf(events.filter((event) => event.type === "message-end"))?.stop).toBe("answered");
  });
});

describe("an answer that is no reply", () => {
  it.each([
    ["HTML", "text/html", "<!doctype html><p>Sign in"],
    ["HTML that says it is a stream", "text/event-stream", "<!doctype html><p>Sign in"],
    ["JSON of something else", "application/json", '{"status":"Sign in"}'],
    ["plain text", "text/plain", "Sign in"],
  ])("%s is quoted", async (_, type, body) => {
    for (const api of ["chat", "responses"] as const) {
      const { error: thrown } = await outcomeOf({
        api,
        fetch: fetchOf(Buffer.from(body), 7, 200, { "content-type": type }),
      });
      expect(thrown).toMatchObject({
        code: "bad-stream",
        message: expect.stringContaining("Sign in") as string,
      });
    }
  });

  it.each(["text/event-stream", "application/json"])("an empty body (%s) may pass", async (type) => {
    const { error: thrown } = await outcomeOf({
      fetch: fetchOf(Buffer.from(""), 7, 200, { "content-type": type }),
    });
    expect(thrown).toMatchObject({ code: "bad-stream", retryable: true });
  });

  it("an error body with status 200 is the error it says", async () => {
    const body = Buffer.from(JSON.stringify(error({ code: "insufficient_quota" })));
    const { error: thrown } = await outcomeOf({
      fetch: fetchOf(body, 7, 200, { "content-type": "application/json" }),
    });
    expect(thrown).toMatchObject({ code: "quota" });
  });

  it.each([
    [
      "a gateway's error around an overflow",
      {
        error: {
          code: 400,
          message: "Provider returned error",
          metadata: { raw: '{"error":{"message":"prompt is too long: 9 tokens > 8000 maximum"}}' },
        },
      },
      { code: "context-overflow", retryable: false, contextTokens: 8000 },
    ],
    [
      "MiniMax's base_resp",
      { id: "x", choices: [], base_resp: { status_code: 1002, status_msg: "rate limit" } },
      { code: "rate-limited", retryable: true },
    ],
  ])("%s inside a stream is the error it says", async (_, chunk, expected) => {
    const begun = { id: "x", choices: [{ index: 0, delta: { content: "Hel" } }] };
    const fetch = fetchOf(sse([begun, chunk]), 7);
    const { error: thrown } = await outcomeOf({ api: "chat", fetch });
    expect(thrown).toMatchObject(expected);
  });

  it("a base_resp of success is no error", async () => {
    const last = { index: 0, delta: { content: "ok" }, finish_reason: "stop" };
    const chunk = { id: "x", choices: [last], base_resp: { status_code: 0, status_msg: "" } };
    const { events } = await outcomeOf({ api: "chat", fetch: fetchOf(sse([chunk, "[DONE]"]), 7) });
    expect(textIn(partsOf(events), "text")).toBe("ok");
  });

  it("a stream under a wrong name is a stream", async () => {
    const bytes = sse([
      { id: "x", choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] },
      "[DONE]",
    ]);
    const { events } = await outcomeOf({
      api: "chat",
      fetch: fetchOf(bytes, 7, 200, { "content-type": "text/plain" }),
    });
    expect(textIn(partsOf(events), "text")).toBe("ok");
  });
});

describe("what an endpoint refuses", () => {
  it("is left out of the next request, at once and for good", async () => {
    await using server = await openaiChatServer([
      { status: 422, body: { detail: "stream_options: Extra inputs are not permitted" } },
      {
        status: 400,
        body: error({ message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." }),
      },
      { parts: hello },
      { parts: hello },
    ]);
    const model = provider({ baseUrl: server.url }).model("demo-1");
    for (let turn = 0; turn < 2; turn++) {
      const events: AttemptEvent[] = [];
      for await (const event of model.stream({ ...simple, options: { maxOutputTokens: 9 } }, never))
        events.push(event);
      expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "answered" });
    }
    const asked = server.requests.map((request) =>
      Object.keys(request.json() as object).filter((key) => /options|max/.test(key)),
    );
    expect(asked).toEqual([
      ["stream_options", "max_tokens"],
      ["max_tokens"],
      ["max_completion_tokens"],
      ["max_completion_tokens"],
    ]);
  });

  it("may be the form of foreign ids of calls", async () => {
    const message = "Tool call id was call_PTLP8 but must be a-z, A-Z, 0-9, with a length of 9.";
    await using server = await openaiChatServer([
      { status: 400, body: { message, code: 3280 } },
      { parts: hello },
    ]);
    const calls = ["call_PTLP8", "call_PTLP8", "D681PevKs"].map(
      (id) => ({ type: "tool-call", id, name: "look", input: {} }) as const,
    );
    const answers = calls.map(({ id }, at) => result(id, `${at}`));
    await outcomeOf(
      { baseUrl: server.url },
      { ...simple, messages: [assistant(...calls), results(...answers)] },
    );
    const { messages } = server.requests[1]!.json() as {
      messages: readonly { tool_calls?: readonly { id: string }[]; tool_call_id?: string }[];
    };
    const ids = messages.flatMap(({ tool_calls: sent = [] }) => sent.map(({ id }) => id));
    expect(ids.map((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toEqual([true, true, true]);
    expect([new Set(ids).size, ids[2]]).toEqual([3, "D681PevKs"]);
    expect(messages.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(ids);
  });

  it("may be a schema, which is then said in the plainest words", async () => {
    const message = "Invalid schema for function 'pick': 'oneOf' is not permitted.";
    await using server = await openaiResponsesServer([
      { status: 400, body: error({ message }) },
      { parts: hello },
    ]);
    const inputSchema = { type: "object", properties: { a: { oneOf: [{ type: "string", format: "uri" }] } } };
    const request = { ...simple, tools: [{ name: "pick", description: "", inputSchema }] };
    const { error: thrown } = await outcomeOf({ baseUrl: server.url, api: "responses" }, request);
    expect(thrown).toBeUndefined();
    const { tools } = server.requests[1]!.json() as { tools: unknown[] };
    expect(tools).toMatchObject([{ parameters: { properties: { a: { anyOf: [{ type: "string" }] } } } }]);
  });

  it("and cannot be left out is an error after one request", async () => {
    await using server = await openaiChatServer([
      { status: 400, body: error({ message: "The temperature is too high" }) },
    ]);
    const { error: thrown } = await outcomeOf({ baseUrl: server.url });
    expect(ProviderError.is(thrown) && thrown.code).toBe("bad-request");
    expect(server.requests).toHaveLength(1);
  });
});
