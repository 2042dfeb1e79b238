import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Environment } from "minijinja-js";
import { efforts, type Effort, type JsonObject } from "@skein/protocol";
import { bundledDefinitions } from "@skein/provider-definitions/bundled";
import { defineProvider, readDefinition } from "@skein/provider-definitions";
import { createOpenAI } from "@skein/provider-openai";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { describe, expect, it } from "vitest";

// Servers of open models hand an effort to the model's template, which knows it by a name of its own. Words that it does
// not know make it fail, think harder, or not at all.

interface Row {
  /** A rule of a template, and a model that follows it. */
  readonly template: string;
  readonly model: string;
  /** What the template says for each effort, weakest first. */
  readonly said: readonly [none: string, low: string, medium: string, high: string, max: string];
}

const [off, on] = ["[thinking off]", "[thinking on]"];
const switched = [off, on, on, on, on] as const;
const effort = (word: string) => `[effort ${word}]`;
const [low, medium, high, max] = ["low", "medium", "high", "max"].map(effort) as [
  string,
  string,
  string,
  string,
];

const rows: readonly Row[] = [
  { template: "effort-as-said", model: "openai/gpt-oss-120b", said: [medium, low, medium, high, high] },
  { template: "effort-as-said", model: "stepfun-ai/Step-3.7-Flash", said: [medium, low, medium, high, high] },
  { template: "effort-thinking-effort", model: "moonshotai/Kimi-K3", said: [off, low, high, high, max] },
  { template: "switch-thinking", model: "moonshotai/Kimi-K2.6", said: switched },
  { template: "switch-thinking-default-off", model: "deepseek-ai/DeepSeek-V3.1", said: switched },
  { template: "switch-thinking-default-off", model: "ibm-granite/granite-3.3-8b-instruct", said: switched },
  { template: "switch-enable-thinking", model: "deepseek-ai/DeepSeek-V3.2", said: switched },
  {
    template: "effort-max-or-nothing",
    model: "deepseek-ai/DeepSeek-V4-Pro",
    said: [off, on, on, on, `${on}${max}`],
  },
  { template: "switch-enable-thinking", model: "Qwen/Qwen3-32B", said: switched },
  { template: "switch-enable-thinking", model: "Qwen/Qwen3.5-27B", said: switched },
  { template: "switch-enable-thinking", model: "Qwen3.6-35B-A3B-GGUF", said: switched },
  {
    template: "effort-low-medium-xhigh",
    model: "Qwen/Qwen3.8-27B",
    said: [off, low, medium, effort("xhigh"), effort("xhigh")],
  },
  { template: "switch-enable-thinking", model: "zai-org/GLM-4.6", said: switched },
  { template: "switch-enable-thinking", model: "zai-org/GLM-5.1", said: switched },
  { template: "effort-else-max", model: "zai-org/GLM-5.2", said: [off, high, high, high, max] },
  { template: "effort-low-or-high-else-max", model: "zai-org/GLM-5.3", said: [max, low, high, high, max] },
  { template: "switch-enable-thinking-default-off", model: "google/gemma-4-31B-it", said: switched },
  { template: "switch-enable-thinking-default-off", model: "LGAI-EXAONE/EXAONE-4.0-32B", said: switched },
  {
    template: "budget",
    model: "ByteDance-Seed/Seed-OSS-36B-Instruct",
    said: [off, "[budget 2048]", "[budget 8192]", "[budget 16384]", on],
  },
  {
    template: "effort-by-flag",
    model: "nvidia/nemotron-3-super-120b-a12b",
    said: [off, effort("low"), on, on, on],
  },
  {
    template: "effort-none-or-high",
    model: "mistralai/Mistral-Small-4-119B-2603",
    said: [off, high, high, high, high],
  },
  { template: "effort-else-no-think", model: "tencent/Hy3", said: [off, low, high, high, high] },
  { template: "switch-reasoning", model: "ai-sage/GigaChat3.5-10B-A1.8B", said: switched },
  {
    template: "switch-words-in-text",
    model: "nvidia/NVIDIA-Nemotron-Nano-9B-v2",
    said: [on, on, on, on, on],
  },
  { template: "before-calls-only", model: "meta-llama/Llama-4-Scout", said: ["", "", "", "", ""] },
];

const answer = JSON.stringify({
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
});

/** The body that a definition sends for an effort. */
async function sentBody(id: string, model: string, wish: Effort): Promise<JsonObject> {
  const { default: fields } = await bundledDefinitions[id]!.load();
  const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
  let sent: JsonObject = {};
  const engines = {
    openai: { load: async (settings: object) => createOpenAI(settings), keyVariables: [] },
  };
  const provider = defineProvider({ ...definition, runsModels: false }, engines, {
    env: Object.fromEntries(definition.variables.map(({ name }) => [name, "http://127.0.0.1:9"])),
    fetch: async (_, init) => {
      sent = JSON.parse(init?.body as string) as JsonObject;
      return new Response(answer, { headers: { "content-type": "application/json" } });
    },
  });
  await collect(
    provider.model(model).stream(requestOf([user("Hello")], { options: { effort: wish } }), never),
  );
  return sent;
}

/** The variables that a server gives to the template. */
function variablesOf(body: JsonObject): JsonObject {
  const { reasoning_effort: word, chat_template_kwargs: given = {} } = body;
  const kwargs = given as JsonObject;
  if (word === undefined) return kwargs;
  // vLLM, entrypoints/openai/chat_completion/protocol.py, read 2026-11-30.
  return { enable_thinking: word !== "none", ...kwargs, reasoning_effort: word };
}

/** What the template says in front of the messages. */
function saidBy(template: string, variables: JsonObject): string {
  const source = readFileSync(join(import.meta.dirname, "chat-templates", `${template}.jinja`), "utf8");
  const environment = new Environment();
  try {
    environment.enablePyCompat();
    const messages = [{ role: "user", content: "Hello" }];
    const text = environment.renderStr(source, { ...variables, messages });
    return text.slice(0, Math.max(0, text.search(/\n?<user>|Hello/))).trim();
  } finally {
    environment.free();
  }
}

describe.each(["vllm", "llamacpp"])("%s", (id) => {
  it.each(rows)("tells $model its effort as $template reads it", async ({ template, model, said }) => {
    const heard = await Promise.all(
      efforts.map(async (wish) => saidBy(template, variablesOf(await sentBody(id, model, wish)))),
    );
    expect(heard).toEqual(said);
  });
});
