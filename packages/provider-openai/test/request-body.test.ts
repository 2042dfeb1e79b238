import { describe, expect, it } from "vitest";
import { taggedContext, type Effort, type ModelRequest } from "@skein/protocol";
import { assistant, user } from "@skein/test-kit";
import { chat } from "../src/chat.ts";
import { responses } from "../src/responses.ts";
import { look, simple } from "./requests.ts";
import { targetOf } from "./targets.ts";

const elsewhere = { baseUrl: "https://models.example.org/v1" };

describe("a request", () => {
  it("of Responses has what changes least in front", () => {
    const request: ModelRequest = {
      ...simple,
      messages: [{ ...user("Hello"), dynamicContext: ["It is noon."] }],
      tools: [look],
      options: { effort: "high", maxOutputTokens: 5, temperature: 1 },
    };
    const body = responses.body(request, targetOf("gpt-5"));
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        model: "gpt-5",
        stream: true,
        stream_options: { include_obfuscation: false },
        store: false,
        include: ["reasoning.encrypted_content"],
        reasoning: { effort: "high", summary: "auto" },
        prompt_cache_key: body["prompt_cache_key"],
        max_output_tokens: 16,
        instructions: "You are brief.",
        tools: [
          {
            type: "function",
            name: "look",
            description: "Looks.",
            parameters: { type: "object", properties: { at: { type: "string" } } },
            strict: false,
          },
        ],
        input: [
          {
            type: "message",
            role: "user",
            content: [
              { type: "input_text", text: "Hello" },
              { type: "input_text", text: taggedContext("It is noon.") },
            ],
          },
        ],
      }),
    );
  });

  it("of Chat Completions has the same order", () => {
    const request: ModelRequest = {
      ...simple,
      messages: [{ ...user("Hello"), dynamicContext: ["It is noon."] }],
      tools: [look],
      options: { effort: "high", maxOutputTokens: 500, temperature: 0 },
    };
    const body = chat.body(request, targetOf("qwen-3", elsewhere));
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        model: "qwen-3",
        stream: true,
        stream_options: { include_usage: true },
        reasoning_effort: "high",
        temperature: 0,
        max_tokens: 500,
        tools: [
          {
            type: "function",
            function: {
              name: "look",
              description: "Looks.",
              parameters: { type: "object", properties: { at: { type: "string" } } },
            },
          },
        ],
        messages: [
          { role: "system", content: "You are brief." },
          { role: "user", content: `Hello\n\n${taggedContext("It is noon.")}` },
        ],
      }),
    );
  });

  it("says nothing that is not wanted", () => {
    const bare: ModelRequest = { ...simple, system: " " };
    expect(Object.keys(responses.body(bare, targetOf("gpt-4.1", elsewhere)))).toEqual([
      "model",
      "stream",
      "store",
      "input",
    ]);
    expect(Object.keys(chat.body(bare, targetOf("x", elsewhere)))).toEqual([
      "model",
      "stream",
      "stream_options",
      "messages",
    ]);
  });

  it("nudges where the conversation would end with the model's words", () => {
    const reply = assistant({ type: "text", text: "Half a" });
    const cut: ModelRequest = {
      ...simple,
      messages: [user("a"), { ...reply, partial: true }],
    };
    expect((responses.body(cut, targetOf("gpt-5"))["input"] as object[]).at(-1)).toEqual({
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "Your reply was interrupted here. Continue from where it stopped." },
      ],
    });
    const whole: ModelRequest = { ...simple, messages: [user("a"), reply] };
    expect((chat.body(whole, targetOf("x"))["messages"] as object[]).at(-1)).toEqual({
      role: "user",
      content: "Continue.",
    });
    const empty: ModelRequest = { ...simple, messages: [] };
    expect(responses.body(empty, targetOf("gpt-5"))["input"]).toHaveLength(1);
  });
});

describe("effort and temperature", () => {
  const bodyOf = (model: string, options: ModelRequest["options"]) =>
    chat.body({ ...simple, options }, targetOf(model));

  it.each<[string, Effort, string | undefined]>([
    ["gpt-6-sol", "max", "max"],
    ["gpt-5.4", "max", "xhigh"],
    ["gpt-5-2025-08-07", "max", "high"],
    ["openai/gpt-5", "none", "minimal"],
    ["gpt-5.1", "none", "none"],
    ["o4-mini", "none", "low"],
    ["gpt-5-pro", "low", "high"],
    ["gpt-oss:20b", "medium", "medium"],
    ["gpt-4.1", "high", undefined],
    ["qwen-3", "high", "high"],
    ["qwen-3", "max", "high"],
    ["qwen-3", "none", undefined],
    ["gpt-4o", "high", undefined],
  ])("%s at %s is told %s", (model, effort, told) => {
    expect(bodyOf(model, { effort })["reasoning_effort"]).toBe(told);
  });

  it("sends a temperature only to what does not think", () => {
    expect(bodyOf("gpt-5", { temperature: 0.5 })).not.toHaveProperty("temperature");
    expect(bodyOf("gpt-5.2", { temperature: 0.5, effort: "none" })).toHaveProperty("temperature", 0.5);
    expect(bodyOf("gpt-4.1", { temperature: 0.5 })).toHaveProperty("temperature", 0.5);
    expect(bodyOf("qwen-3", { temperature: 0.5 })).toHaveProperty("temperature", 0.5);
  });

  it("keeps the output within the model's limit, under the name the server knows", () => {
    expect(bodyOf("gpt-4.1", { maxOutputTokens: 1_000_000 })).toHaveProperty("max_completion_tokens", 32_768);
    expect(
      chat.body({ ...simple, options: { maxOutputTokens: 9 } }, targetOf("qwen-3", elsewhere)),
    ).toHaveProperty("max_tokens", 9);
  });
});
