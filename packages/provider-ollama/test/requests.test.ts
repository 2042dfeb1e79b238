import { taggedContext, type ModelRequest } from "@skein/protocol";
import { assistant, call, collect, never, requestOf, result, results, user } from "@skein/test-kit";
import { serveScript, type ReceivedRequest, type ScriptedServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { createOllama, type OllamaSettings } from "../src/index.ts";
import { hello, lines, noRetries } from "./replies.ts";

interface Shown {
  readonly [field: string]: unknown;
}

/**
 * A server that knows one model. @param shown - its answer to /api/show; `undefined`: it has no such path.
 */
function server(shown: Shown | undefined): Promise<ScriptedServer> {
  return serveScript(({ path }) => {
    if (path === "/api/show")
      return shown
        ? json(200, shown)
        : { status: 404, contentType: "text/plain", body: Buffer.from("404 page") };
    if (path === "/api/tags")
      return json(200, { models: [{ name: "a", model: "a:1b" }, { name: "b:7b" }, {}] });
    const body = Buffer.from(lines([{ content: "Hi" }]));
    return { status: 200, contentType: "application/x-ndjson", body };
  });
}

function json(status: number, body: unknown) {
  return { status, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
}

const thinker = {
  capabilities: ["completion", "tools", "thinking"],
  model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
};

type Body = { readonly [field: string]: unknown } & {
  readonly messages: readonly Record<string, unknown>[];
};

async function sent(
  request: ModelRequest,
  settings: OllamaSettings = {},
  { shown = thinker, model = "demo:1b" }: { readonly shown?: Shown; readonly model?: string } = {},
): Promise<{ readonly body: Body; readonly requests: readonly ReceivedRequest[]; readonly limits: object }> {
  await using there = await server(shown);
  const asked = createOllama({ ...noRetries, baseUrl: there.url, ...settings }).model(model);
  await collect(asked.stream(request, never));
  const body = there.requests.at(-1)!.json() as Body;
  return { body, requests: there.requests, limits: asked.limits };
}

const { tools } = requestOf([], {
  tools: [{ name: "look at", description: "Looks.", inputSchema: { anyOf: [{ properties: { a: {} } }] } }],
});

describe("the window", () => {
  it("is asked for: what the model can, but not more than a machine is likely to hold", async () => {
    const { body, limits } = await sent(hello);
    expect(body["options"]).toEqual({ num_ctx: 32_768 });
    expect(limits).toEqual({ contextTokens: 32_768, images: false, pdfs: false });
  });

  it("is never more than the model can", async () => {
    const shown = { model_info: { "gemma.context_length": 8192 } };
    const small = await sent(hello, { contextTokens: 100_000 }, { shown });
    expect(small.body["options"]).toEqual({ num_ctx: 8192 });
    expect(small.limits).toEqual({ contextTokens: 8192, pdfs: false });
    const wanted = await sent(hello, { contextTokens: 60_000 });
    expect(wanted.body["options"]).toEqual({ num_ctx: 60_000 });
  });

  it("stays the server's, and unknown, where the server does not say", async () => {
    const { body, limits } = await sent(hello, {}, { shown: {} });
    expect(body).not.toHaveProperty("options");
    expect(limits).toEqual({ pdfs: false });
  });

  it("is asked for once a model", async () => {
    await using there = await server(thinker);
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    await collect(model.stream(hello, never));
    await collect(model.stream(hello, never));
    expect(there.requests.map(({ path }) => path)).toEqual(["/api/show", "/api/chat", "/api/chat"]);
  });

  it("is not needed of a gateway that knows only the chat", async () => {
    await using there = await server(undefined);
    await collect(
      createOllama({ ...noRetries, baseUrl: there.url })
        .model("m")
        .stream(hello, never),
    );
    expect(there.requests.at(-1)!.path).toBe("/api/chat");
  });
});

describe("a request", () => {
  it("says what does not change first", async () => {
    const request = requestOf([{ ...user("Hello"), dynamicContext: ["It is noon."] }], {
      system: "Be brief.",
      tools,
      options: { temperature: 0.5, maxOutputTokens: 100 },
    });
    const { body } = await sent(request, { keepAlive: "10m" });
    expect(Object.keys(body)).toEqual(["model", "stream", "keep_alive", "options", "tools", "messages"]);
    expect(body).toMatchObject({
      model: "demo:1b",
      stream: true,
      keep_alive: "10m",
      options: { num_ctx: 32_768, num_predict: 100, temperature: 0.5 },
      tools: [{ type: "function", function: { parameters: { type: "object", properties: { a: {} } } } }],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: `Hello\n${taggedContext("It is noon.")}` },
      ],
    });
  });

  it.each([
    ["none", "demo:1b", false],
    ["high", "demo:1b", true],
    ["none", "gpt-oss:20b", "low"],
    ["max", "lib/gpt-oss:20b", "high"],
  ] as const)("says the effort %s to %s as %j", async (effort, model, think) => {
    expect((await sent({ ...hello, options: { effort } }, {}, { model })).body["think"]).toBe(think);
  });

  it("says no effort to a model that does not think, or of which nothing is known", async () => {
    const wish = { ...hello, options: { effort: "high" } } as const;
    expect((await sent(wish, {}, { shown: { capabilities: ["completion"] } })).body).not.toHaveProperty(
      "think",
    );
    expect((await sent(wish, {}, { shown: {} })).body).not.toHaveProperty("think");
  });

  it("puts results behind their calls, names the tool, and gives pictures and thoughts their fields", async () => {
    const picture = { type: "image", mediaType: "image/png", data: "aGk=" } as const;
    const shot = { ...result("c2", "", "sh"), content: [picture] };
    const conversation = [
      { role: "user", from: "user", content: [{ type: "text", text: "See" }, picture] } as const,
      assistant(
        { type: "thinking", text: "Hm" },
        { type: "text", text: "I look" },
        call("c1", { n: 1 }),
        call("c2"),
      ),
      results(shot, { ...result("c1", "no such file"), failure: "failed" }),
      user("And?"),
    ];
    const { body } = await sent(requestOf(conversation));
    expect(body.messages).toEqual([
      { role: "user", content: "See", images: ["aGk="] },
      {
        role: "assistant",
        content: "I look",
        thinking: "Hm",
        tool_calls: [
          { id: "c1", function: { name: "sh", arguments: { n: 1 } } },
          { id: "c2", function: { name: "sh", arguments: {} } },
        ],
      },
      {
        role: "tool",
        content: "The call failed (failed).\nno such file",
        tool_name: "sh",
        tool_call_id: "c1",
      },
      {
        role: "tool",
        content: "The images follow in the next message.",
        tool_name: "sh",
        tool_call_id: "c2",
      },
      { role: "user", content: "Images of the results above:", images: ["aGk="] },
      { role: "user", content: "And?" },
    ]);
  });

  it("turns files into text, or says that they were left out", async () => {
    const file = (mediaType: string, data: string, name?: string) =>
      ({ type: "file", mediaType, data, ...(name === undefined ? {} : { name }) }) as const;
    const content = [
      file("text/csv; x=1", "YSxi", "t.csv"),
      file("application/pdf", "eA==", "p.pdf"),
      file("image/png", ""),
    ];
    const { body } = await sent(requestOf([{ role: "user", from: "user", content }]));
    expect(body.messages[0]!["content"]).toBe(
      "The file t.csv:\na,b\n[p.pdf was left out: the model does not take application/pdf]\n[a file was left out: it is empty]",
    );
  });

  it("of a longer conversation begins with the same bytes", async () => {
    const start = [user("One"), assistant(call("a", { n: 1 })), results(result("a", "done"))];
    const longer = [...start, assistant({ type: "text", text: "Two" }), user("Three")];
    const text = async (messages: typeof longer) =>
      JSON.stringify((await sent(requestOf(messages))).body).replace(/\]\}$/, "");
    expect((await text(longer)).startsWith(await text(start))).toBe(true);
  });
});

