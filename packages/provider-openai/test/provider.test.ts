import { describe, expect, it } from "vitest";
import { costOf, type AssistantPart, type Message, type ModelEvent } from "@skein/protocol";
import { complete } from "@skein/provider-kit";
import { assistant, never, results, user } from "@skein/test-kit";
import { openaiChatServer, openaiResponsesServer } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { createOpenAI, openai } from "../src/index.ts";
import { outcomeOf, provider } from "./replies.ts";
import { look, result, simple } from "./requests.ts";

const hello = [{ type: "text", text: "Hello" }] as const;
const call: AssistantPart = { type: "tool-call", id: "call_1", name: "look", input: { at: "x" } };

describe("two turns over the wire", () => {
  it("of Responses: thoughts, calls and texts come back in the next request", async () => {
    const thought: AssistantPart = { type: "thinking", text: "I should look." };
    await using server = await openaiResponsesServer([{ parts: [thought, call] }, { parts: hello }]);
    const model = provider({ baseUrl: server.url, api: "responses" }).model("gpt-5");
    const first = await complete(model, { ...simple, tools: [look] }, never);
    expect(first).toMatchObject({
      stop: "tool-calls",
      requestId: "req_test",
      usage: { input: 11, output: 7 },
    });
    const messages: Message[] = [
      user("Hello"),
      assistant(...first.content),
      results(result("call_1", "seen")),
    ];
    await complete(model, { ...simple, tools: [look], messages }, never);

    const [before, after] = server.requests.map((request) => request.bytes.toString());
    expect(server.requests[1]!.path).toBe("/v1/responses");
    expect((server.requests[1]!.json() as { input: unknown }).input).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] },
      {
        type: "reasoning",
        id: "rs_0",
        summary: [{ type: "summary_text", text: "I should look." }],
        encrypted_content: "sealed_0",
      },
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: '{"at":"x"}' },
      { type: "function_call_output", call_id: "call_1", output: "seen" },
    ]);
    expect(after!.startsWith(before!.replace(/\]\}$/, ""))).toBe(true);
  });

  it("of Chat Completions: the same", async () => {
    const thought: AssistantPart = { type: "thinking", text: "I should look." };
    await using server = await openaiChatServer([{ parts: [thought, call] }, { parts: hello }]);
    const model = provider({ baseUrl: server.url }).model("demo-1");
    const first = await complete(model, { ...simple, tools: [look] }, never);
    const messages: Message[] = [
      user("Hello"),
      assistant(...first.content),
      results(result("call_1", "seen")),
    ];
    await complete(model, { ...simple, tools: [look], messages }, never);
    expect(server.requests[1]!.path).toBe("/v1/chat/completions");
    expect((server.requests[1]!.json() as { messages: unknown }).messages).toEqual([
      { role: "system", content: "You are brief." },
      { role: "user", content: "Hello" },
      {
        role: "assistant",
        content: null,
        reasoning_content: "I should look.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"x"}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "seen" },
    ]);
  });

  it("call a tool by the name the wire takes and know it again", async () => {
    const named = { ...look, name: "admin.tools/look" };
    await using server = await openaiChatServer((request) => {
      const { tools } = request.json() as { tools: readonly { function: { name: string } }[] };
      return { parts: [{ ...call, name: tools[0]!.function.name }] };
    });
    const { events } = await outcomeOf({ baseUrl: server.url }, { ...simple, tools: [named] });
    expect(partsOf(events)).toMatchObject([{ name: "admin.tools/look" }]);
    expect(events).toContainEqual({
      type: "part-start",
      part: 0,
      kind: "tool-call",
      name: "admin.tools/look",
    });
  });
});

