import { describe, expect, it } from "vitest";
import type { AssistantPart, Effort, Message, ModelRequest, ToolDefinition } from "@skein/protocol";
import { complete, ownNames } from "@skein/provider-kit";
import { call, collect, never, outsideCases, requestOf, result, user } from "@skein/test-kit";
import { googleServer } from "@skein/provider-conformance/servers";
import { requestBody } from "../src/request/body.ts";
import { parametersSchema } from "../src/request/schema.ts";
import { wireName } from "../src/request/tools.ts";
import type { WireRequest } from "../src/wire.ts";
import { fixture, provider } from "./replies.ts";

const tool: ToolDefinition = {
  name: "sh",
  description: "Run it.",
  inputSchema: { type: "object", properties: { n: { type: "number" } }, additionalProperties: false },
};
const bodyOf = (request: ModelRequest, modelId = "gemini-test"): WireRequest =>
  requestBody({ provider: "google", model: modelId }, request);

describe("the bytes of a request", () => {
  it("put what does not change first, the contents last", async () => {
    await using server = await googleServer([{ parts: [] }]);
    const request = requestOf([{ ...user("Hello"), dynamicContext: ["It is noon."] }], {
      system: "Be brief.",
      tools: [tool],
      options: { temperature: 0.5, maxOutputTokens: 100, effort: "low" },
    });
    await collect(provider({ baseUrl: server.url }).model("gemini-3.8-flash").stream(request, never));
    expect(server.requests[0]?.path).toBe("/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse");
    expect(server.requests[0]?.bytes.toString()).toBe(
      '{"systemInstruction":{"parts":[{"text":"Be brief."}]},' +
        '"tools":[{"functionDeclarations":[{"name":"sh","description":"Run it.","parametersJsonSchema":{"type":"object","properties":{"n":{"type":"number"}},"additionalProperties":false}}]}],' +
        '"generationConfig":{"temperature":0.5,"maxOutputTokens":100,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"LOW"}},' +
        '"contents":[{"role":"user","parts":[{"text":"Hello"},{"text":"<skein_context>\\nIt is noon.\\n</skein_context>"}]}]}',
    );
  });

  it("are the beginning of the next request, over 30 turns of tools", () => {
    const messages: Message[] = [user("start")];
    let before = "";
    for (let turn = 0; turn < 30; turn++) {
      const bytes = JSON.stringify(
        bodyOf(requestOf(messages, { system: "s", tools: [tool] }), "gemini-3.8-flash"),
      );
      expect(bytes.startsWith(before)).toBe(true);
      // What only closes lists and objects may be followed by more.
      before = bytes.replace(/[\]}]+$/, "");
      expect(before.length).toBeGreaterThan(turn * 50);
      const sidecar = { provider: "google", model: "gemini-3.8-flash", data: { signature: `s${turn}` } };
      const content: AssistantPart[] = [
        { type: "thinking", text: "hm" },
        { type: "text", text: `turn ${turn}` },
        { ...call(`c${turn}`, { turn }), ...(turn % 3 === 0 ? {} : { sidecar }) },
        call("same"),
      ];
      const failed = turn % 5 === 0 ? { failure: "failed" as const } : {};
      messages.push(
        { role: "assistant", content },
        {
          role: "tool",
          content: [
            { ...result(`c${turn}`, "r"), ...failed },
            { ...result("same", ""), ...(turn % 3 === 0 ? { dynamicContext: [`It is turn ${turn}.`] } : {}) },
          ],
        },
        ...(turn % 4 === 0 ? [user("by the way")] : []),
      );
    }
  });

  it("end with the user's words even when the model spoke last", () => {
    const partial: Message = { role: "assistant", content: [{ type: "text", text: "Half" }], partial: true };
    expect(bodyOf(requestOf([user("a"), partial])).contents.at(-1)).toEqual({
      role: "user",
      parts: [{ text: "Your reply was interrupted here. Continue from where it stopped." }],
    });
    expect(bodyOf(requestOf([])).contents).toEqual([{ role: "user", parts: [{ text: "Continue." }] }]);
  });

  it("say nothing of what is not there", () => {
    expect(Object.keys(bodyOf(requestOf([user("a")])))).toEqual(["contents"]);
  });
});

