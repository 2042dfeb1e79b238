import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taggedContext, type Message, type ModelRequest } from "@skein/protocol";
import { assistant, call, requestOf, result, results, user } from "@skein/test-kit";
import { requestBody } from "../src/request/body.ts";
import { modelId } from "./replies.ts";

const nova = "us.amazon.nova-pro-v1:0";
const open = "openai.gpt-oss-120b-1:0";
const point = { cachePoint: { type: "default" } };
const tools = [
  {
    name: "sh",
    description: "Runs.",
    inputSchema: { type: "object", properties: { cmd: { type: "string" } } },
  },
];
const bodyOf = (request: ModelRequest, model = modelId) => requestBody(model, request);

describe("a request", () => {
  it("has what does not change first, and a cache point behind each part of it", () => {
    const body = bodyOf(
      requestOf([{ ...user("Hello"), dynamicContext: ["It is noon."] }], {
        system: "Be brief.",
        tools,
        options: { maxOutputTokens: 500, temperature: 0.5 },
      }),
    );
    expect(Object.keys(body)).toEqual(["inferenceConfig", "system", "toolConfig", "messages"]);
    expect(body).toEqual({
      inferenceConfig: { maxTokens: 500, temperature: 0.5 },
      system: [{ text: "Be brief." }, point],
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: "sh",
              description: "Runs.",
              inputSchema: { json: { type: "object", properties: { cmd: { type: "string" } } } },
            },
          },
          point,
        ],
      },
      messages: [
        { role: "user", content: [{ text: "Hello" }, { text: taggedContext("It is noon.") }, point] },
      ],
    });
  });

  it("says nothing that was not asked for", () => {
    expect(bodyOf(requestOf([user("Hello")]), open)).toEqual({
      messages: [{ role: "user", content: [{ text: "Hello" }] }],
    });
  });

  it("ends with the user", () => {
    const content = bodyOf(requestOf([user("a"), assistant({ type: "text", text: "b" })]), open).messages.at(
      -1,
    );
    expect(content).toEqual({ role: "user", content: [{ text: "Continue." }] });
  });

  it("names the tools of earlier calls when none are offered, since the vendor refuses calls without", () => {
    const body = bodyOf(requestOf([user("a"), assistant(call("1")), results(result("1", "x"))]), open);
    expect(body.toolConfig?.tools).toMatchObject([
      { toolSpec: { name: "sh", inputSchema: { json: { type: "object" } } } },
    ]);
  });

  it("asks for no more than the model can give", () => {
    const options = { maxOutputTokens: 1_000_000 };
    expect(bodyOf(requestOf([user("a")], { options }), nova).inferenceConfig).toEqual({ maxTokens: 10_000 });
    expect(bodyOf(requestOf([user("a")], { options }), "acme.unknown").inferenceConfig).toEqual({
      maxTokens: 1_000_000,
    });
  });
});

