import type { Effort, JsonObject, JsonValue, ModelProvider } from "../../../packages/protocol/src/index.ts";
import { isJsonObject } from "../../../packages/protocol/src/index.ts";
import { bundledDefinitions } from "../../../packages/provider-definitions/src/bundled/index.ts";
import { defineProvider, readDefinition } from "../../../packages/provider-definitions/src/index.ts";
import { createAnthropic } from "../../../packages/provider-anthropic/src/index.ts";
import { createOpenAI } from "../../../packages/provider-openai/src/index.ts";
import { sentRequest } from "./sent.ts";
import type { SentRequest } from "./sent.ts";
import { subjects } from "./subjects.ts";

const efforts: readonly Effort[] = ["none", "low", "medium", "high", "max"];

/** Models by which the wires of packages are shown. */
const shown: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["claude-opus-5-5", "claude-sonnet-4-5"],
  "openai responses": ["gpt-5.6-sol", "gpt-5"],
  "openai chat": ["gpt-5.2"],
  google: ["gemini-3.8-flash", "gemini-2.5-flash"],
  ollama: ["qwen3:8b", "gpt-oss:20b"],
  bedrock: ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.amazon.nova-2-lite-v1:0"],
  "vertex gemini": ["gemini-3.8-flash"],
  "vertex claude": ["claude-opus-5-5"],
};

/** Headers of the transport, of keys and of libraries. */
const usualHeaders =
  /^(content-|accept|user-agent|authorization$|x-api-key$|api-key$|x-goog-|x-stainless|x-amz|host$|openai-|anthropic-dangerous|amz-)/;

type Make = Parameters<typeof sentRequest>[0];

/** What is sent to whom, as a table in Markdown: a row a model. */
export async function sentTable(): Promise<string> {
  const rows: string[] = [];
  for (const { name, provider } of subjects)
    for (const model of shown[name] ?? []) rows.push(await rowOf(name, model, provider));
  for (const id of Object.keys(bundledDefinitions)) {
    const { make, model } = await definedProvider(id);
    rows.push(await rowOf(id, model, make));
  }
  return [
    "| vendor | model | path | cache | effort: none, low, medium, high, max | limit | headers |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

async function rowOf(vendor: string, model: string, make: Make): Promise<string> {
  const plain = await sentRequest(make, model, { maxOutputTokens: 64_000 });
  const said: string[] = [];
  let { headers: sent } = plain;
  for (const effort of efforts) {
    const { body, headers } = await sentRequest(make, model, { maxOutputTokens: 64_000, effort });
    sent = { ...sent, ...headers };
    said.push(difference(plain.body, body) || "–");
  }
  const headers = Object.entries(sent)
    .filter(([name]) => !usualHeaders.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const cells = [
    vendor,
    model,
    plain.path,
    cacheIn(plain),
    said.join(", "),
    limitIn(plain.body),
    headers.join(", "),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|") || "–").join(" | ")} |`;
}

async function definedProvider(id: string): Promise<{ readonly make: Make; readonly model: string }> {
  const { default: fields } = await bundledDefinitions[id]!.load();
  const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
  const values = definition.variables.map(({ name, default: value }) => [
    name,
    value ?? (definition.baseUrl.startsWith(`\${${name}}`) ? "https://x.example" : "x"),
  ]);
  const engines = {
    openai: {
      load: async (settings: object): Promise<ModelProvider> => createOpenAI(settings),
      keyVariables: [],
    },
    anthropic: {
      load: async (settings: object): Promise<ModelProvider> => createAnthropic(settings),
      keyVariables: [],
    },
  };
  const make: Make = (settings) =>
    defineProvider({ ...definition, tokenExchange: undefined, browserLogin: undefined }, engines, {
      ...settings,
      env: Object.fromEntries(values) as Record<string, string>,
    });
  return { make, model: definition.defaultModel ?? "claude-sonnet-4.5" };
}

/** Fields that one body has and the other has not, or otherwise; the path to each. */
function difference(before: JsonObject, after: JsonObject): string {
  const changed = Object.entries(after).flatMap(([name, value]): string[] => {
    const old = before[name];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    if (isJsonObject(value)) {
      const inner = difference(isJsonObject(old) ? old : {}, value);
      return inner === "" ? [] : [`${name}.${inner}`];
    }
    return [`${name}=${Array.isArray(value) ? value.join("+") : JSON.stringify(value).replaceAll('"', "")}`];
  });
  return changed
    .map((text) => `\`${text}\``.replaceAll("``", "`"))
    .join(" ")
    .replaceAll(".`", ".");
}

function cacheIn({ body }: SentRequest): string {
  const text = JSON.stringify(body);
  const count = (word: string) => text.split(`"${word}"`).length - 1;
  const marks = ["cache_control", "cachePoint", "prompt_cache_breakpoint"].flatMap((word) =>
    count(word) > 0 ? [`${count(word)} × \`${word}\``] : [],
  );
  return (
    [...marks, ...(body["prompt_cache_key"] === undefined ? [] : ["`prompt_cache_key`"])].join(", ") ||
    "by itself"
  );
}

const limitNames = /^(max_?(output_?|completion_?)?tokens|num_predict)$/i;

function limitIn(value: JsonValue): string {
  if (!isJsonObject(value)) return "";
  for (const [name, inner] of Object.entries(value)) {
    if (limitNames.test(name)) return `\`${name}\``;
    const found = limitIn(inner);
    if (found !== "") return found;
  }
  return "";
}
