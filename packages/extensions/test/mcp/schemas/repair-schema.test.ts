import { jsonSchema } from "@skein/extension-kit/json-schema";
import { checkProperty } from "@skein/property-tests";
import type { JsonObject, JsonSchema } from "@skein/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenTool, listedTool } from "../../../src/mcp/listed-tool.ts";
import { repairSchema } from "../../../src/mcp/schemas/repair-schema.ts";

const objectWith = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});
/** Whether a validator of draft 2020-12 takes it. */
function isValid(schema: JsonSchema): boolean {
  try {
    jsonSchema(schema);
    return true;
  } catch {
    return false;
  }
}

describe("a schema with one meaning", () => {
  it.each<[name: string, schema: JsonSchema, repaired: JsonSchema]>([
    [
      "required in a property",
      objectWith({ a: { type: "string", required: true }, b: { type: "string", required: false } }),
      objectWith({ a: { type: "string" }, b: { type: "string" } }, { required: ["a"] }),
    ],
    [
      "required in a property and in a list",
      objectWith({ a: { required: true }, b: {} }, { required: ["b", "a"] }),
      objectWith({ a: {}, b: {} }, { required: ["b", "a"] }),
    ],
    ["required at the root", objectWith({ a: {} }, { required: true }), objectWith({ a: {} })],
    ["required as null", objectWith({}, { required: null }), objectWith({})],
    ["a name twice", objectWith({}, { required: ["a", "a", 7] }), objectWith({}, { required: ["a"] })],
    ["no types", objectWith({ a: { type: [], title: "A" } }), objectWith({ a: { title: "A" } })],
    [
      "a type twice",
      objectWith({ a: { type: ["string", "string"] } }),
      objectWith({ a: { type: ["string"] } }),
    ],
    [
      "null as a type",
      objectWith({ a: { type: ["string", null] } }),
      objectWith({ a: { type: ["string", "null"] } }),
    ],
    [
      "a type of another language",
      objectWith({ a: { type: "int" } }),
      objectWith({ a: { type: "integer" } }),
    ],
    ["a type in capitals", objectWith({ a: { type: "String" } }), objectWith({ a: { type: "string" } })],
    ["any type", objectWith({ a: { type: "any" } }), objectWith({ a: {} })],
    [
      "an exclusive limit of draft 4",
      objectWith({
        a: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      }),
      objectWith({ a: { type: "number", maximum: 9, exclusiveMinimum: 0 } }),
    ],
    ["an exclusive limit without one", objectWith({ a: { exclusiveMaximum: true } }), objectWith({ a: {} })],
    [
      "a tuple of an older draft",
      objectWith({ a: { type: "array", items: [{ type: "string" }], additionalItems: false } }),
      objectWith({ a: { type: "array", prefixItems: [{ type: "string" }], items: false } }),
    ],
    ["an empty tuple", objectWith({ a: { items: [] } }), objectWith({ a: {} })],
    ["no choices", objectWith({ a: { enum: [] } }), objectWith({ a: {} })],
    ["a choice twice", objectWith({ a: { enum: ["x", "x"] } }), objectWith({ a: { enum: ["x"] } })],
    ["no branches", objectWith({ a: { anyOf: [], oneOf: null, allOf: [] } }), objectWith({ a: {} })],
    ["null for what is absent", { type: "object", properties: null, description: null }, { type: "object" }],
    ["a list for no properties", { type: "object", properties: [] }, { type: "object" }],
    ["a number in a text", objectWith({ a: { minimum: "3" } }), objectWith({ a: { minimum: 3 } })],
    [
      "deep inside",
      objectWith(
        { a: { anyOf: [{ items: { additionalProperties: { type: [] } } }] } },
        { $defs: { b: { type: [] } } },
      ),
      objectWith({ a: { anyOf: [{ items: { additionalProperties: {} } }] } }, { $defs: { b: {} } }),
    ],
  ])("is repaired: %s", (_, schema, repaired) => {
    const before = structuredClone(schema);
    expect(repairSchema(schema)).toEqual({ schema: repaired });
    expect(schema).toEqual(before);
    expect(isValid(repaired)).toBe(true);
  });
});