describe("cache points", () => {
  const request = requestOf([user("Hello")], { system: "Be brief.", tools });

  it.each([
    ["us.anthropic.claude-haiku-4-5-20251001-v1:0", [true, true, true]],
    [
      "arn:aws:bedrock:us-east-1:123456789012:inference-profile/eu.anthropic.claude-opus-4-8",
      [true, true, true],
    ],
    ["anthropic.claude-3-haiku-20240307-v1:0", [false, false, false]],
    [nova, [false, true, true]],
    [open, [false, false, false]],
  ])("of %s stand only where it takes them: tools, system, messages", (model, places) => {
    const { system, toolConfig, messages } = bodyOf(request, model);
    const found = [toolConfig?.tools, system, messages[0]?.content].map((blocks) =>
      (blocks ?? []).some((block) => "cachePoint" in block),
    );
    expect(found).toEqual(places);
  });

  it("never move backwards, and up to the last one a request begins the next", () => {
    const turn = fc.record({ calls: fc.integer({ min: 0, max: 25 }), says: fc.boolean() });
    checkProperty(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), (turns) => {
        const messages: Message[] = [user("Begin")];
        let before: readonly string[] = [];
        for (const [at, { calls, says }] of turns.entries()) {
          const body = bodyOf(requestOf(messages, { system: "S", tools }));
          const blocks = body.messages.flatMap(({ content }) =>
            content.map((block) => JSON.stringify(block)),
          );
          const isPoint = (block: string): boolean => block === JSON.stringify(point);
          const last = blocks.findLastIndex(isPoint);
          const plain = blocks.slice(0, last).filter((block) => !isPoint(block));
          // What was cached before is a beginning of what is cached now.
          expect(plain.slice(0, before.length)).toEqual(before);
          expect(plain.length).toBeGreaterThanOrEqual(before.length);
          expect(blocks.filter(isPoint).length).toBeLessThanOrEqual(2);
          expect(last).toBe(blocks.length - 1);
          // A jump too long to be looked back over leaves a point where the cache ended.
          const jumped = plain.length - before.length > 20 && before.length > 0;
          const first = blocks.slice(0, blocks.findIndex(isPoint));
          expect(jumped ? first : before).toEqual(before);
          before = plain;
          const ids = Array.from({ length: calls }, (_, n) => `${at}_${n}`);
          messages.push(assistant({ type: "text", text: `Reply ${at}` }, ...ids.map((id) => call(id))));
          if (calls > 0) messages.push(results(...ids.map((id) => result(id, `Result ${id}`))));
          if (says || calls === 0) messages.push(user(`More ${at}`));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("let every request of a long session begin the next one byte for byte", () => {
    const messages: Message[] = [user("Begin")];
    let before = "";
    for (let turn = 0; turn < 30; turn++) {
      const text = JSON.stringify(bodyOf(requestOf(messages, { system: "S", tools })));
      const cached = text.slice(0, text.lastIndexOf(',{"cachePoint"'));
      expect(text.startsWith(before)).toBe(true);
      expect(cached.length).toBeGreaterThan(before.length);
      before = cached;
      messages.push(assistant(call(`c${turn}`)), results(result(`c${turn}`, "ok")));
    }
  });
});

describe("effort", () => {
  const fields = (
    model: string,
    effort: "none" | "low" | "high" | "max",
    messages = [user("a")] as Message[],
  ) => bodyOf(requestOf(messages, { options: { effort, temperature: 1 } }), model);

  it.each([
    [
      modelId,
      "high",
      {
        thinking: { type: "enabled", budget_tokens: 24_576 },
        anthropic_beta: ["interleaved-thinking-2025-05-14"],
      },
    ],
    [
      modelId,
      "max",
      {
        thinking: { type: "enabled", budget_tokens: 32_000 },
        anthropic_beta: ["interleaved-thinking-2025-05-14"],
      },
    ],
    [modelId, "none", undefined],
    [
      "us.anthropic.claude-opus-4-8",
      "max",
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "max" } },
    ],
    ["us.anthropic.claude-opus-4-8", "none", undefined],
    [
      "us.anthropic.claude-fable-5",
      "none",
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } },
    ],
    [
      "us.anthropic.claude-next-9",
      "low",
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } },
    ],
    [
      "us.amazon.nova-2-lite-v1:0",
      "low",
      { reasoningConfig: { type: "enabled", maxReasoningEffort: "low" } },
    ],
    ["us.amazon.nova-2-lite-v1:0", "none", { reasoningConfig: { type: "disabled" } }],
    [open, "max", { reasoning_effort: "high" }],
    [open, "none", { reasoning_effort: "low" }],
    ["acme.unknown", "high", undefined],
  ] as const)("of %s at %s", (model, effort, expected) => {
    expect(fields(model, effort).additionalModelRequestFields).toEqual(expected);
  });

  it("omits the temperature where it would be rejected", () => {
    expect(fields(modelId, "high").inferenceConfig).toBeUndefined();
    expect(fields(modelId, "none").inferenceConfig).toEqual({ temperature: 1 });
    expect(fields("us.anthropic.claude-opus-4-8", "none").inferenceConfig).toBeUndefined();
    expect(fields("us.amazon.nova-2-lite-v1:0", "high").inferenceConfig).toBeUndefined();
    expect(fields("us.amazon.nova-2-lite-v1:0", "low").inferenceConfig).toEqual({ temperature: 1 });
  });

  it("waits with a budget until calls are answered whose thoughts are gone", () => {
    const inTurn = [user("a"), assistant(call("1")), results(result("1", "x"))];
    expect(fields(modelId, "high", inTurn).additionalModelRequestFields).toBeUndefined();
  });

  it("keeps a budget through a whole turn, also after replies without thinking", () => {
    const thought = {
      type: "thinking",
      text: "hm",
      sidecar: { provider: "bedrock", model: modelId, data: { signature: "S" } },
    } as const;
    const turn = [
      user("a"),
      assistant(thought, call("1")),
      results(result("1", "x")),
      assistant(call("2")),
      results(result("2", "x")),
    ];
    const asked = [turn.slice(0, 1), turn.slice(0, 3), turn].map((messages) =>
      JSON.stringify(fields(modelId, "high", messages).additionalModelRequestFields),
    );
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toContain("budget_tokens");
  });
});