describe("the address", () => {
  it.each([
    ["", "127.0.0.1:11434"],
    ["0.0.0.0", "127.0.0.1:11434"],
    [":1234", "127.0.0.1:1234"],
    ["box", "box:11434"],
    ["box:99/", "box:99"],
    ["https://ollama.example/", "ollama.example"],
    ["http://box:99/api", "box:99"],
  ])("OLLAMA_HOST=%j leads to %s", async (host, expected) => {
    const asked: URL[] = [];
    const fetch = (async (input: URL | string) => {
      asked.push(new URL(input));
      return Response.json({ models: [] });
    }) as typeof globalThis.fetch;
    await createOllama({ env: { OLLAMA_HOST: host }, fetch }).models();
    expect(asked.map(({ host: called, pathname }) => called + pathname)).toEqual([`${expected}/api/tags`]);
  });

  it("is refused when it is none", async () => {
    const provider = createOllama({ env: {}, baseUrl: "ftp://box" });
    await expect(provider.prepare()).rejects.toMatchObject({ code: "usage" });
  });

  it("gets a key only where there is one", async () => {
    const { requests } = await sent(hello, { apiKey: "key-1234" });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer key-1234",
      "Bearer key-1234",
    ]);
    expect((await sent(hello)).requests[0]!.headers).not.toHaveProperty("authorization");
  });
});