describe("a schema without a certain meaning", () => {
  it.each<[problem: string, schema: JsonSchema]>([
    ['#/properties/a/$ref leads to nothing: "#/$defs/gone"', objectWith({ a: { $ref: "#/$defs/gone" } })],
    ['#/properties/a/$ref leads to nothing: "#gone"', objectWith({ a: { $ref: "#gone" } })],
    [
      '#/properties/a/$ref leads to nothing: "https://example.com/other.json"',
      objectWith({ a: { $ref: "https://example.com/other.json" } }),
    ],
    ["#/properties/a/$ref leads to nothing: 7", objectWith({ a: { $ref: 7 } })],
    [
      '#/properties/b/$ref leads to nothing: "#/properties/a/items/0"',
      objectWith({ a: { items: [{ type: "string" }] }, b: { $ref: "#/properties/a/items/0" } }),
    ],
    ["#/properties has a property without a name", objectWith({ "": { type: "string" } })],
    [
      "#/properties/a/properties has a property without a name",
      objectWith({ a: { properties: { "": true } } }),
    ],
    ["#/properties/type is not a schema", objectWith({ type: "object" })],
    ["#/properties is not a map of schemas", { type: "object", properties: "none" }],
    ["#/properties/a/items is not a schema", objectWith({ a: { items: "string" } })],
    ["#/properties/a/anyOf is not a list of schemas", objectWith({ a: { anyOf: { type: "string" } } })],
    ["#/properties/a/anyOf/1 is not a schema", objectWith({ a: { anyOf: [true, "x"] } })],
    ['#/properties/a/type is an unknown type, "nonsense"', objectWith({ a: { type: "nonsense" } })],
    ['#/properties/a/type has an unknown type, "x"', objectWith({ a: { type: ["string", "x"] } })],
    ["#/properties/a/type is not the name of a type", objectWith({ a: { type: {} } })],
    ["#/properties/a/enum is not a list of values", objectWith({ a: { enum: "x" } })],
    ["#/properties/a/pattern is not a regular expression", objectWith({ a: { pattern: 3 } })],
    ["#/properties/a/minimum is not a number", objectWith({ a: { minimum: {} } })],
    ["#/properties/a/maxLength cannot be -1", objectWith({ a: { maxLength: -1 } })],
    ['#/properties/a~1b/type is an unknown type, "x"', objectWith({ "a/b": { type: "x" } })],
  ])("is named: %s", (problem, schema) => {
    expect(repairSchema(schema)).toEqual({ problem });
  });
});

describe("a valid schema", () => {
  it.each<[name: string, schema: JsonSchema]>([
    [
      "references",
      objectWith(
        { a: { $ref: "#/$defs/b" }, c: { $ref: "#" }, d: { $ref: "#/$defs/x~1y%20z" } },
        {
          $defs: { b: { $ref: "#/properties/c" }, "x/y z": true },
        },
      ),
    ],
    ["anchors", objectWith({ a: { $ref: "#here" } }, { $defs: { b: { $anchor: "here" } } })],
    [
      "references by its id",
      objectWith({ a: { $ref: "urn:x#/$defs/b" } }, { $id: "urn:x", $defs: { b: {} } }),
    ],
    [
      "references of a list",
      objectWith({ a: { anyOf: [{ type: "string" }] }, b: { $ref: "#/properties/a/anyOf/0" } }),
    ],
    [
      "keywords as names",
      objectWith({ required: { type: "boolean" }, type: true, $ref: { type: "string" } }),
    ],
    [
      "values that look like schemas",
      objectWith({ a: { default: { type: [] }, const: { required: true }, examples: [null] } }),
    ],
    ["a default of null", objectWith({ a: { default: null, enum: ["a", null] } })],
    ["unknown keywords", objectWith({ a: { "x-order": null, nullable: true } })],
  ])("stays the same object: %s", (_, schema) => {
    const result = repairSchema(schema);
    expect("schema" in result && result.schema).toBe(schema);
  });

  it("is what a repair makes of any, and needs no second one", () => {
    const leaf = fc.constantFrom<JsonObject>(
      { type: "string" },
      { type: [] },
      { type: "int", required: true },
      { minimum: 1, exclusiveMinimum: true },
      { enum: [] },
      { items: [{ type: "null" }] },
      { title: null },
      {},
    );
    const { schema: any } = fc.letrec<{ schema: JsonObject }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.record({ items: tie("schema") }),
        fc.record({ anyOf: fc.array(tie("schema"), { maxLength: 2 }) }),
        fc.record({
          properties: fc.dictionary(fc.constantFrom("a", "b", "type"), tie("schema"), { maxKeys: 3 }),
        }),
      ),
    }));
    checkProperty(
      fc.property(any, (schema) => {
        const result = repairSchema(schema);
        const repaired = "schema" in result ? result.schema : undefined;
        expect(isValid(repaired!)).toBe(true);
        expect(repairSchema(repaired!)).toEqual({ schema: repaired });
      }),
      { numRuns: 40 },
    );
  });
});

/** With as many levels of lists and objects. */
function nested(levels: number): JsonSchema {
  const inner = levels - 3;
  return JSON.parse(
    `{"type":"object","properties":{"a":${'{"not":'.repeat(inner)}{}${"}".repeat(inner)}}}`,
  ) as JsonSchema;
}

describe("the depth of a schema", () => {
  it("may be 200 levels", () => {
    const schema = nested(200);
    expect(repairSchema(schema)).toEqual({ schema });
  });

  it.each([201, 3_000, 200_000])("ends its tool alone with %i levels", (levels) => {
    const tool = { name: "deep", inputSchema: nested(levels) };
    expect(listedTool(tool)).toBeUndefined();
    expect(brokenTool(tool)).toEqual({ name: "deep", problem: "# is nested more than 200 levels deep" });
  });
});
