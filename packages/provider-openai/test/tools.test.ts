import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownNames } from "@skein/provider-kit";
import { wireSchema } from "../src/request/schemas.ts";
import { isStrict } from "@skein/provider-kit";
import { wireName } from "../src/request/tool-names.ts";

describe("names of tools", () => {
  it("stay as they are when the wire takes them", () => {
    expect(wireName("read_file-2")).toBe("read_file-2");
  });

  it("are legal, different and found again, whatever they were", () => {
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom("admin.tools.list", "admin_tools.list", "日本 tool"),
      fc.string({ minLength: 60, maxLength: 300 }),
    );
    checkProperty(
      fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
        const wire = names.map(wireName);
        for (const sent of wire) expect(sent).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        const tools = names.map((tool) => ({ name: tool, description: "", inputSchema: {} }));
        const own = ownNames(tools, wireName);
        expect(wire.map(own)).toEqual(names);
      }),
    );
  });

  it("with a common beginning do not become one when they are shortened", () => {
    const long = "x".repeat(70);
    expect(wireName(`${long}_alpha`)).not.toBe(wireName(`${long}_beta`));
  });

  it("that are of no tool come back as they are", () => {
    expect(ownNames([], wireName)("shellshell")).toBe("shellshell");
  });
});

describe("schemas of tools", () => {
  it.each([
    ["nothing", null, { type: "object", properties: {} }],
    ["an empty schema", {}, { type: "object", properties: {} }],
    ["an object without properties", { type: "object" }, { type: "object", properties: {} }],
    ["another type at the root", { type: "array" }, { type: "object", properties: {} }],
    [
      "an array without items",
      { type: "object", properties: { a: { type: "array" }, b: { type: ["array", "null"] } } },
      {
        type: "object",
        properties: { a: { type: "array", items: {} }, b: { type: ["array", "null"], items: {} } },
      },
    ],
    [
      "branches at the root",
      {
        type: "object",
        oneOf: [
          { properties: { x: { type: "string" } }, required: ["x"] },
          { properties: { y: { type: "number" } } },
        ],
      },
      { type: "object", properties: { y: { type: "number" }, x: { type: "string" } } },
    ],
    [
      "a property named like a keyword",
      { type: "object", properties: { type: { type: "string" }, items: { type: "array" } } },
      { type: "object", properties: { type: { type: "string" }, items: { type: "array", items: {} } } },
    ],
  ])("%s becomes what the vendor takes", (_, schema, sent) => {
    expect(wireSchema(schema, false)).toEqual(sent);
  });

  it("keep all other keywords, until an endpoint refuses them", () => {
    const schema = {
      type: "object",
      properties: {
        kind: { const: "a" },
        n: { type: "integer", exclusiveMinimum: 0 },
        m: { oneOf: [{ type: "string", format: "uri" }] },
      },
      required: ["kind"],
      additionalProperties: false,
      $schema: "http://json-schema.org/draft-07/schema#",
    };
    expect(wireSchema(schema, false)).toEqual(schema);
    expect(wireSchema(schema, true)).toEqual({
      type: "object",
      properties: { kind: { enum: ["a"] }, n: { type: "integer" }, m: { anyOf: [{ type: "string" }] } },
      required: ["kind"],
      additionalProperties: false,
    });
  });
});

describe("strictness", () => {
  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };

  it("is asked for where every object is closed and all is required", () => {
    expect(isStrict(closed)).toBe(true);
    expect(isStrict({ ...closed, properties: { a: { type: "array", items: closed } } })).toBe(true);
    expect(isStrict({ ...closed, properties: { a: { anyOf: [{ type: "null" }, closed] } } })).toBe(true);
  });

  it.each([
    ["an open object", { ...closed, additionalProperties: undefined }],
    ["an optional property", { ...closed, required: [] }],
    ["a keyword that it may not know", { ...closed, properties: { a: { type: "string", minLength: 1 } } }],
    ["a property of any kind", { ...closed, properties: { a: {} } }],
    ["an open object deep inside", { ...closed, properties: { a: { type: "object", properties: {} } } }],
    ["items of any kind", { ...closed, properties: { a: { type: "array", items: {} } } }],
  ])("is not asked for with %s", (_, schema) => {
    expect(isStrict(JSON.parse(JSON.stringify(schema)))).toBe(false);
  });
});
