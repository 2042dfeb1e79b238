import { isJsonObject, type AssistantPart, type JsonObject, type Usage } from "@skein/protocol";
import { attemptLawBreaks } from "@skein/provider-kit";
import { outcomeOf, partsOf } from "@skein/provider-conformance/cases";
import { fetchOf } from "@skein/provider-conformance/servers";
import { never, requestOf, user } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { bundledDefinitions } from "../src/bundled/index.ts";
import { defineProvider, readDefinition } from "../src/index.ts";
import { engines, loggedIn } from "./engines.ts";

/** How a vendor writes a stream of Chat Completions, where it does not do as most do. */
interface Habit {
  /** Where thoughts stand. Default: none are shown. */
  readonly thoughts?: "reasoning_content" | "reasoning" | "reasoning_details" | "content";
  /** Why a reply with calls ends. Default: `tool_calls`. */
  readonly finish?: string | null;
  /** Which chunk counts: one of its own without choices, the last one, or each. Default: one of its own. */
  readonly counts?: "own" | "last" | "each";
  /** The arguments of a call come whole. Default: in pieces. */
  readonly isCallWhole?: boolean;
  /** Fields of each chunk. */
  readonly fields?: JsonObject;
  /** Fields of the last chunk with a choice. */
  readonly last?: JsonObject;
  readonly usage?: JsonObject;
  /** Chunks before the first one. */
  readonly before?: readonly JsonObject[];
  /** A line of the stream between chunks that is no event. */
  readonly comment?: string;
  readonly callId?: string;
  /** What is reported besides the tokens. */
  readonly reported?: Partial<Usage>;
}

const filters: JsonObject = {
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
  choices: [],
};
const azure: Habit = { before: [filters], fields: { system_fingerprint: "fp" } };
const vllm: Habit = {
  thoughts: "reasoning",
  fields: { token_ids: null, prompt_token_ids: null },
  last: { stop_reason: null },
};

/** Read on 2026-11-30 in the documentation that the definitions name as their source. */
const habits: Readonly<Record<string, Habit>> = {
  openrouter: {
    thoughts: "reasoning_details",
    comment: ": OPENROUTER PROCESSING",
    fields: { provider: "Somebody" },
    last: { native_finish_reason: "tool_use" },
    usage: { cost: 0.0021, is_byok: false },
    reported: { reportedUsd: 0.0021 },
  },
  groq: { thoughts: "reasoning", counts: "last", last: { x_groq: { id: "req_1" } }, isCallWhole: true },
  deepseek: {
    thoughts: "reasoning_content",
    counts: "last",
    usage: { prompt_cache_hit_tokens: 40, prompt_cache_miss_tokens: 60 },
    reported: { cacheRead: 40 },
  },
  cerebras: { thoughts: "reasoning", last: { time_info: { queue_time: 0.1 } } },
  mistral: { thoughts: "content", counts: "last", callId: "a1B2c3D4e", isCallWhole: true },
  snowflake: { finish: "", counts: "each" },
  nvidia: { thoughts: "reasoning_content", finish: null },
  xai: {
    thoughts: "reasoning_content",
    usage: { cost_in_usd_ticks: 21_000_000 },
    reported: { reportedUsd: 0.0021 },
    isCallWhole: true,
  },
  zai: { thoughts: "reasoning_content", counts: "last" },
  "zai-coding-plan": { thoughts: "reasoning_content", counts: "last" },
  moonshot: { thoughts: "reasoning_content", counts: "last" },
  dashscope: { thoughts: "reasoning_content" },
  fireworks: { thoughts: "reasoning_content", counts: "last" },
  together: { thoughts: "reasoning", counts: "last" },
  huggingface: { thoughts: "reasoning", finish: null },
  novita: { thoughts: "reasoning_content", fields: { separate_reasoning: true } },
  sambanova: { last: { is_last_response: true } },
  "ollama-chat": { thoughts: "reasoning", isCallWhole: true },
  "ollama-cloud": { thoughts: "reasoning", isCallWhole: true },
  llamacpp: { thoughts: "reasoning_content", last: { timings: { predicted_n: 5 } } },
  lmstudio: { thoughts: "reasoning", fields: { stats: {} } },
  vllm,
  sagemaker: vllm,
  ovhcloud: vllm,
  scaleway: vllm,
  "azure-openai": azure,
  "azure-foundry": azure,
  "github-copilot": { ...azure, isCallWhole: true },
  "github-models": azure,
  perplexity: { counts: "each", fields: { citations: ["https://example.com"] } },
  litellm: { thoughts: "reasoning_content", fields: { provider_specific_fields: null } },
  vercel: { thoughts: "reasoning_details" },
  "opencode-zen": { thoughts: "reasoning_content" },
  databricks: { counts: "each" },
  cloudflare: { thoughts: "reasoning_content", finish: "tool_calls" },
};

const thought = ["Let me ", "look."];
const input = { path: "a.txt", lines: 3 };

