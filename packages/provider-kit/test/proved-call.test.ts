import { describe, expect, it } from "vitest";
import type { JsonSchema } from "@skein/protocol";
import { finishCall, optionalInput, provedCall } from "../src/index.ts";

const tool = (inputSchema: JsonSchema) => [{ name: "look", description: "To look.", inputSchema }];

describe("a tool that takes a call without arguments", () => {
  it.each<[boolean, JsonSchema]>([
    [true, {}],
    [true, { type: "object" }],
    [true, { type: "object", properties: { at: { type: "string" } }, required: [] }],
    [false, { type: "object", required: ["at"] }],
    [false, { type: "object", required: "at" }],
    [false, { type: "string" }],
    [false, { $ref: "#/$defs/input" }],
    [false, { anyOf: [{ required: ["at"] }] }],
    [false, { allOf: [{ required: ["at"] }] }],
    [false, { oneOf: [{ required: ["at"] }] }],
    [false, { not: {} }],
    [false, { if: {}, else: { required: ["at"] } }],
    [false, { type: "object", minProperties: 1 }],
  ])("%s: %j", (takes, schema) => {
    expect(optionalInput(tool(schema))("look")).toBe(takes);
  });

  it("is one of the request", () => {
    expect(optionalInput(tool({}))("gone")).toBe(false);
  });
});

describe("a call of a reply without a finish reason", () => {
  const context = {
    provider: "demo",
    host: "demo.example",
    secrets: [],
    keyVariables: [],
    addressVariable: "DEMO",
  };
  const check = (raw: string, takesNothing: boolean | undefined, name = "look") => {
    const sidecar = { provider: "demo", model: "m", data: { seal: "s" } };
    const call = finishCall({ id: "1", name, raw, complete: false, sidecar });
    return provedCall(call, {
      context,
      ...(takesNothing === undefined ? {} : { takesNothing: () => takesNothing }),
    });
  };

  it.each([
    ['{"at":"a"}', false, { at: "a" }],
    ["[1]", false, [1]],
    ["", true, {}],
    [" \n", true, {}],
    [" null ", true, {}],
  ])("counts with the arguments %j (none required: %s)", (raw, takesNothing, input) => {
    expect(check(raw, takesNothing)).toEqual({
      type: "tool-call",
      id: "1",
      name: "look",
      input,
      sidecar: { provider: "demo", model: "m", data: { seal: "s" } },
    });
  });

  it.each([
    ["", false, "look"],
    ["", undefined, "look"],
    ["", true, ""],
    ['{"at":"a"}', true, ""],
    ['{"at":', true, "look"],
    ["4", true, "look"],
    ['"a"', true, "look"],
  ])("does not count with %j (none required: %s, name %j)", (raw, takesNothing, name) => {
    expect(() => check(raw, takesNothing, name)).toThrow(
      expect.objectContaining({ code: "bad-stream", retryable: true }),
    );
  });
});