describe("two turns with signatures", () => {
  it("send back what came, part for part", async () => {
    const replies = ["thought-then-calls.sse", "answer-with-signature-at-the-end.sse"];
    const bytes = await Promise.all(replies.map(fixture));
    await using server = await googleServer(
      bytes.map((one) => ({ bytes: one, chunkBytes: 50 })).concat({ bytes: bytes[1]!, chunkBytes: 9 }),
    );
    const model = provider({ baseUrl: server.url }).model("gemini-3.8-flash");
    const messages: Message[] = [user("Compare a.txt and b.txt.")];
    for (const follow of [
      { role: "tool", content: [result("fc_1", "one"), result("resp_own_1_2", "two")] } as const,
      user("Sure?"),
    ]) {
      const { content } = await complete(model, requestOf(messages), never);
      // As after a session that was saved and loaded.
      messages.push(JSON.parse(JSON.stringify({ role: "assistant", content })) as Message, follow);
    }
    await complete(model, requestOf(messages), never);
    const read = { name: "read_file" };
    const golden = [
      { role: "user", parts: [{ text: "Compare a.txt and b.txt." }] },
      {
        role: "model",
        parts: [
          { text: "I read both." },
          {
            functionCall: { id: "fc_1", ...read, args: { path: "a.txt" } },
            thoughtSignature: "c2lnLW9uZQ==",
          },
          { functionCall: { id: "resp_own_1_2", ...read, args: { path: "b.txt" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "fc_1", ...read, response: { output: "one" } } },
          { functionResponse: { id: "resp_own_1_2", ...read, response: { output: "two" } } },
        ],
      },
      {
        role: "model",
        parts: [{ text: "They differ in one line." }, { text: "", thoughtSignature: "c2lnLXR3bw==" }],
      },
      { role: "user", parts: [{ text: "Sure?" }] },
    ];
    expect((server.requests[2]!.json() as WireRequest).contents).toEqual(golden);
    const second = (server.requests[1]!.json() as WireRequest).contents;
    expect(second.slice(0, 2)).toEqual(golden.slice(0, 2));
  });
});

describe("an effort", () => {
  it.each<[string, Effort | undefined, object | undefined]>([
    ["gemini-3.8-flash", undefined, { includeThoughts: true }],
    ["gemini-3.8-flash", "none", { thinkingLevel: "LOW" }],
    ["gemini-3-flash-preview", "none", { thinkingLevel: "MINIMAL" }],
    ["gemini-3.1-pro-preview", "medium", { includeThoughts: true, thinkingLevel: "MEDIUM" }],
    ["gemini-9-ultra", "max", { includeThoughts: true, thinkingLevel: "HIGH" }],
    ["gemini-2.5-pro", "none", { thinkingBudget: 128 }],
    ["gemini-2.5-pro", "max", { includeThoughts: true, thinkingBudget: 32_768 }],
    ["gemini-2.5-flash-001", "none", { thinkingBudget: 0 }],
    ["models/gemini-2.5-flash", "max", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-2.5-flash-lite", undefined, undefined],
    ["gemma-3-27b-it", "high", undefined],
  ])("for %s of %s", (modelId, effort, thinkingConfig) => {
    const options = effort === undefined ? {} : { effort };
    expect(bodyOf(requestOf([user("a")], { options }), modelId).generationConfig?.thinkingConfig).toEqual(
      thinkingConfig,
    );
  });

  it("leaves the output limit to the vendor, and cuts one the model does not have", () => {
    const limit = (maxOutputTokens: number, modelId: string) =>
      bodyOf(requestOf([user("a")], { options: { maxOutputTokens } }), modelId).generationConfig
        ?.maxOutputTokens;
    expect([limit(1_000_000, "gemini-2.5-pro"), limit(1_000_000, "demo-1")]).toEqual([65_536, 1_000_000]);
  });
});

describe("names of tools", () => {
  const odd = [
    "admin.tools.list",
    "my server 日本/do it",
    "3d_render",
    `s_${"x".repeat(70)}_alpha`,
    `s_${"x".repeat(70)}_beta`,
    "",
  ];

  it("are legal on the wire, different, and come back", () => {
    const tools = ["sh", "Read", "read", ...odd].map((name) => ({ ...tool, name }));
    const toolName = ownNames(tools, wireName);
    const sent = tools.map(({ name }) => wireName(name));
    for (const name of sent) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    expect(new Set(sent).size).toBe(tools.length);
    expect(sent.map(toolName)).toEqual(tools.map(({ name }) => name));
    expect(wireName("sh")).toBe("sh");
    expect(toolName("made-up")).toBe("made-up");
  });
});

describe("schemas of tools", () => {
  it("pass whole", () => {
    const schema = {
      type: "object",
      properties: {
        a: {
          anyOf: [
            { type: "string", const: "x" },
            { type: "integer", exclusiveMinimum: 0, enum: [1, 2] },
          ],
        },
        $schema: { type: "string", title: "a property of that name" },
        required: { type: "array", items: { $ref: "#/$defs/node" } },
      },
      required: ["a"],
      additionalProperties: false,
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    };
    expect(parametersSchema(schema)).toEqual(schema);
  });

  it("lose what would make the vendor refuse all tools", () => {
    expect(
      parametersSchema({
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { a: { $schema: "x", type: "string" } },
        properties: {
          a: { $ref: "#/definitions/a" },
          b: { description: "d", $ref: "#/properties/a" },
          c: { $ref: "https://x" },
        },
        required: ["a", "ghost"],
      }),
    ).toEqual({
      type: "object",
      $defs: { a: { type: "string" } },
      properties: { a: { $ref: "#/$defs/a" }, b: { description: "d" }, c: {} },
      required: ["a"],
    });
  });

  it.each([
    null,
    undefined,
    [],
    "x",
    {},
    { type: "object" },
    { type: "object", properties: {} },
    { type: "array" },
  ])("like %j are left out", (schema) => {
    expect(parametersSchema(schema)).toBeUndefined();
  });

  it("are cut where they never end", () => {
    let deep: object = { type: "string" };
    for (let depth = 0; depth < 5000; depth++) deep = { type: "object", properties: { a: deep } };
    expect(JSON.stringify(parametersSchema(deep)).length).toBeLessThan(3000);
  });

  const cases = outsideCases("torture/schemas.json") as readonly {
    readonly id: string;
    readonly tool: { readonly inputSchema: object | null };
  }[];

  it.skipIf(cases.length === 0)("of servers are there to be tried", () => {
    expect(cases.length).toBeGreaterThan(20);
  });

  it.each(cases)("of servers stay one tool with a root object ($id)", ({ tool: published }) => {
    const [declared] = bodyOf(
      requestOf([user("a")], { tools: [{ ...tool, ...published } as ToolDefinition] }),
    ).tools!.flatMap((one) => ("functionDeclarations" in one ? one.functionDeclarations : []));
    const schema = declared!.parametersJsonSchema;
    const text = JSON.stringify(schema ?? {});
    expect(text).not.toContain('"$schema"');
    expect(schema === undefined || schema["type"] === "object").toBe(true);
    for (const [, name] of text.matchAll(/"#\/([^"]*)"/g)) expect(schema).toHaveProperty(name!.split("/"));
  });
});
