import { ProviderError, type ProviderErrorCode } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { legalName, withRefusedTools } from "../src/index.ts";

const wireName = (name: string) => legalName(name, { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 });
const schema = { type: "object", properties: { a: { type: "string" } } };
const tools = ["first", "ünusual", "third"].map((name) => ({ name, description: "", inputSchema: schema }));
const sent = () => [
  { name: "web_search", schema: undefined },
  ...tools.map(({ name }) => ({ name: wireName(name), schema })),
];

function refusedIn(message: string, code: ProviderErrorCode = "bad-request") {
  const error = new ProviderError(code, message, {
    provider: "p",
    retryable: false,
    status: 400,
    requestId: "r",
    unbilled: true,
    hint: "h",
  });
  const named = withRefusedTools(error, { tools, wireName, sent });
  return { error, named: named as ProviderError, refused: (named as ProviderError).refusedTools };
}

describe("a rejected tool", () => {
  it.each<[message: string, refused: readonly string[]]>([
    ["tools.1.custom.input_schema: JSON schema is invalid", ["first"]],
    ["tools.2.custom.name: String should match pattern", ["ünusual"]],
    ["tools.1.input_schema: invalid, tools.3.input_schema: invalid", ["first", "third"]],
    ["tools.1.custom.input_schema: bad; tools.1.custom.name: bad", ["first"]],
    ["toolConfig.tools.3.toolSpec.inputSchema.json.type must be one of the following: object", ["third"]],
    ["Invalid 'tools[2].function.name': string does not match pattern", ["ünusual"]],
    ["tools[0].function_declarations[3].parameters.properties[a].type: must be specified", ["third"]],
    [`Invalid schema for function '${wireName("ünusual")}': In context=()`, ["ünusual"]],
    ["Unable to submit request because `third` functionDeclaration `parameters.f` schema", ["third"]],
  ])("is named by its index or its name: %s", (message, refused) => {
    expect(refusedIn(message).refused).toEqual(refused);
  });

  it.each([
    // The vendor's own tool, and tools that the request does not have.
    "tools.0.custom.input_schema: JSON schema is invalid",
    "tools.9.custom.input_schema: JSON schema is invalid",
    "Invalid schema for function 'other': In context=()",
    // About tools, and not about the definition of one.
    "tools.1.cache_control: at most 4 blocks may have cache_control",
    "tools: at most 128 tools are allowed",
    "messages.1.content.0.tool_use.name: unknown tool first",
    "The model called first with arguments that do not match",
    "json: cannot unmarshal number into Go struct field ChatRequest.messages.content of type string",
    "json: cannot unmarshal array into Go struct field ToolProperty.enum of type string",
    "",
  ])("is not guessed: %s", (message) => {
    const { error, named } = refusedIn(message);
    expect(named).toBe(error);
    expect(named.refusedTools).toEqual([]);
  });

  it.each<ProviderErrorCode>(["auth", "context-overflow", "overloaded", "not-found"])(
    "is not looked for in an error of the kind %s",
    (code) => {
      expect(refusedIn("tools.1.custom.input_schema: JSON schema is invalid", code).refused).toEqual([]);
    },
  );

  it("leaves the rest of the error as it is", () => {
    const { error, named } = refusedIn("tools.1.input_schema: invalid");
    const { code, message, provider, retryable, status, requestId, unbilled, hint } = error;
    expect(named).toMatchObject({ code, message, provider, retryable, status, requestId, unbilled, hint });
    const other = new Error("tools.1.input_schema");
    expect(withRefusedTools(other, { tools, wireName, sent })).toBe(other);
  });
});

describe("a value that a parser cannot read", () => {
  const of = (message: string, schemas: Readonly<Record<string, unknown>>) => {
    const named = Object.keys(schemas).map((name) => ({ name, description: "", inputSchema: {} }));
    const error = new ProviderError("bad-request", message, { provider: "p", retryable: false });
    return (
      withRefusedTools(error, {
        tools: named,
        wireName,
        sent: () => Object.entries(schemas).map(([name, inner]) => ({ name, schema: inner })),
      }) as ProviderError
    ).refusedTools;
  };

  it.each<[kind: string, field: string, value: unknown]>([
    ["array", "type", ["string", "null"]],
    ["string", "enum", "a"],
    ["object", "required", { a: true }],
    ["number", "description", 7],
    ["bool", "items", true],
  ])("names every tool that has it, and no other: %s in %s", (kind, field, value) => {
    const message = `json: cannot unmarshal ${kind} into Go struct field .tools.function.parameters.properties.${field} of type x`;
    const deep = { properties: { a: { anyOf: [{ [field]: value }] } } };
    const plain = { properties: { a: { [field]: null } }, title: "t" };
    expect(of(message, { deep, plain, root: { [field]: value }, none: undefined })).toEqual(["deep", "root"]);
  });
});
