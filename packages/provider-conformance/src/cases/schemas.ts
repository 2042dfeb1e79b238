import type { JsonSchema } from "@skein/protocol";

/** Schemas as tool servers send them: each has something that some vendor refuses. */
export const awkwardSchemas: Readonly<Record<string, JsonSchema>> = {
  nothing: {},
  no_properties: { type: "object" },
  closed: { type: "object", properties: {}, additionalProperties: false },
  draft: {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "https://example.com/tool.json",
    type: "object",
    properties: { path: { type: "string", format: "uri", minLength: 1, pattern: "^/" } },
    required: ["path"],
  },
  references: {
    type: "object",
    properties: {
      point: { $ref: "#/definitions/point" },
      more: { type: "array", items: { $ref: "#/$defs/point" } },
    },
    definitions: { point: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } } },
    $defs: { point: { type: "object", properties: { z: { type: "number" } } } },
  },
  reference_to_itself: {
    type: "object",
    properties: { tree: { $ref: "#/$defs/tree" } },
    $defs: {
      tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } } },
    },
  },
  reference_to_nothing: { type: "object", properties: { lost: { $ref: "#/$defs/gone" } } },
  branches_at_the_root: {
    oneOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
    ],
  },
  branches_inside: {
    type: "object",
    properties: {
      either: {
        oneOf: [{ const: "a" }, { type: "object", properties: { b: { type: ["string", "null"] } } }],
      },
      both: { allOf: [{ type: "object" }, { properties: { c: { type: "integer", exclusiveMinimum: 0 } } }] },
    },
  },
  array_without_items: { type: "object", properties: { list: { type: "array" }, any: {} } },
  tuple: {
    type: "object",
    properties: { pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] } },
  },
  enumerations: {
    type: "object",
    properties: {
      count: { type: "integer", enum: [1, 2, 3] },
      word: { enum: ["a", null, ""] },
      only: { const: 7 },
    },
  },
  required_but_not_there: { type: "object", properties: { a: { type: "string" } }, required: ["a", "ghost"] },
  map: {
    type: "object",
    properties: {
      env: { type: "object", additionalProperties: { type: "string" }, propertyNames: { pattern: "^[A-Z]" } },
    },
  },
  unusual_property_names: {
    type: "object",
    properties: {
      "with space": { type: "string" },
      "dotted.name": { type: "string" },
      $ref: { type: "string" },
    },
  },
  defaults: {
    type: "object",
    title: "Options",
    properties: {
      deep: { type: "object", default: {}, examples: [{ a: 1 }], deprecated: true, properties: {} },
    },
  },
  conditions: {
    type: "object",
    properties: { kind: { type: "string" } },
    if: { properties: { kind: { const: "a" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ["kind"] },
    else: { properties: { other: { type: "string" } } },
  },
};