describe("models and failures", () => {
  it("lists models with the window they were made for", async () => {
    await using there = await server(thinker);
    const provider = createOllama({ ...noRetries, baseUrl: there.url });
    expect(await provider.models()).toEqual([
      { id: "a:1b", limits: { contextTokens: 131_072, images: false, pdfs: false } },
      { id: "b:7b", limits: { contextTokens: 131_072, images: false, pdfs: false } },
    ]);
    await provider.check();
    expect(there.requests.at(-1)!.path).toBe("/api/tags");
  });

  it("says how to get a model that is not there", async () => {
    await using there = await serveScript(() => json(404, { error: "model 'demo:1b' not found" }));
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    await expect(collect(model.stream(hello, never))).rejects.toMatchObject({
      code: "not-found",
      hint: "Get it with: ollama pull demo:1b",
      retryable: false,
    });
  });

  it.each([
    [400, '"demo:1b" does not support tools', "bad-request", "tools"],
    [503, "server busy, please try again", "overloaded", undefined],
    [500, "model requires more system memory", "overloaded", "smaller"],
    [400, "the input length exceeds the context length", "context-overflow", undefined],
  ])("%i %j is %s", async (status, error, code, hint) => {
    await using there = await serveScript(({ path }) =>
      path === "/api/show" ? json(200, {}) : json(status, { error }),
    );
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    const failure: unknown = await collect(model.stream(hello, never)).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: "ProviderError", code, status });
    expect((failure as { hint?: string }).hint ?? "").toContain(hint ?? "");
  });

  it("reports a refused connection, and stops at an abort", async () => {
    const nobody = createOllama({ ...noRetries, baseUrl: "http://127.0.0.1:9" }).model("m");
    await expect(collect(nobody.stream(hello, never))).rejects.toMatchObject({ code: "network" });
    await using there = await serveScript(({ path }) =>
      path === "/api/show"
        ? json(200, {})
        : {
            status: 200,
            contentType: "application/x-ndjson",
            body: Buffer.from(lines([{ content: "x" }])),
            stallAfterBytes: 30,
          },
    );
    const stop = new AbortController();
    const work = collect(
      createOllama({ ...noRetries, baseUrl: there.url })
        .model("m")
        .stream(hello, stop.signal),
    );
    while (there.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error("enough"));
    await expect(work).rejects.toThrow("enough");
  });
});

describe("a conversation that others had a part in", () => {
  it("goes on without their sealed thoughts, and with this model's own", async () => {
    const sidecar = { provider: "anthropic", model: "claude-sonnet-4-5", data: { signature: "s" } };
    const others = assistant({ type: "thinking", text: "sealed", sidecar }, { type: "text", text: "One." });
    const own = assistant({ type: "thinking", text: "open" }, { type: "text", text: "Two." });
    const { body } = await sent(requestOf([user("a"), others, user("b"), own, user("c")]));
    const replies = body.messages.filter(({ role }) => role === "assistant");
    expect(replies).toEqual([
      { role: "assistant", content: "One." },
      { role: "assistant", content: "Two.", thinking: "open" },
    ]);
  });
});

