import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, Message, ModelRequest, ToolDefinition } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { call, collect, never, requestOf, result, user } from "@skein/test-kit";
import { requestBody } from "../src/request/body.ts";
import type { WireBlock, WireRequest } from "../src/wire.ts";
import { provider } from "./replies.ts";

const tool: ToolDefinition = {
  name: "sh",
  description: "Run it.",
  inputSchema: { type: "object", properties: {} },
};
const bodyOf = (request: ModelRequest, modelId = "demo-1"): WireRequest =>
  requestBody({ provider: "anthropic", model: modelId }, request).body;
const ok: Message = { role: "assistant", content: [{ type: "text", text: "ok" }] };
const blocks = ({ messages }: WireRequest): WireBlock[] => messages.flatMap(({ content }) => content);
const isMarked = (block: object): boolean => "cache_control" in block;

describe("the bytes of a request", () => {
  it("put what does not change first and the messages last", async () => {
    await using server = await anthropicServer([{ parts: [] }]);
    const request = requestOf([{ ...user("Hello"), dynamicContext: ["It is noon."] }], {
      system: "Be brief.",
      tools: [tool],
      options: { temperature: 0.5, maxOutputTokens: 100 },
    });
    await collect(provider({ baseUrl: server.url }).model("demo-1").stream(request, never));
    expect(server.requests[0]?.bytes.toString()).toBe(
      '{"model":"demo-1","max_tokens":100,"stream":true,"temperature":0.5,' +
        '"system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],' +
        '"tools":[{"name":"sh","description":"Run it.","input_schema":{"type":"object","properties":{}},"cache_control":{"type":"ephemeral"}}],' +
        '"messages":[{"role":"user","content":[{"type":"text","text":"Hello"},{"type":"text","text":"<skein_context>\\nIt is noon.\\n</skein_context>","cache_control":{"type":"ephemeral"}}]}]}',
    );
  });

  /**
   * Requests of a growing conversation: the bytes up to the rolling mark, and the bytes of the one after it.
   */
  function pairsOf(turns: readonly (readonly [readonly AssistantPart[], boolean])[]): [string, string][] {
    const messages: Message[] = [user("start")];
    const bytes = turns.map(([content, steered]) => {
      const request = requestOf([...messages], { system: "s", tools: [tool] });
      messages.push({ role: "assistant", content });
      const calls = content.filter((piece) => piece.type === "tool-call");
      if (calls.length > 0) messages.push({ role: "tool", content: calls.map(({ id }) => result(id, "r")) });
      if (calls.length === 0 || steered) messages.push(user("go on"));
      return JSON.stringify(bodyOf(request));
    });
    return bytes
      .slice(1)
      .map((after, at) => [bytes[at]!.slice(0, bytes[at]!.lastIndexOf(',"cache_control"')), after]);
  }
  const withoutMarks = (bytes: string): string =>
    bytes.replaceAll(',"cache_control":{"type":"ephemeral"}', "");

  it("up to the rolling mark are the beginning of the next request", () => {
    const part: fc.Arbitrary<AssistantPart> = fc.oneof(
      fc.string({ minLength: 1 }).map((text) => ({ type: "text" as const, text: `t${text}` })),
      fc.integer({ min: 0, max: 99 }).map((n) => call(`c${n}`, { n })),
      fc.constant({
        type: "thinking" as const,
        text: "hm",
        sidecar: { provider: "anthropic", model: "demo-1", data: { signature: "s" } },
      }),
    );
    const turnOf = (maxLength: number) => fc.tuple(fc.array(part, { minLength: 1, maxLength }), fc.boolean());
    checkProperty(
      fc.property(fc.array(turnOf(8), { minLength: 2, maxLength: 6 }), (turns) => {
        for (const [before, after] of pairsOf(turns)) expect(after.startsWith(before)).toBe(true);
      }),
      { numRuns: 200 },
    );
    // When replies too long for the vendor's look-back come twice, the mark of the first goes; all else
    // stays.
    checkProperty(
      fc.property(fc.array(turnOf(30), { minLength: 2, maxLength: 5 }), (turns) => {
        for (const [before, after] of pairsOf(turns))
          expect(withoutMarks(after).startsWith(withoutMarks(before))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("stay the beginning after a long reply too: its mark stays where it is", () => {
    const long: AssistantPart[] = Array.from({ length: 12 }, (_, at) => call(`c${at}`));
    const short: AssistantPart[] = [{ type: "text", text: "t" }];
    const pairs = pairsOf([
      [short, false],
      [long, false],
      [short, false],
      [short, false],
      [short, false],
    ]);
    expect(pairs.map(([before, after]) => after.startsWith(before))).toEqual([true, true, true, true]);
  });
});

describe("cache marks", () => {
  it("stand on the last tool, on the system prompt and on the last block", () => {
    const body = bodyOf(
      requestOf([user("a"), ok, user("b")], {
        system: "s",
        tools: [tool, { ...tool, name: "z" }],
      }),
    );
    expect(body.tools?.map(isMarked)).toEqual([false, true]);
    expect(body.system?.map(isMarked)).toEqual([true]);
    expect(blocks(body).map(isMarked)).toEqual([false, false, true]);
  });

  it.each([
    [7, 1],
    [10, 2],
    [30, 2],
  ])("keep the previous place when %i calls came since", (count, marks) => {
    const calls = Array.from({ length: count }, (_, at) => call(`c${at}`));
    const messages: Message[] = [
      user("a"),
      { role: "assistant", content: calls },
      { role: "tool", content: calls.map(({ id }) => result(id, "r")) },
    ];
    const marked = blocks(bodyOf(requestOf(messages))).flatMap((block, at) => (isMarked(block) ? [at] : []));
    expect(marked).toEqual(marks === 2 ? [0, 2 * count] : [2 * count]);
  });

  it("are never more than four, always the last key, and never on a thought", () => {
    const part: fc.Arbitrary<AssistantPart> = fc.oneof(
      fc.constant({
        type: "thinking" as const,
        text: "",
        sidecar: { provider: "anthropic", model: "demo-1", data: { redacted: "x" } },
      }),
      fc.constant({ type: "text" as const, text: "t" }),
      fc.constant({
        type: "opaque" as const,
        sidecar: { provider: "anthropic", model: "demo-1", data: { type: "server_tool_use" } },
      }),
    );
    checkProperty(
      fc.property(fc.array(fc.array(part, { maxLength: 30 }), { maxLength: 4 }), (replies) => {
        const messages = replies.flatMap((content): Message[] => [user("u"), { role: "assistant", content }]);
        const body = bodyOf(requestOf(messages, { system: "s", tools: [tool] }));
        const marked = [...(body.system ?? []), ...(body.tools ?? []), ...blocks(body)].filter(isMarked);
        expect(marked.length).toBeLessThanOrEqual(4);
        for (const block of marked) {
          expect(Object.keys(block).at(-1)).toBe("cache_control");
          expect(block).not.toHaveProperty("type", "redacted_thinking");
        }
      }),
    );
  });
});

describe("the end of a conversation", () => {
  const last = (...messages: Message[]) => bodyOf(requestOf(messages)).messages.at(-1);

  it("is the user's, after an interrupted reply too", () => {
    expect(last(user("a"), { ...ok, partial: true })).toEqual({
      role: "user",
      content: [
        {
          type: "text",
          text: "Your reply was interrupted here. Continue from where it stopped.",
          cache_control: { type: "ephemeral" },
        },
      ],
    });
    expect(last(user("a"), ok)).toMatchObject({
      role: "user",
      content: [{ text: "Continue." }],
    });
    expect(last()).toMatchObject({ role: "user", content: [{ text: "Continue." }] });
  });

  it("is the vendor's own reply when it paused, sent back as it is", () => {
    const data = { type: "server_tool_use", id: "s", name: "web_search", input: {} };
    const paused: Message = {
      role: "assistant",
      content: [{ type: "opaque", sidecar: { provider: "anthropic", model: "demo-1", data } }],
    };
    expect(last(user("a"), paused)).toEqual({ role: "assistant", content: [data] });
  });

  it("is the user's after another model paused: the paused part is not sent", () => {
    const sidecar = { provider: "anthropic", model: "other-2", data: { type: "server_tool_use", id: "s" } };
    const paused: Message = {
      role: "assistant",
      content: [
        { type: "text", text: "I search." },
        { type: "opaque", sidecar },
      ],
    };
    expect(last(user("a"), paused)).toMatchObject({ role: "user", content: [{ text: "Continue." }] });
  });
});

describe("thinking and limits", () => {
  const options = (modelId: string, wanted: ModelRequest["options"], messages: Message[] = [user("a")]) => {
    const { max_tokens, temperature, thinking, output_config } = bodyOf(
      requestOf(messages, { options: wanted }),
      modelId,
    );
    return { max_tokens, temperature, thinking, output_config };
  };
  const adaptive = { type: "adaptive", display: "summarized" };
  const dropping = { ...adaptive, block_binding: { prefix_mismatch_behavior: "drop_block" } };

  it.each([
    ["claude-haiku-4-5", {}, { max_tokens: 64_000 }],
    ["claude-haiku-4-5-20251001", {}, { max_tokens: 64_000 }],
    ["claude-opus-4-8", {}, { max_tokens: 128_000 }],
    ["some-server-model", {}, { max_tokens: 8192 }],
    ["some-server-model", { maxOutputTokens: 99_999 }, { max_tokens: 99_999 }],
    ["claude-haiku-4-5", { maxOutputTokens: 99_999 }, { max_tokens: 64_000 }],
    [
      "claude-haiku-4-5",
      { effort: "low" },
      { max_tokens: 64_000, thinking: { type: "enabled", budget_tokens: 4096 } },
    ],
    [
      "claude-haiku-4-5",
      { effort: "max" },
      { max_tokens: 64_000, thinking: { type: "enabled", budget_tokens: 32_000 } },
    ],
    ["claude-haiku-4-5", { effort: "max", maxOutputTokens: 1000 }, { max_tokens: 1000 }],
    [
      "claude-haiku-4-5",
      { effort: "max", maxOutputTokens: 1500 },
      { max_tokens: 1500, thinking: { type: "enabled", budget_tokens: 1024 } },
    ],
    ["claude-haiku-4-5", { effort: "none", temperature: 0 }, { max_tokens: 64_000, temperature: 0 }],
    [
      "claude-haiku-4-5",
      { effort: "high", temperature: 0 },
      { max_tokens: 64_000, thinking: { type: "enabled", budget_tokens: 24_576 } },
    ],
    [
      "claude-sonnet-4-6",
      { effort: "high" },
      { max_tokens: 128_000, thinking: adaptive, output_config: { effort: "high" } },
    ],
    [
      "claude-opus-4-8",
      { effort: "none", temperature: 0.3 },
      { max_tokens: 128_000, thinking: { type: "disabled" } },
    ],
    ["claude-opus-5-5", {}, { max_tokens: 128_000, thinking: dropping }],
    [
      "claude-opus-5-5",
      { effort: "none" },
      { max_tokens: 128_000, thinking: dropping, output_config: { effort: "low" } },
    ],
    ["claude-sonnet-5-5", { effort: "none" }, { max_tokens: 128_000, thinking: { type: "between_tools" } }],
    [
      "claude-future-9",
      { effort: "max" },
      { max_tokens: 8192, thinking: adaptive, output_config: { effort: "max" } },
    ],
  ] as const)("of %s with %j", (modelId, wanted, expected) => {
    expect(JSON.parse(JSON.stringify(options(modelId, wanted)))).toEqual(expected);
  });

  it("with a budget are off while calls of a reply without thoughts are answered", () => {
    const foreign: Message[] = [
      user("a"),
      { role: "assistant", content: [call("t1")] },
      { role: "tool", content: [result("t1", "r")] },
    ];
    expect(options("claude-haiku-4-5", { effort: "high" }, foreign).thinking).toBeUndefined();
    expect(
      options("claude-haiku-4-5", { effort: "high" }, [...foreign, ok, user("b")]).thinking,
    ).toBeDefined();
  });

  it("with a budget stay on through a whole turn, also after replies that had none", () => {
    const thought = {
      type: "thinking",
      text: "hm",
      sidecar: { provider: "anthropic", model: "claude-haiku-4-5", data: { signature: "S" } },
    } as const;
    const turn: Message[] = [
      user("a"),
      { role: "assistant", content: [thought, call("t1")] },
      { role: "tool", content: [result("t1", "r")] },
      { role: "assistant", content: [call("t2")] },
      { role: "tool", content: [result("t2", "r")] },
      user("and mind the gaps"),
    ];
    const thinkings = turn.map((_, at) =>
      JSON.stringify(options("claude-haiku-4-5", { effort: "high" }, turn.slice(0, at + 1)).thinking),
    );
    expect(new Set(thinkings)).toEqual(new Set([JSON.stringify({ type: "enabled", budget_tokens: 24_576 })]));
  });

  it("of models that bind their thoughts need a beta header, beside those of the settings", async () => {
    await using server = await anthropicServer(() => ({ parts: [] }));
    const anthropic = provider({
      baseUrl: server.url,
      betas: ["one"],
      headers: { "Anthropic-Beta": "zero", "x-team": "geese" },
    });
    await collect(anthropic.model("claude-opus-5-5").stream(requestOf([user("a")]), never));
    await collect(anthropic.model("demo-1").stream(requestOf([user("a")]), never));
    expect(server.requests.map(({ headers }) => [headers["anthropic-beta"], headers["x-team"]])).toEqual([
      ["zero,one,thinking-binding-controls-2026-08-01", "geese"],
      ["zero,one", "geese"],
    ]);
  });
});

describe("tools", () => {
  const schemaOf = (inputSchema: unknown) =>
    bodyOf(
      requestOf([user("a")], {
        tools: [{ ...tool, inputSchema: inputSchema as ToolDefinition["inputSchema"] }],
      }),
    ).tools?.[0]?.input_schema;

  it.each([
    [{}, { type: "object", properties: {} }],
    [null, { type: "object", properties: {} }],
    [{ type: "array" }, { type: "object", properties: {} }],
    [
      { type: "object", $schema: "x", $defs: { A: {} }, properties: { a: { anyOf: [{}] } } },
      { type: "object", $schema: "x", $defs: { A: {} }, properties: { a: { anyOf: [{}] } } },
    ],
    [
      {
        type: "object",
        properties: { id: { type: "string" } },
        required: ["id"],
        anyOf: [{ required: ["title"] }, { required: ["id"] }],
      },
      { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    ],
    [
      {
        oneOf: [
          { type: "object", properties: { kind: { const: "a" }, x: {} }, required: ["x"] },
          { type: "object", properties: { kind: { const: "b" }, y: {} } },
        ],
      },
      { type: "object", properties: { kind: { const: "a" }, x: {}, y: {} } },
    ],
  ])("have a root the vendor takes (%#)", (schema, expected) => {
    expect(schemaOf(schema)).toEqual(expected);
  });

  it("are left out when there are none", () => {
    const body = bodyOf(requestOf([user("a")]));
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("system");
  });
});
