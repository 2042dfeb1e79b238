// Schemas of tools as they are found in the wild. Each one was refused by at
// least one vendor, and none of them is under the control of the user: they
// come from MCP servers.
//
// Each entry is valid JSON Schema of some draft, so a server that sends it has
// made no mistake. `tools/schemas` sends all of them in one request.

import type { JsonSchema } from "@skein/protocol";

/**
 * Schemas as tool servers send them. Each has something that a vendor refuses,
 * and a provider must turn every one into a schema that its vendor accepts: a
 * refused tool makes the whole request fail.
 *
 * Keys are the names of the tools, so that a failure of the case names the
 * schema.
 *
 * Providers may lose precision (an alternative can become a description), but
 * not properties: a model cannot set what it cannot see.
 */
export const awkwardSchemas: Readonly<Record<string, JsonSchema>> = {
  /**
   * No keywords at all, which means any value. Vendors require an object.
   *
   * A provider can send an object without properties.
   */
  nothing: {},
  /** Object without a list of properties: a tool without arguments. */
  no_properties: { type: "object" },
  /** Object that allows no properties. */
  closed: { type: "object", properties: {}, additionalProperties: false },
  /**
   * Keywords of draft 7 that validators ignore and strict parsers refuse:
   * `$schema`, `$id`, `format`, `pattern`.
   *
   * A `pattern` that a vendor's parser does not know must be removed or moved
   * into the description.
   */
  draft: {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "https://example.com/tool.json",
    type: "object",
    properties: { path: { type: "string", format: "uri", minLength: 1, pattern: "^/" } },
    required: ["path"],
  },
  /**
   * References to both places for definitions: `definitions` (draft 7) and
   * `$defs`.
   *
   * Both keywords can occur in one schema, if a generator has merged two. A
   * definition of the same name exists in both places here, with other
   * properties, so a reader that joins the tables resolves one of them wrongly.
   */
  references: {
    type: "object",
    properties: {
      point: { $ref: "#/definitions/point" },
      more: { type: "array", items: { $ref: "#/$defs/point" } },
    },
    definitions: { point: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } } },
    $defs: { point: { type: "object", properties: { z: { type: "number" } } } },
  },
  /**
   * Recursive schema. Inlining its references would never end.
   *
   * A provider must cut it at some depth, or send it with its definitions.
   */
  reference_to_itself: {
    type: "object",
    properties: { tree: { $ref: "#/$defs/tree" } },
    $defs: {
      tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } } },
    },
  },
  /**
   * Reference whose target does not exist, as code generators leave behind.
   *
   * Any value is the only safe reading: the property must stay.
   */
  reference_to_nothing: { type: "object", properties: { lost: { $ref: "#/$defs/gone" } } },
  /**
   * Alternatives at the root, which Anthropic and OpenAI refuse there.
   *
   * A provider must rewrite them, for example by merging their properties.
   */
  branches_at_the_root: {
    oneOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
    ],
  },
  /**
   * Alternatives below the root, with a list of types and an exclusive minimum.
   */
  branches_inside: {
    type: "object",
    properties: {
      either: {
        oneOf: [{ const: "a" }, { type: "object", properties: { b: { type: ["string", "null"] } } }],
      },
      both: { allOf: [{ type: "object" }, { properties: { c: { type: "integer", exclusiveMinimum: 0 } } }] },
    },
  },
  /** Arrays without a type of items, which Gemini and OpenAI refuse. */
  array_without_items: { type: "object", properties: { list: { type: "array" }, any: {} } },
  /**
   * Array with a type for each position.
   *
   * `prefixItems` is from draft 2020-12. Older servers send a list under
   * `items`.
   */
  tuple: {
    type: "object",
    properties: { pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] } },
  },
  /**
   * Enumerations of numbers and of mixed types, and constants. Gemini only
   * accepts strings.
   *
   * A provider that turns numbers into text changes the type that the model
   * writes.
   */
  enumerations: {
    type: "object",
    properties: {
      count: { type: "integer", enum: [1, 2, 3] },
      word: { enum: ["a", null, ""] },
      only: { const: 7 },
    },
  },
  /**
   * Required property that is not described, which Gemini refuses.
   *
   * JSON Schema allows it: `required` is independent of `properties`.
   */
  required_but_not_there: { type: "object", properties: { a: { type: "string" } }, required: ["a", "ghost"] },
  /** Object with any keys. */
  map: {
    type: "object",
    properties: {
      env: { type: "object", additionalProperties: { type: "string" }, propertyNames: { pattern: "^[A-Z]" } },
    },
  },
  /**
   * Names with spaces and dots, and one that looks like a keyword.
   *
   * A walker of schemas that takes every `$ref` for a reference fails on the
   * last one.
   */
  unusual_property_names: {
    type: "object",
    properties: {
      "with space": { type: "string" },
      "dotted.name": { type: "string" },
      $ref: { type: "string" },
    },
  },
  /** Keywords for people: titles, defaults, examples. */
  defaults: {
    type: "object",
    title: "Options",
    properties: {
      deep: { type: "object", default: {}, examples: [{ a: 1 }], deprecated: true, properties: {} },
    },
  },
  /**
   * Conditional schema.
   *
   * Vendors ignore or refuse these keywords, so the conditional part is lost,
   * and the rest must arrive.
   */
  conditions: {
    type: "object",
    properties: { kind: { type: "string" } },
    if: { properties: { kind: { const: "a" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ["kind"] },
    else: { properties: { other: { type: "string" } } },
  },
};