describe("the key and the address", () => {
  it("come from the settings, then from the environment, then from the secrets", async () => {
    await using server = await openaiChatServer(() => ({ parts: hello }));
    const secrets = (name: string) => (name === "OPENAI_API_KEY" ? "from-secrets" : undefined);
    const env = { OPENAI_API_KEY: "from-env", OPENAI_BASE_URL: `${server.url}/v1/` };
    const retry = { retries: 0 };
    await complete(openai("m", { apiKey: "given", env, secrets, retry }), simple, never);
    await complete(openai("m", { env, secrets, retry }), simple, never);
    await complete(openai("m", { env: { OPENAI_BASE_URL: server.url }, secrets, retry }), simple, never);
    const keys = server.requests.map(({ headers, path }) => [headers.authorization, path]);
    const path = "/v1/chat/completions";
    expect(keys).toEqual([
      ["Bearer given", path],
      ["Bearer from-env", path],
      ["Bearer from-secrets", path],
    ]);
  });

  it("a server on this machine needs no key, and gets none", async () => {
    await using server = await openaiChatServer([{ parts: hello }]);
    await complete(openai("m", { baseUrl: server.url, env: {} }), simple, never);
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  it("elsewhere no key is an error before any request", async () => {
    const keyless = createOpenAI({ env: {}, fetch: () => Promise.reject(new Error("was called")) });
    await expect(keyless.prepare()).rejects.toMatchObject({
      code: "missing-key",
      hint: expect.stringContaining("OPENAI_API_KEY") as string,
    });
    await expect(complete(keyless.model("gpt-5"), simple, never)).rejects.toMatchObject({
      code: "missing-key",
    });
    await expect(
      createOpenAI({ apiKey: "k", env: { OPENAI_BASE_URL: "nowhere" } }).prepare(),
    ).rejects.toMatchObject({ code: "usage" });
    await expect(
      createOpenAI({ apiKey: "k", env: { SKEIN_OPENAI_API: "both" } }).prepare(),
    ).rejects.toMatchObject({ code: "usage" });
  });

  it.each([
    [{}, {}, "https://api.openai.com/v1/responses"],
    [{ baseUrl: "https://eu.api.openai.com/v1" }, {}, "https://eu.api.openai.com/v1/responses"],
    [{}, { SKEIN_OPENAI_API: "chat" }, "https://api.openai.com/v1/chat/completions"],
    [
      {},
      { OPENAI_BASE_URL: "https://models.example.org/openai/v1/" },
      "https://models.example.org/openai/v1/chat/completions",
    ],
    [{ baseUrl: "https://models.example.org" }, {}, "https://models.example.org/chat/completions"],
    [{ baseUrl: "http://localhost:11434" }, {}, "http://localhost:11434/v1/chat/completions"],
    [
      { baseUrl: "http://localhost:1234", api: "responses" as const },
      { SKEIN_OPENAI_API: "chat" },
      "http://localhost:1234/v1/responses",
    ],
    [
      { baseUrl: "https://api.openai.com.example.org/v1" },
      {},
      "https://api.openai.com.example.org/v1/chat/completions",
    ],
  ])("%j with %j is called at %s", async (settings, env, address) => {
    const called: string[] = [];
    const seen: typeof fetch = (input) => {
      called.push(input instanceof Request ? input.url : input.toString());
      return Promise.reject(new TypeError("fetch failed"));
    };
    await outcomeOf({ ...settings, env, fetch: seen });
    expect(called).toEqual([address]);
  });

  it("headers and accounts are sent, those of the environment only to the vendor", async () => {
    const seen: Headers[] = [];
    const keep: typeof fetch = (_, init) => {
      seen.push(new Headers(init?.headers));
      return Promise.reject(new TypeError("fetch failed"));
    };
    const env = { OPENAI_ORG_ID: "org-env", OPENAI_PROJECT_ID: "proj-env" };
    await outcomeOf({ env, fetch: keep, headers: { "x-team": "geese" } });
    await outcomeOf({ env, fetch: keep, baseUrl: "https://models.example.org/v1", project: "proj" });
    expect(
      seen.map((headers) =>
        ["x-team", "openai-organization", "openai-project"].map((name) => headers.get(name)),
      ),
    ).toEqual([
      ["geese", "org-env", "proj-env"],
      [null, null, "proj"],
    ]);
  });
});

describe("the provider", () => {
  it("lists models with what is known of them, and checks the key", async () => {
    const data = [
      { id: "gpt-5" },
      { id: "other", name: "Other", context_length: 1000, top_provider: { max_completion_tokens: 10 } },
      { id: "gateway", architecture: { input_modalities: ["text", "image"] } },
      { id: "flags", capabilities: { vision: true } },
      { id: "nested", capabilities: { supports: { vision: false } } },
    ];
    const ok: typeof fetch = () => Promise.resolve(Response.json({ object: "list", data }));
    expect(await provider({ fetch: ok }).models()).toEqual([
      { id: "gpt-5", limits: { contextTokens: 400_000, outputTokens: 128_000, images: true, pdfs: true } },
      { id: "other", name: "Other", limits: { contextTokens: 1000, outputTokens: 10 } },
      { id: "gateway", limits: { images: true, pdfs: false } },
      { id: "flags", limits: { images: true } },
      { id: "nested", limits: { images: false } },
    ]);
    await using server = await openaiChatServer([]);
    await provider({ baseUrl: server.url }).check();
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/models"]);
    const refused: typeof fetch = () =>
      Promise.resolve(Response.json({ error: { code: "invalid_api_key" } }, { status: 401 }));
    await expect(provider({ fetch: refused }).check()).rejects.toMatchObject({ code: "auth" });
  });

  it("knows limits and prices of its models, and says nothing of others", () => {
    expect(openai("gpt-5-2025-08-07")).toMatchObject({
      provider: "openai",
      limits: { contextTokens: 400_000, outputTokens: 128_000 },
      price: { input: 1.25, output: 10, cacheRead: 0.125 },
    });
    expect(openai("qwen-3")).toMatchObject({ limits: {}, price: undefined });
    const { price } = openai("gpt-6-sol");
    const prompt = (input: number) => ({ input, output: 1000, cacheRead: 0, cacheWrite: 0 });
    expect(costOf(prompt(272_000), price)).toBeCloseTo(0.544 + 0.01, 6);
    expect(costOf(prompt(272_001), price)).toBeCloseTo(1.088 + 0.015, 5);
  });

  it("under another name owns its sidecars and its errors by it", async () => {
    await using server = await openaiResponsesServer([{ parts: hello }, { status: 500 }]);
    const settings = { id: "house", baseUrl: server.url, api: "responses" as const };
    const { events } = await outcomeOf(settings);
    expect(partsOf(events)[0]).toMatchObject({ sidecar: { provider: "house" } });
    expect((await outcomeOf(settings)).error).toMatchObject({ provider: "house" });
    expect(createOpenAI(settings).id).toBe("house");
  });
});

describe("the connection", () => {
  it.each(["chat", "responses"] as const)(
    "is closed by an abort in the middle of a reply (%s)",
    async (api) => {
      const slow = {
        parts: [{ type: "text", text: "Hello ".repeat(100) }],
        chunkBytes: 200,
        delayMs: 5,
      } as const;
      await using server = await (api === "chat" ? openaiChatServer([slow]) : openaiResponsesServer([slow]));
      const controller = new AbortController();
      const events: ModelEvent[] = [];
      const reading = (async () => {
        for await (const event of provider({ baseUrl: server.url, api })
          .model("m")
          .stream(simple, controller.signal)) {
          events.push(event as ModelEvent);
          if (event.type === "text-delta") controller.abort(new Error("enough"));
        }
      })();
      await expect(reading).rejects.toThrow("enough");
      expect(events.at(-1)!.type).toBe("text-delta");
      await expect.poll(() => server.openSockets()).toBe(0);
    },
  );

  it("is closed when the reader leaves, and at the idle timeout", async () => {
    const stalls = { parts: hello, stallAfterBytes: 200 };
    await using server = await openaiChatServer([stalls, stalls]);
    for await (const event of provider({ baseUrl: server.url }).model("m").stream(simple, never)) {
      if (event.type === "message-start") break;
    }
    await expect.poll(() => server.openSockets()).toBe(0);
    const { error } = await outcomeOf({ baseUrl: server.url, watchdog: { idleMs: 40 } });
    expect(error).toMatchObject({ code: "stalled", retryable: true });
    await expect.poll(() => server.openSockets()).toBe(0);
  });

  it("is used again for the next request", async () => {
    await using server = await openaiChatServer(() => ({ parts: hello }));
    const model = provider({ baseUrl: server.url }).model("m");
    for (let turn = 0; turn < 6; turn++) await complete(model, simple, never);
    expect(server.requests).toHaveLength(6);
    expect(server.acceptedSockets()).toBeLessThanOrEqual(2);
  });

  it("that stays open behind a whole reply does not hold it back for long", async () => {
    const done = `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta: { content: "ok" }, finish_reason: "stop" }] })}\n\n`;
    await using server = await openaiChatServer([{ bytes: done, stallAfterBytes: done.length }]);
    const { events, error } = await outcomeOf({ baseUrl: server.url });
    expect([error, events.at(-1)?.type]).toEqual([undefined, "message-end"]);
  });
});