function streamOf(habit: Habit): string {
  const { thoughts, finish = "tool_calls", counts = "own", isCallWhole = false, comment } = habit;
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...habit.usage };
  const whole = JSON.stringify(input);
  const written = isCallWhole ? [whole] : [whole.slice(0, 9), whole.slice(9, 10), whole.slice(10)];
  const deltas: JsonObject[] = [
    { role: "assistant", content: thoughts === "content" ? [] : "" },
    ...(thoughts === undefined ? [] : thought.map((text) => thoughtIn(thoughts, text))),
    ...written.map((text, at) => ({
      tool_calls: [
        at === 0
          ? {
              index: 0,
              id: habit.callId ?? "call_1",
              type: "function",
              function: { name: "read", arguments: text },
            }
          : { index: 0, function: { arguments: text } },
      ],
    })),
  ];
  const chunks: JsonObject[] = [
    ...(habit.before ?? []),
    ...deltas.map((delta) => ({
      choices: [{ index: 0, delta, finish_reason: null }],
      ...(counts === "each" ? { usage } : {}),
    })),
    {
      choices: [{ index: 0, delta: {}, finish_reason: finish }],
      ...habit.last,
      ...(counts === "own" ? {} : { usage }),
    },
    ...(counts === "own" || finish === null || finish === "" ? [{ choices: [], usage }] : []),
  ];
  const lines = chunks.map((chunk) => {
    const data = {
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      ...habit.fields,
      ...chunk,
    };
    return `${comment === undefined ? "" : `${comment}\n\n`}data: ${JSON.stringify(data)}\n\n`;
  });
  return `${lines.join("")}data: [DONE]\n\n`;
}

function thoughtIn(place: NonNullable<Habit["thoughts"]>, text: string): JsonObject {
  if (place === "reasoning_details")
    return { reasoning: text, reasoning_details: [{ type: "reasoning.text", text, index: 0 }] };
  if (place === "content") return { content: [{ type: "thinking", thinking: [{ type: "text", text }] }] };
  return { [place]: text };
}

async function read(id: string, stream: string) {
  const { default: fields } = await bundledDefinitions[id]!.load();
  const { definition } = await readDefinition(JSON.stringify(fields), `${id}.json`);
  const here = { tokenExchange: undefined, runsModels: false, streams: true };
  const provider = defineProvider({ ...definition, ...here }, engines, {
    apiKey: "sk-test-1234",
    login: loggedIn("t"),
    env: Object.fromEntries(
      definition.variables.map(({ name, default: value }) => [name, value ?? "https://x.example"]),
    ),
    retry: { retries: 0 },
    fetch: fetchOf(Buffer.from(stream), 11),
  });
  const tool = {
    name: "read",
    description: "Reads.",
    inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  } as const;
  const request = requestOf([user("Hello")], { tools: [tool] });
  const { events, error } = await outcomeOf(provider.model("some-model").stream(request, never));
  return { events, error, parts: partsOf(events), end: events.at(-1) };
}

const calls = (parts: readonly AssistantPart[]) =>
  parts.flatMap((part) => (part.type === "tool-call" && "input" in part ? [[part.name, part.input]] : []));
const thoughts = (parts: readonly AssistantPart[]) =>
  parts.flatMap((part) => (part.type === "thinking" ? [part.text] : []));

/** Those whose wire is another one have its own tests. */
const otherWires = ["chatgpt", "minimax"];

it("has the habits of each definition on this wire", () => {
  const known = Object.keys(bundledDefinitions).filter((id) => !otherWires.includes(id));
  expect(Object.keys(habits).toSorted()).toEqual(known.toSorted());
});

describe("a stream with the habits of", () => {
  it.each(Object.entries(habits))("%s is read whole", async (id, habit) => {
    const { events, error, parts, end } = await read(id, streamOf(habit));
    expect(error).toBeUndefined();
    expect(attemptLawBreaks(events)).toEqual([]);
    expect(calls(parts)).toEqual([["read", input]]);
    expect(thoughts(parts).join("")).toBe(habit.thoughts === undefined ? "" : thought.join(""));
    expect(end).toMatchObject({
      type: "message-end",
      stop: "tool-calls",
      usage: { output: 20, ...habit.reported },
    });
    const { usage } = end as { readonly usage: Usage };
    expect((usage.input ?? 0) + (usage.cacheRead ?? 0)).toBe(100);
  });

  it.each(Object.entries(habits))("%s is no success when it is cut off", async (id, habit) => {
    const whole = streamOf(habit);
    const events = whole.split("\n\n");
    const at = events.findIndex((event) => event.includes('"finish_reason":') && isLast(event));
    const { error, end } = await read(id, `${events.slice(0, at).join("\n\n")}\n\n`);
    expect(error ?? end).not.toMatchObject({ type: "message-end", stop: "tool-calls" });
  });
});

/** The chunk that ends the choice: its delta is empty. */
function isLast(event: string): boolean {
  const data = JSON.parse(event.replace(/^(?::.*\n\n?)?data: /s, "")) as {
    readonly choices?: readonly JsonObject[];
  };
  const delta = data.choices?.[0]?.["delta"];
  return isJsonObject(delta) && Object.keys(delta).length === 0;
}
