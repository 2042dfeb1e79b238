import type { ConfigError, ModelProvider, ModelRequest, ProviderError } from "@skein/protocol";
import { attemptLawBreaks } from "@skein/provider-kit";
import { collect, never, requestOf, user } from "@skein/test-kit";
import {
  anthropicServer,
  openaiChatServer,
  openaiResponsesServer,
  serveScript,
} from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { defineProvider, readDefinition } from "../src/index.ts";
import { engines, loggedIn, providerOf } from "./engines.ts";

const hello: ModelRequest = requestOf([user("Hello")]);
const answer = { parts: [{ type: "text", text: "Hi" }] } as const;

async function ask(provider: ModelProvider, model: string, request = hello) {
  const events = await collect(provider.model(model).stream(request, never));
  expect(attemptLawBreaks(events)).toEqual([]);
  return events;
}

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  return work.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: unknown) => error as ProviderError,
  );
}

interface SentBody {
  readonly [field: string]: unknown;
  readonly messages: readonly Record<string, unknown>[];
}

describe("a request through a definition", () => {
  it("goes to its address with its key, headers, query and body, under its name", async () => {
    await using server = await openaiChatServer([answer]);
    const provider = await providerOf(
      {
        base_url: "${CORP_HOST}/gateway/v1/chat/completions?tier=2",
        env_vars: [{ name: "CORP_HOST", default: server.url }],
        headers: { "x-team": "${TEAM}" },
        query: { "api-version": "2026-01-01" },
        body: { safe_mode: true, model: "loses" },
        omit: ["stream_options"],
        rename: { max_completion_tokens: "max_tokens" },
      },
      {
        env: {
          CORP_KEY: "sk-corp-1234",
          TEAM: "blue",
          OPENAI_API_KEY: "other",
          OPENAI_BASE_URL: "http://x.invalid",
        },
      },
    );
    const events = await ask(provider, "m1");
    expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "answered" });
    const [request] = server.requests;
    expect(request!.path).toBe("/gateway/v1/chat/completions?tier=2&api-version=2026-01-01");
    expect(request!.headers).toMatchObject({ authorization: "Bearer sk-corp-1234", "x-team": "blue" });
    const body = request!.json() as SentBody;
    expect(body).toMatchObject({ model: "m1", safe_mode: true, stream: true });
    expect(body).not.toHaveProperty("stream_options");
    expect(provider.model("m1")).toMatchObject({ provider: "corp", id: "m1", limits: {} });
  });

  it("takes limits and prices from the definition, never the engine's", async () => {
    const provider = await providerOf({
      models: [{ name: "gpt-4o", context_limit: 5000, input_token_cost: 2e-6, output_token_cost: 3e-6 }],
    });
    expect(provider.model("gpt-4o")).toMatchObject({
      limits: { contextTokens: 5000 },
      price: { input: 2, output: 3 },
    });
    expect(provider.model("gpt-5")).toMatchObject({ limits: {}, price: undefined });
  });

  it("tells the thinking budget that its engine will send, so that a budget refuses what no longer fits", async () => {
    await using server = await anthropicServer([answer]);
    const models = [{ name: "m1", context_limit: 200_000, max_output_tokens: 32_000 }];
    const provider = await providerOf({ engine: "anthropic", base_url: server.url, models });
    await provider.prepare();
    const options = { effort: "low" } as const;
    const plan = provider.model("m1").thinking?.(options);
    await ask(provider, "m1", { ...hello, options });
    const { thinking } = server.requests[0]!.json() as { thinking: { budget_tokens: number } };
    expect(thinking.budget_tokens).toBeGreaterThan(1_000);
    expect(plan).toEqual({ budgetTokens: thinking.budget_tokens, isHidden: true });
  });

  it("asks a retry for what is left of a budget by then", async () => {
    let left = 500;
    await using server = await openaiChatServer([{ status: 503, body: {} }, answer]);
    const retry = { retries: 1, firstWaitMs: 1, jitter: 0 };
    const provider = await providerOf({ base_url: server.url, quirks: {} }, { retry });
    const request = {
      ...hello,
      get outputCap() {
        return left;
      },
    };
    for await (const { type } of provider.model("m1").stream(request, never))
      if (type === "retry-wait") left = 300;
    const limits = server.requests.map((sent) => (sent.json() as SentBody)["max_tokens"]);
    expect(limits).toEqual([500, 300]);
  });

  it("carries the key where the definition says, and in no other place", async () => {
    await using server = await openaiChatServer([answer]);
    const provider = await providerOf({
      base_url: server.url,
      base_path: "openai/deployments/{model}/chat/completions",
      auth_header: "api-key",
      auth_prefix: "",
    });
    await ask(provider, "my deployment");
    const [request] = server.requests;
    expect(request!.path).toBe("/openai/deployments/my%20deployment/chat/completions");
    expect(request!.headers["api-key"]).toBe("sk-corp-1234");
    expect(request!.headers).not.toHaveProperty("authorization");
  });

  it("without a key carries none", async () => {
    await using server = await openaiChatServer([answer]);
    const provider = await providerOf({ api_key_env: "", base_url: server.url }, { env: {} });
    await ask(provider, "m1");
    expect(server.requests[0]!.path).toBe("/v1/chat/completions");
    expect(server.requests[0]!.headers).not.toHaveProperty("authorization");
  });

  it("keeps a key that a header of the definition carries", async () => {
    await using server = await openaiChatServer([answer]);
    const headers = { Authorization: "Bearer from-the-file" };
    await ask(await providerOf({ api_key_env: "", base_url: server.url, headers }, { env: {} }), "m1");
    expect(server.requests[0]!.headers.authorization).toBe("Bearer from-the-file");
  });

  it("says an effort in the definition's words, and none for models that do not think", async () => {
    await using server = await openaiChatServer([answer, answer, answer, answer]);
    const provider = await providerOf({
      base_url: server.url,
      efforts: { none: { thinking: { type: "disabled" } }, high: { thinking: { type: "enabled" } } },
      models: [
        { name: "dull", reasoning: false },
        { name: "other", efforts: { high: { reasoning_effort: "max" } } },
      ],
    });
    const wish = (effort: "none" | "high" | "low") => ({ ...hello, options: { effort } });
    await ask(provider, "any", wish("none"));
    await ask(provider, "any", wish("low"));
    await ask(provider, "dull", wish("high"));
    await ask(provider, "other", wish("high"));
    const said = server.requests.map((request) => {
      const { thinking, reasoning_effort: effort } = request.json() as SentBody;
      return { thinking, effort };
    });
    expect(said).toEqual([
      { thinking: { type: "disabled" }, effort: undefined },
      { thinking: undefined, effort: undefined },
      { thinking: undefined, effort: undefined },
      { thinking: undefined, effort: "max" },
    ]);
  });

  it("sends thoughts back in the field the endpoint wants, or not at all", async () => {
    const thinking = {
      parts: [
        { type: "thinking", text: "Hm" },
        { type: "text", text: "Hi" },
      ],
    } as const;
    await using server = await openaiChatServer([thinking, answer, thinking, answer]);
    const secondOf = async (fields: object) => {
      const provider = await providerOf({ base_url: server.url, ...fields });
      const parts = (await ask(provider, "m1")).flatMap((event) =>
        event.type === "part-end" ? [event.content] : [],
      );
      const messages = [user("Hello"), { role: "assistant", content: parts } as const, user("And?")];
      await ask(provider, "m1", requestOf(messages));
      return (server.requests.at(-1)!.json() as SentBody).messages[1]!;
    };
    expect(await secondOf({ reasoning_field: "thoughts" })).toMatchObject({ thoughts: "Hm", content: "Hi" });
    const without = await secondOf({ preserves_thinking: false });
    expect(Object.keys(without).toSorted()).toEqual(["content", "role"]);
  });

  it("asks for no stream where the endpoint has none, and reads the whole reply", async () => {
    const whole = {
      id: "x",
      model: "m1",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
    };
    await using server = await serveScript(() => json(200, whole));
    const events = await ask(await providerOf({ base_url: server.url, supports_streaming: false }), "m1");
    expect(server.requests[0]!.json()).toMatchObject({ stream: false });
    expect(server.requests[0]!.json()).not.toHaveProperty("stream_options");
    expect(events).toContainEqual(expect.objectContaining({ type: "text-delta", delta: "Hi" }));
  });

  it("runs whole calls through snowflake, which gives no finish reason, and none that may lack one", async () => {
    const chunk = (delta: object) => ({ id: "x", choices: [{ index: 0, delta, finish_reason: "" }] });
    const made = (index: number, input: string) =>
      chunk({ tool_calls: [{ index, id: `c${index}`, function: { name: "look", arguments: input } }] });
    const usage = { prompt_tokens: 9, completion_tokens: 4 };
    const events = [made(0, '{"at":"a"}'), made(1, '{"at":"b"}'), { id: "x", choices: [], usage }, "[DONE]"];
    let sent = events.length;
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "text/event-stream",
      body: Buffer.from(
        events
          .slice(0, sent)
          .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
          .join(""),
      ),
    }));
    const { default: fields } = await bundledDefinitions["snowflake"]!.load();
    const provider = await providerOf({
      ...(fields as object),
      base_url: server.url,
      api_key_env: "CORP_KEY",
    });
    const inputSchema = { type: "object", properties: { at: { type: "string" } }, required: ["at"] };
    const request = requestOf([user("Hello")], {
      tools: [{ name: "look", description: "To look.", inputSchema }],
    });
    expect((await ask(provider, "claude-test", request)).at(-1)).toMatchObject({ stop: "tool-calls" });
    expect(server.requests).toHaveLength(1);
    for (sent of [1, 2])
      expect(await failureOf(ask(provider, "claude-test", request))).toMatchObject({ code: "bad-stream" });
  });

  it("speaks the other wires too", async () => {
    await using server = await anthropicServer([answer]);
    const provider = await providerOf({
      engine: "anthropic",
      base_url: `${server.url}/v1/messages`,
      models: [{ name: "glm", context_limit: 200_000, max_tokens: 60_000 }],
    });
    await ask(provider, "glm");
    expect(server.requests[0]).toMatchObject({ path: "/v1/messages" });
    expect(server.requests[0]!.headers["x-api-key"]).toBe("sk-corp-1234");
    expect(server.requests[0]!.json()).toMatchObject({ model: "glm", max_tokens: 60_000 });
  });
});

