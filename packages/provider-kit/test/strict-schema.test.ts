import type { JsonObject, JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { isStrict } from "../src/index.ts";

const text = { type: "string" };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

/** An object in an object, so many levels deep. */
function nested(levels: number): JsonObject {
  return levels === 0 ? object({ a: text }) : object({ a: nested(levels - 1) });
}

describe("a schema that vendors can enforce", () => {
  it.each<[string, JsonValue]>([
    ["a closed object", object({ a: text, b: { type: "number" } })],
    ["an object without properties", object({})],
    ["an object in an object", object({ a: object({ b: text }) })],
    ["a list", object({ a: { type: "array", items: text } })],
    ["a list of objects", object({ a: { type: "array", items: object({ b: text }) } })],
    ["alternatives of a property", object({ a: { anyOf: [text, { type: "null" }] } })],
    ["several simple types", object({ a: { type: ["string", "null"] } })],
    ["a value of several", object({ a: { type: "string", enum: ["x", "y"], description: "One." } })],
    ["definitions", object({ a: { $ref: "#/$defs/b" } }, { $defs: { b: object({ c: text }) } })],
    ["four levels below the first", nested(4)],
  ])("is one with %s", (_, schema) => {
    expect(isStrict(schema)).toBe(true);
  });

  it.each<[string, JsonValue | undefined]>([
    ["nothing", undefined],
    ["a text", "string"],
    ["no type", { description: "Anything." }],
    ["an open object", { type: "object", properties: { a: text }, required: ["a"] }],
    ["an object of any values", object({ a: text }, { additionalProperties: text })],
    ["an object that is open on purpose", object({ a: text }, { additionalProperties: true })],
    ["an optional property", object({ a: text }, { required: [] })],
    ["one optional property", object({ a: text, b: text }, { required: ["a"] })],
    ["no list of what is required", { type: "object", properties: {}, additionalProperties: false }],
    ["no properties", { type: "object", required: [], additionalProperties: false }],
    ["a keyword that not all know", object({ a: { type: "string", minLength: 1 } })],
    ["a closed text", object({ a: { type: "string", additionalProperties: false } })],
    ["items of no list", object({ a: { type: "string", items: text } })],
    ["a list without items", object({ a: { type: "array" } })],
    ["a list of anything", object({ a: { type: "array", items: {} } })],
    ["an object or nothing", object({ a: { type: ["object", "null"] } })],
    ["a list or nothing", object({ a: { type: ["null", "array"] } })],
    ["alternatives at the top", { anyOf: [object({ a: text })] }],
    ["alternatives of no list", object({ a: { anyOf: text } })],
    ["a bad alternative", object({ a: { anyOf: [text, {}] } })],
    ["definitions of no object", object({ a: text }, { $defs: [] })],
    ["a bad definition", object({ a: text }, { $defs: { b: {} } })],
    ["a bad object in an object", object({ a: object({ b: {} }) })],
    ["five levels below the first", nested(5)],
  ])("is not one with %s", (_, schema) => {
    expect(isStrict(schema)).toBe(false);
  });
});
