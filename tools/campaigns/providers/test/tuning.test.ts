import { describe, expect, it } from "vitest";
import type { JsonObject, ModelOptions } from "../../../../packages/protocol/src/index.ts";
import { sentRequest } from "../sent.ts";
import { subjects } from "../subjects.ts";

const models: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-4-5",
  "openai responses": "gpt-5.6-sol",
  "openai chat": "gpt-5.2",
  google: "gemini-3.8-flash",
  ollama: "qwen3:8b",
  bedrock: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  "vertex gemini": "gemini-3.8-flash",
  "vertex claude": "claude-sonnet-4-5",
};

const cacheMarks = {
  anthropic: { system: [{ cache_control: { type: "ephemeral", ttl: "1h" } }] },
  bedrock: { system: [{}, { cachePoint: { type: "default", ttl: "1h" } }] },
  "vertex claude": { system: [{ cache_control: { type: "ephemeral", ttl: "1h" } }] },
};

/** What each wire makes of an option: a part of the body, or a notice. */
const wishes: readonly {
  readonly options: ModelOptions;
  readonly sent: Readonly<Record<string, JsonObject>>;
}[] = [
  {
    options: { verbosity: "low" },
    sent: { "openai responses": { text: { verbosity: "low" } }, "openai chat": { verbosity: "low" } },
  },
  {
    options: { serviceTier: "priority" },
    sent: {
      anthropic: { service_tier: "priority" },
      "openai responses": { service_tier: "priority" },
      "openai chat": { service_tier: "priority" },
      bedrock: { serviceTier: { type: "priority" } },
      "vertex claude": { service_tier: "priority" },
    },
  },
  {
    options: { toolChoice: "required" },
    sent: {
      anthropic: { tool_choice: { type: "any" } },
      "openai responses": { tool_choice: "required" },
      "openai chat": { tool_choice: "required" },
      google: { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
      bedrock: { toolConfig: { toolChoice: { any: {} } } },
      "vertex gemini": { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
      "vertex claude": { tool_choice: { type: "any" } },
    },
  },
  {
    options: { toolChoice: "required", effort: "high" },
    sent: {
      "openai responses": { tool_choice: "required" },
      "openai chat": { tool_choice: "required" },
      google: { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
      "vertex gemini": { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
    },
  },
  {
    options: { parallelTools: false },
    sent: {
      anthropic: { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      "openai responses": { parallel_tool_calls: false },
      "openai chat": { parallel_tool_calls: false },
      "vertex claude": { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    },
  },
  {
    options: { cacheTtl: "1h" },
    sent: cacheMarks,
  },
  // The head is too small for a cache, which needs no notice.
  { options: { explicitCache: true }, sent: { google: {} } },
  { options: { cacheTtl: "1h", explicitCache: true }, sent: { google: {}, ...cacheMarks } },
];

describe.each(subjects)("$name", ({ name, provider }) => {
  it.each(wishes)("obeys $options, or says that it does not", async ({ options, sent }) => {
    const { body, notices } = await sentRequest(provider, models[name]!, options);
    const [option] = Object.keys(options);
    const said = notices.filter((text) => text.includes(` ${option}: `));
    const wanted = sent[name];
    expect(body).toMatchObject(wanted ?? {});
    expect(said).toHaveLength(wanted ? 0 : 1);
  });

  it("sends fields of the user's own, merged, and keeps the conversation", async () => {
    const own = { top_k: 20, generationConfig: { topK: 5 }, messages: [], contents: [], input: "no" };
    const plain = await sentRequest(provider, models[name]!, {});
    const { body } = await sentRequest(provider, models[name]!, { body: own });
    expect(body).toMatchObject({ top_k: 20, generationConfig: { topK: 5 } });
    for (const field of ["messages", "contents", "input"]) expect(body[field]).toEqual(plain.body[field]);
    expect(Object.keys(body).at(-1)).toBe(Object.keys(plain.body).at(-1));
  });
});