function json(status: number, body: unknown) {
  return { status, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
}

describe("what goes wrong", () => {
  it("without a key names the definition's variable, and nothing is sent", async () => {
    await using server = await openaiChatServer([answer]);
    const provider = await providerOf({ base_url: server.url }, { env: { OPENAI_API_KEY: "sk-other" } });
    const failure: unknown = await provider.prepare().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "missing-key", message: "No API key for corp." });
    expect((failure as ConfigError).hint).toContain("CORP_KEY");
    expect(server.requests).toEqual([]);
  });

  it.each(["openai", "anthropic", "google", "ollama"])(
    "is told in the definition's words when the engine is %s",
    async (engine) => {
      await using server = await serveScript(() =>
        json(401, { error: { message: "openai says no to sk-corp-1234" } }),
      );
      const provider = await providerOf({ engine, base_url: server.url });
      const failure = await failureOf(ask(provider, "m1"));
      expect(failure).toMatchObject({ name: "ProviderError", code: "auth", provider: "corp", status: 401 });
      expect(failure.message).toMatch(/^corp refused the key \(401\): openai says no to \[key\]/);
      expect(failure.hint).toContain("CORP_KEY");
      expect(failure.hint).not.toMatch(/OPENAI|ANTHROPIC|GEMINI|OLLAMA/);
    },
  );

  it("names a variable that is not set, with what it is for", async () => {
    const provider = await providerOf({
      base_url: "https://${TEAM}.corp.example/v1",
      env_vars: [{ name: "TEAM", required: true, description: "Your team." }],
      setup_steps: ["Ask the desk."],
    });
    await expect(provider.prepare()).rejects.toMatchObject({
      message: "corp needs TEAM, and it is not set.",
      hint: "Set TEAM (Your team).\nAsk the desk.",
    });
  });

  it("says that an engine is not there, and that an address is none", async () => {
    const { definition } = await readDefinition(
      JSON.stringify({ name: "corp", engine: "google", base_url: "${HERE}" }),
      "corp.json",
    );
    expect(() => defineProvider(definition, { openai: engines["openai"]! })).toThrow(
      /needs the engine google/,
    );
    const provider = defineProvider(definition, engines, { env: { HERE: "nowhere" } });
    await expect(provider.prepare()).rejects.toMatchObject({ code: "usage" });
  });

  it("leaves off at an abort", async () => {
    await using server = await openaiChatServer([{ ...answer, stallAfterBytes: 20 }]);
    const provider = await providerOf({ base_url: server.url });
    const stop = new AbortController();
    const work = collect(provider.model("m1").stream(hello, stop.signal));
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error("enough"));
    await expect(work).rejects.toThrow("enough");
  });
});

