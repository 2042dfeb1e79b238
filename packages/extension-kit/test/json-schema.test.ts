import { describe, expect, it } from "vitest";
import { ConfigError, describeIssues } from "@skein/protocol";
import { jsonSchema } from "../src/json-schema.ts";

function issues(schema: Record<string, unknown>, value: unknown): string[] {
  const result = jsonSchema(schema)["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("asynchronous");
  return result.issues ? describeIssues(result.issues) : [];
}

describe("a JSON Schema as a Standard Schema", () => {
  it("passes values through unchanged", () => {
    const value = { a: 1 };
    expect(jsonSchema({ type: "object" })["~standard"].validate(value)).toEqual({ value });
  });

  it("gives the path and both types", () => {
    const schema = { type: "object", properties: { "a/b": { type: "array", items: { type: "number" } } } };
    expect(issues(schema, { "a/b": [1, null] })).toEqual(["/a/b/1: expected number, received null"]);
  });

  it("knows the drafts by their $schema", () => {
    const tuple = { type: "array", items: [{ type: "number" }], additionalItems: false };
    const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", ...tuple };
    expect(issues(draft7, [1, 2])).toHaveLength(1);
    const draft2020 = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "array",
      prefixItems: [{ type: "number" }],
      items: false,
    };
    expect(issues(draft2020, ["x"])).toEqual(["/0: expected number, received string"]);
  });

  it("lets unknown keywords and formats pass", () => {
    expect(issues({ type: "string", format: "no-such", "x-ours": true }, "x")).toEqual([]);
  });

  it.each([
    { type: "objct" },
    { $ref: "https://example.com/elsewhere.json" },
    { type: "object", properties: 5 },
  ])("throws a ConfigError for the broken schema %j", (schema) => {
    expect(() => jsonSchema(schema)).toThrow(ConfigError);
  });

  it("hands its schema on without $schema", () => {
    const made = jsonSchema({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" });
    expect(made["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toEqual({ type: "object" });
  });
});
