import { describe, expect, it } from "vitest";
import type { JsonObject, Message, ModelOptions } from "@skein/protocol";
import { assistant, call, collect, never, requestOf, result, results, user } from "@skein/test-kit";
import { openaiChatServer, anthropicServer } from "@skein/provider-conformance/servers";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { providerOf } from "./engines.ts";

const answer = { parts: [{ type: "text", text: "Hi" }] } as const;
const tools = [{ name: "sh", description: "Runs.", inputSchema: { type: "object", properties: {} } }];

/** The bodies of a tool loop, as they were sent. */
async function bodiesOf(fields: object, model: string, turns = 1, options: ModelOptions = {}) {
  await using server = await openaiChatServer(() => answer);
  const asked = (await providerOf({ base_url: server.url, ...fields })).model(model);
  let messages: readonly Message[] = [user("Hello")];
  for (let turn = 0; turn < turns; turn++) {
    await collect(asked.stream(requestOf(messages, { tools, options, system: "Be brief." }), never));
    messages = [...messages, assistant(call(`c${turn}`)), results(result(`c${turn}`, `result ${turn}`))];
  }
  return server.requests.map(({ bytes }) => bytes.toString());
}

const marksIn = (body: string) => body.split('"cache_control"').length - 1;

describe("marks of what to cache, in Chat Completions", () => {
  it.each(["openrouter", "litellm"])("are what %s gets for Claude, and for no other model", async (id) => {
    const { default: fields } = await bundledDefinitions[id]!.load();
    const { cache_control } = fields as { readonly cache_control: string };
    const [claude] = await bodiesOf({ cache_control }, "anthropic/claude-sonnet-4.5");
    const [other] = await bodiesOf({ cache_control }, "openai/gpt-5.2");
    expect([marksIn(claude!), marksIn(other!)]).toEqual([2, 0]);
  });

  it("recur byte for byte in the next request, over 50 turns", async () => {
    const bodies = await bodiesOf({ cache_control: "claude" }, "claude-x", 50);
    for (const [at, body] of bodies.slice(1).entries()) {
      const before = bodies[at]!;
      const prefix = before.slice(0, before.lastIndexOf(',"cache_control"'));
      expect(prefix).toContain("Be brief.");
      expect(body.startsWith(prefix)).toBe(true);
    }
  });

  it("stand behind the system prompt and the last message, for an hour where it is wished", async () => {
    const [body] = await bodiesOf({ cache_control: "claude" }, "claude-x", 1, { cacheTtl: "1h" });
    const mark = { type: "ephemeral", ttl: "1h" };
    const marked = (text: string) => [{ type: "text", text, cache_control: mark }];
    expect((JSON.parse(body!) as JsonObject)["messages"]).toEqual([
      { role: "system", content: marked("Be brief.") },
      { role: "user", content: marked("Hello") },
    ]);
  });

  it("follow supports_cache_control of a model, whatever its name", async () => {
    const models = [
      { name: "claude-plain", supports_cache_control: false },
      { name: "house-model", supports_cache_control: true },
    ];
    const fields = { cache_control: "claude", models };
    const [plain] = await bodiesOf(fields, "claude-plain");
    const [house] = await bodiesOf(fields, "house-model");
    expect([marksIn(plain!), marksIn(house!)]).toEqual([0, 2]);
  });

  it("are taken out of the wire anthropic where a model does not support them", async () => {
    await using server = await anthropicServer(() => answer);
    const models = [{ name: "old", supports_cache_control: false }, { name: "new" }];
    const provider = await providerOf({ engine: "anthropic", base_url: server.url, models });
    for (const id of ["old", "new"])
      await collect(provider.model(id).stream(requestOf([user("Hello")], { tools }), never));
    expect(server.requests.map(({ bytes }) => marksIn(bytes.toString()))).toEqual([0, 2]);
  });
});