describe("the list of models", () => {
  const list = { data: [{ id: "big", context_length: 9000 }, { id: "new" }] };

  it("is the endpoint's, with what the definition knows", async () => {
    await using server = await serveScript(() => json(200, list));
    const models = [
      { name: "new", context_limit: 700 },
      { name: "big", context_limit: 1, max_tokens: 50 },
    ];
    const provider = await providerOf({ base_url: server.url, models_path: "/catalog/models", models });
    expect(await provider.models()).toEqual([
      { id: "big", limits: { contextTokens: 9000, outputTokens: 50 } },
      { id: "new", limits: { contextTokens: 700 } },
    ]);
    expect(server.requests[0]!.path).toBe("/catalog/models");
  });

  it("is the definition's where the endpoint has none", async () => {
    await using server = await serveScript(() => json(404, { error: "no such path" }));
    const models = [{ name: "one", context_limit: 700 }];
    const own = [{ id: "one", limits: { contextTokens: 700 } }];
    expect(await (await providerOf({ base_url: server.url, models })).models()).toEqual(own);
    expect(server.requests).toHaveLength(1);
    const silent = await providerOf({ base_url: server.url, models, dynamic_models: false });
    expect(await silent.models()).toEqual(own);
    expect(server.requests).toHaveLength(1);
  });

  it("proves a key only where the list wants one; elsewhere a short reply does", async () => {
    await using server = await openaiChatServer([answer]);
    const fields = { base_url: server.url, models: [{ name: "one" }] };
    await (await providerOf(fields)).check();
    await (await providerOf({ ...fields, check: "reply" })).check();
    expect(server.requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
    expect(server.requests[1]!.json()).toMatchObject({ model: "one" });
  });
});

describe("bundled definitions on a server of this machine", () => {
  const hosted = Object.entries(bundledDefinitions).filter(
    ([id]) => id !== "github-copilot" && !id.startsWith("azure-"),
  );
  const wires = {
    openai: {
      serve: openaiChatServer,
      path: /\/chat\/completions$/,
      header: "authorization",
      prefix: "Bearer ",
    },
    responses: {
      serve: openaiResponsesServer,
      path: /\/responses$/,
      header: "authorization",
      prefix: "Bearer ",
    },
    anthropic: { serve: anthropicServer, path: /\/v1\/messages$/, header: "x-api-key", prefix: "" },
  };

  it.each(hosted)(
    "%s answers with nothing but a key",
    async (id, { load, keyVariables, addressVariable, neededVariables = [] }) => {
      const { default: fields } = await load();
      const { definition } = await readDefinition(JSON.stringify(fields), id);
      const wire =
        definition.engine === "anthropic"
          ? wires.anthropic
          : wires[definition.api === "responses" ? "responses" : "openai"];
      await using server = await wire.serve([answer]);
      const env = {
        ...Object.fromEntries(keyVariables.map((name) => [name, "sk-test-1234"])),
        ...Object.fromEntries(neededVariables.map((name) => [name, server.url])),
        [addressVariable]: server.url,
      };
      const login = loggedIn("sk-test-1234");
      const provider = defineProvider(definition, engines, { env, login, retry: { retries: 0 } });
      const events = await ask(provider, definition.defaultModel ?? "some-model");
      expect(events.at(-1)).toMatchObject({ stop: "answered" });
      const { path, headers } = server.requests.find(({ method }) => method === "POST")!;
      expect(path).toMatch(wire.path);
      const sent = keyVariables.length === 0 ? undefined : `${wire.prefix}sk-test-1234`;
      expect(headers[wire.header]).toBe(sent);
    },
  );
});

describe("the way to a definition's endpoint", () => {
  it("is a proxy, where the settings or the environment name one", async () => {
    await using proxy = await openaiChatServer(() => answer);
    const base = { base_url: "http://corp.example/v1" };
    const ways = [{ proxy: proxy.url }, { env: { CORP_KEY: "sk-corp-1234", http_proxy: proxy.url } }];
    for (const way of ways) await ask(await providerOf(base, way), "m");
    expect(proxy.requests.map(({ path, headers }) => [path, headers["authorization"]])).toEqual([
      ["http://corp.example/v1/chat/completions", "Bearer sk-corp-1234"],
      ["http://corp.example/v1/chat/completions", "Bearer sk-corp-1234"],
    ]);
  });

  it("is opened once for all its requests, and ahead of the first", async () => {
    await using server = await openaiChatServer(() => answer);
    const provider = await providerOf({ base_url: `${server.url}/v1` });
    await provider.prepare();
    expect(server.acceptedSockets()).toBe(0);
    provider.preconnect?.();
    await expect.poll(() => server.openSockets()).toBe(1);
    for (const effort of ["low", "high"] as const)
      await ask(provider, "m", { ...hello, options: { effort } });
    expect(server.acceptedSockets()).toBe(1);
  });

  it("is not opened ahead where only a token names it", async () => {
    await using server = await openaiChatServer(() => answer);
    const exchange = { url: `${server.url}/token`, prefix: "", token_field: "t", address_field: "a" };
    const provider = await providerOf({ base_url: `${server.url}/v1`, token_exchange: exchange });
    await provider.prepare();
    provider.preconnect?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.acceptedSockets()).toBe(0);
  });
});
