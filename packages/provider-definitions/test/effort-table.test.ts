import { describe, expect, it } from "vitest";
import type { Effort, JsonObject } from "@skein/protocol";
import { never, requestOf, user } from "@skein/test-kit";
import { serveScript } from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { defineProvider, readDefinition, type ProviderDefinition } from "../src/index.ts";
import { engines, loggedIn, providerOf } from "./engines.ts";

const efforts: readonly Effort[] = ["none", "low", "medium", "high", "max"];
/** One of each family of open models, for servers that can serve any. */
const openModels = [
  "openai/gpt-oss-120b",
  "moonshotai/Kimi-K3",
  "moonshotai/Kimi-K2.6",
  "moonshotai/Kimi-K2-Thinking",
  "deepseek-ai/DeepSeek-R1",
  "deepseek-ai/DeepSeek-V3.1",
  "deepseek-ai/DeepSeek-V3.2",
  "deepseek-ai/DeepSeek-V4-Pro",
  "Qwen/Qwen3-32B",
  "Qwen/Qwen3-235B-A22B-Thinking-2507",
  "Qwen/Qwen3-Coder-Next",
  "Qwen3.6-35B-A3B-GGUF",
  "Qwen/Qwen3.8-27B",
  "zai-org/GLM-5.1",
  "zai-org/GLM-5.2",
  "zai-org/GLM-5.3",
  "MiniMaxAI/MiniMax-M2.7",
  "google/gemma-4-31B-it",
  "ByteDance-Seed/Seed-OSS-36B-Instruct",
  "stepfun-ai/Step-3.7-Flash",
  "nvidia/NVIDIA-Nemotron-3-Nano-30B",
  "nvidia/Llama-3_3-Nemotron-Super-49B-v1_5",
  "mistralai/Devstral-2-123B",
  "mistralai/Mistral-Small-4-119B-2603",
  "meta-llama/Llama-4-Scout",
  "ibm-granite/granite-3.3-8b-instruct",
  "tencent/Hy3",
  "ai-sage/GigaChat3.5-10B-A1.8B",
] as const;
const usualFields = [
  "model",
  "stream",
  "stream_options",
  "messages",
  "input",
  "instructions",
  "store",
  "include",
  "prompt_cache_key",
];
const whole = JSON.stringify({
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
});

/** The same answer on the wire of Claude, which always streams. */
const streamed = [
  '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"m","usage":{"input_tokens":1,"output_tokens":1}}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}',
  '{"type":"content_block_stop","index":0}',
  '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}',
  '{"type":"message_stop"}',
].map((data) => `data: ${data}\n\n`);

const response = JSON.stringify({
  id: "r",
  object: "response",
  status: "completed",
  output: [
    {
      type: "message",
      id: "m",
      role: "assistant",
      content: [{ type: "output_text", text: "Hi", annotations: [] }],
    },
  ],
});

function answerOn({ engine, api }: Pick<ProviderDefinition, "engine" | "api">): Response {
  if (api === "responses") return new Response(response, { headers: { "content-type": "application/json" } });
  return engine === "anthropic"
    ? new Response(streamed.join(""), { headers: { "content-type": "text/event-stream" } })
    : new Response(whole, { headers: { "content-type": "application/json" } });
}

/** What a request adds to the body for each effort, and the notice after a dash where it is not as wished. */
async function rowsOf(id: string): Promise<Readonly<Record<string, string>>> {
  const { default: fields } = await bundledDefinitions[id]!.load();
  const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
  const keys = Object.fromEntries(definition.keyVariables.map((name) => [name, "key"]));
  const names = definition.variables.map(({ name, default: value }) => [name, value ?? "https://x.example"]);
  const isAnyModel = definition.quirks.effortDialect === "model_family";
  const models = [
    ...definition.models.map((model) => model.id),
    ...(isAnyModel ? openModels : []),
    "unknown-model",
  ];
  const rows = models.map(async (model) => {
    const cells = efforts.map(async (effort) => {
      const notices: string[] = [];
      let sent: JsonObject = {};
      const provider = defineProvider({ ...definition, tokenExchange: undefined }, engines, {
        env: { ...Object.fromEntries(names), ...keys },
        login: loggedIn("key"),
        notice: (text) => void notices.push(text.includes("can only turn thinking") ? "switch" : text),
        fetch: async (_, init) => {
          sent = JSON.parse(init?.body as string) as JsonObject;
          return answerOn(definition);
        },
      });
      const request = requestOf([user("Hello")], { options: { effort } });
      const { error } = await outcomeOf(provider.model(model).stream(request, never));
      expect(error).toBeUndefined();
      const added = Object.entries(sent).filter(([name]) => !usualFields.includes(name));
      const said = added.length === 0 ? "" : JSON.stringify(Object.fromEntries(added));
      return [said.replaceAll('"', ""), ...notices.map((text) => `(${text.replace(`${model} `, "")})`)]
        .join(" ")
        .trim();
    });
    return [model, (await Promise.all(cells)).join(" | ")] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

describe("what each effort sends, by definition", () => {
  it.each(Object.keys(bundledDefinitions))("%s", async (id) => {
    const rows = await rowsOf(id);
    for (const row of Object.values(rows)) {
      const cells = row.split(" | ");
      // Nothing is dropped without a word, but for `none`, which is then left to the vendor.
      for (const cell of cells.slice(1)) expect(cell).not.toBe("");
    }
    await expect(`${JSON.stringify(rows, undefined, 2)}\n`).toMatchFileSnapshot(`./efforts/${id}.json`);
  });
});

describe("an effort that an endpoint refuses", () => {
  it("is left out at once and for the rest of the session, and announced with the parameter's name", async () => {
    const refusal = '{"error":{"message":"chat_template_kwargs: Extra inputs are not permitted"}}';
    await using server = await serveScript((asked) =>
      "chat_template_kwargs" in (asked.json() as object)
        ? { status: 400, contentType: "application/json", body: Buffer.from(refusal) }
        : { status: 200, contentType: "application/json", body: Buffer.from(whole) },
    );
    const notices: string[] = [];
    const provider = await providerOf(
      { base_url: server.url, effort_dialect: "chat_template_kwargs" },
      { notice: (text) => void notices.push(text) },
    );
    const model = provider.model("m1");
    const request = requestOf([user("Hello")], { options: { effort: "none" } });
    for (const _ of [1, 2]) {
      const { error } = await outcomeOf(model.stream(request, never));
      expect(error).toBeUndefined();
    }
    const said = server.requests.map((asked) => "chat_template_kwargs" in (asked.json() as object));
    expect(said).toEqual([true, false, false]);
    expect(notices).toEqual(["corp refused chat_template_kwargs: the session continues without an effort."]);
  });
});

describe("effort_dialect and effort_levels", () => {
  it("must be words that are known", async () => {
    await expect(providerOf({ effort_dialect: "telepathy" })).rejects.toThrow("cannot be used");
    await expect(providerOf({ effort_dialect: "thinking", effort_levels: ["huge"] })).rejects.toThrow(
      "cannot be used",
    );
  });

  it("are not given together where the family of the model has the words", async () => {
    const fields = { effort_dialect: "model_family", effort_levels: ["low", "high"] };
    await expect(providerOf(fields)).rejects.toMatchObject({
      hint: expect.stringContaining("with model_family, the family of the model has them"),
    });
  });
});
