import { serveScript, type ServedReply } from "@skein/provider-conformance/servers";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { providerOf } from "./engines.ts";

const listed = { data: [{ id: "m1", max_model_len: 16_384 }, { id: "m2" }] };
const props = { default_generation_settings: { n_ctx: 8_192 }, modalities: { vision: true } };
const loaded = {
  data: [{ id: "m1", type: "llm", loaded_context_length: 4_096, max_context_length: 131_072 }],
};

const json = (value: unknown, more: Partial<ServedReply> = {}): ServedReply => ({
  status: 200,
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(value)),
  ...more,
});
const page = json("", { contentType: "text/html", body: Buffer.from("<html>") });
const silence = json({}, { stallAfterBytes: 0 });
const chunk = (delta: object, finish_reason: "stop" | null) =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const begun = chunk({ content: "ok" }, null);
const reply = Buffer.from(`${begun}${chunk({}, "stop")}data: [DONE]\n\n`);

/** A server that runs a model, and whose reply waits. */
async function modelServer(facts: Readonly<Record<string, ServedReply>>) {
  const wait = Promise.withResolvers<void>();
  const server = await serveScript(({ method, path }) => {
    if (method === "GET") return facts[path] ?? json({}, { status: 404 });
    const held = { stallAfterBytes: begun.length, stallUntil: wait.promise };
    return { status: 200, contentType: "text/event-stream", body: reply, ...held };
  });
  const asked = () => server.requests.flatMap(({ method, path }) => (method === "GET" ? [path] : []));
  return {
    url: server.url,
    asked,
    reply: wait.resolve,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe("a server that runs models", () => {
  it.each([
    ["its list", {}, { "/v1/models": json(listed) }, { contextTokens: 16_384 }],
    [
      "the words of llama.cpp, which count more",
      { server_facts: "llamacpp" },
      { "/v1/models": json(listed), "/props": json(props) },
      { contextTokens: 8_192, images: true },
    ],
    [
      "the words of LM Studio",
      { server_facts: "lmstudio" },
      { "/v1/models": json({ data: [{ id: "m1" }] }), "/api/v0/models": json(loaded) },
      { contextTokens: 4_096, images: false },
    ],
  ])("says its window by %s, while it replies", async (_, fields, facts, expected) => {
    await using server = await modelServer(facts);
    const provider = await providerOf({ base_url: `${server.url}/v1`, runs_models: true, ...fields });
    const model = provider.model("m1");
    expect(model.limits).toEqual({});
    const events = collect(model.stream(requestOf([user("Hello")]), never));
    await expect.poll(() => model.limits).toEqual(expected);
    server.reply();
    expect((await events).at(-1)).toMatchObject({ type: "message-end" });
    await collect(model.stream(requestOf([user("Hello")]), never));
    expect(server.asked().toSorted()).toEqual(Object.keys(facts).toSorted());
  });

  it.each([
    ["with pages", page],
    ["with errors", json({ error: "no" }, { status: 500 })],
    ["never", silence],
  ])("holds up no reply when it answers %s", async (_, said) => {
    await using server = await modelServer({ "/v1/models": said, "/props": said });
    const provider = await providerOf({
      base_url: `${server.url}/v1`,
      runs_models: true,
      server_facts: "llamacpp",
    });
    const model = provider.model("m1");
    server.reply();
    const events = await collect(model.stream(requestOf([user("Hello")]), never));
    expect(events.at(-1)).toMatchObject({ type: "message-end" });
    expect(model.limits).toEqual({});
  });

  it("is not asked where a vendor runs them", async () => {
    await using server = await modelServer({});
    const provider = await providerOf({ base_url: `${server.url}/v1` });
    server.reply();
    await collect(provider.model("m1").stream(requestOf([user("Hello")]), never));
    expect(server.asked()).toEqual([]);
  });

  it("is believed less than the definition", async () => {
    await using server = await modelServer({ "/v1/models": json(listed), "/props": json(props) });
    const provider = await providerOf({
      base_url: `${server.url}/v1`,
      runs_models: true,
      server_facts: "llamacpp",
      models: [{ name: "m1", context_limit: 2_000 }],
    });
    const model = provider.model("m1");
    const events = collect(model.stream(requestOf([user("Hello")]), never));
    await expect.poll(() => model.limits).toEqual({ contextTokens: 2_000, images: true });
    server.reply();
    await events;
  });
});