describe("a server that hides what it knows of models", () => {
  const hidden = (status: number, body: string, contentType = "text/plain") =>
    serveScript(({ path }) =>
      path === "/api/show"
        ? { status, contentType, body: Buffer.from(body) }
        : { status: 200, contentType: "application/x-ndjson", body: Buffer.from(lines([{ content: "Hi" }])) },
    );

  it.each([
    [404, "404 page not found"],
    [404, '{"detail":"Not Found"}'],
    [405, "Method Not Allowed"],
    [403, "Forbidden"],
    [501, "Not Implemented"],
    [400, '{"error":"unknown endpoint"}'],
  ])("with %i answers all the same", async (status, body) => {
    await using there = await hidden(status, body);
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    const events = await collect(model.stream(hello, never));
    expect(events.at(-1)?.type).toBe("message-end");
    expect(model.limits).toEqual({ pdfs: false });
  });

  it("is not asked for a reply of a model that it has not", async () => {
    await using there = await hidden(404, '{"error":"model \'demo:1b\' not found"}', "application/json");
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    await expect(collect(model.stream(hello, never))).rejects.toMatchObject({ code: "not-found" });
    expect(there.requests.map(({ path }) => path)).toEqual(["/api/show"]);
  });
});

describe("a key that is missing or wrong", () => {
  const unauthorized = '{"error":"unauthorized","signin_url":"https://ollama.com/connect"}';

  it.each(["/api/show", "/api/chat"])("is told as such when %s refuses it", async (refusing) => {
    await using there = await serveScript(({ path }) =>
      path === refusing
        ? { status: 401, contentType: "application/json", body: Buffer.from(unauthorized) }
        : json(200, thinker),
    );
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    await expect(collect(model.stream(hello, never))).rejects.toMatchObject({
      code: "auth",
      retryable: false,
      hint: "Run `ollama signin`, or set OLLAMA_API_KEY.",
    });
  });

  it.each([
    [unauthorized, "auth"],
    ['{"error":"no","StatusCode":401}', "auth"],
    ['{"error":"slow down","status_code":429}', "rate-limited"],
    ['{"error":"the runner has died"}', "overloaded"],
  ])("is told as such inside of a stream (%s)", async (line, code) => {
    const body = `${lines([{ content: "Hi" }]).split("\n")[0]!}\n${line}\n`;
    await using there = await serveScript(({ path }) =>
      path === "/api/show"
        ? json(200, thinker)
        : { status: 200, contentType: "application/x-ndjson", body: Buffer.from(body) },
    );
    const model = createOllama({ ...noRetries, baseUrl: there.url }).model("demo:1b");
    await expect(collect(model.stream(hello, never))).rejects.toMatchObject({ code });
  });
});

describe("the price", () => {
  it.each([
    [{}, "qwen3:8b", 0],
    [{ env: { OLLAMA_HOST: "0.0.0.0:11434" } }, "qwen3:8b", 0],
    [{ env: { OLLAMA_HOST: "" } }, "gpt-oss:120b-cloud", undefined],
    [{ env: { OLLAMA_HOST: "gpu.example" } }, "qwen3:8b", undefined],
    [{ baseUrl: "https://ollama.com" }, "gpt-oss:120b", undefined],
    [{ baseUrl: "no address" }, "qwen3:8b", undefined],
  ])("with %j of %s", (settings, model, output) => {
    expect(createOllama({ env: {}, ...settings }).model(model).price?.output).toBe(output);
  });
});

describe("facts of a model that break off", () => {
  it.each(["destroy", "end"] as const)(
    "are asked for again, once the connection is cut by %s",
    async (cutBy) => {
      const facts = Buffer.from(JSON.stringify(thinker));
      let asked = 0;
      await using there = await serveScript(({ path }) => {
        if (path !== "/api/show")
          return {
            status: 200,
            contentType: "application/x-ndjson",
            body: Buffer.from(lines([{ content: "Hi" }])),
          };
        asked++;
        const cut = asked === 1 ? { cutAfterBytes: facts.length - 9, cutBy } : {};
        return { ...json(200, thinker), ...cut };
      });
      const retry = { retries: 1, clock: { sleep: async () => {} } };
      const model = createOllama({ baseUrl: there.url, retry }).model("demo:1b");
      const events = await collect(model.stream(hello, never));
      expect(events.map(({ type }) => type)).toContain("retry-wait");
      expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "answered" });
      expect([asked, model.limits.contextTokens]).toEqual([2, 32_768]);
    },
  );
});
