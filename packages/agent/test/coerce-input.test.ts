import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import type { JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { coerceInput } from "../src/calls/coerce-input.ts";

const field = (schema: object, value: JsonValue) =>
  (coerceInput({ type: "object", properties: { x: schema } }, { x: value }) as { x: JsonValue }).x;

describe("what is coerced", () => {
  it.each<[object, string, JsonValue]>([
    [{ type: "number" }, "3", 3],
    [{ type: "number" }, "-2.5e3", -2500],
    [{ type: "integer" }, "10", 10],
    [{ type: "boolean" }, "true", true],
    [{ type: "boolean" }, "false", false],
    [{ type: "object" }, '{"a":1}', { a: 1 }],
    [{ type: "array" }, "[1, 2]", [1, 2]],
    [{ type: ["integer", "null"] }, "7", 7],
    [{ anyOf: [{ type: "number" }, { type: "null" }] }, "7", 7],
    [{ type: "array", items: { type: "integer" } }, '["1","2"]', [1, 2]],
  ])("%j takes %j as %j", (schema, given, expected) => {
    expect(field(schema, given)).toEqual(expected);
  });
});

describe("what is left alone", () => {
  it.each<[object, JsonValue]>([
    [{ type: "string" }, "3"],
    [{ type: "string" }, '{"a":1}'],
    [{ type: ["string", "number"] }, "3"],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }, "3"],
    [{ type: "integer" }, "3.5"],
    [{ type: "number" }, ""],
    [{ type: "number" }, "0x10"],
    [{ type: "number" }, "1e999"],
    [{ type: "number" }, "Infinity"],
    [{ type: "boolean" }, "yes"],
    [{ type: "boolean" }, "True"],
    [{ type: "boolean" }, 1],
    [{ type: "object" }, "{broken"],
    [{ type: "array" }, '{"a":1}'],
    [{ type: "string" }, 3],
    [{}, "3"],
  ])("%j leaves %j", (schema, given) => {
    expect(field(schema, given)).toEqual(given);
  });

  it("is everything the schema does not name, `__proto__` included", () => {
    const value = JSON.parse('{"__proto__":{"polluted":"1"},"y":"2"}') as JsonValue;
    const schema = { type: "object", properties: { x: { type: "number" } } };
    expect(JSON.stringify(coerceInput(schema, value))).toBe(JSON.stringify(value));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it("is every value under a schema that says nothing", () => {
    checkProperty(
      fc.property(fc.jsonValue(), (value) => {
        expect(coerceInput({}, value as JsonValue)).toEqual(value);
      }),
    );
  });

  it("leaves out null where the property may be left out and cannot be null", () => {
    const properties = {
      a: { type: "boolean" },
      b: { type: ["string", "null"] },
      c: { type: "string" },
      d: {},
    };
    const schema = { type: "object", properties, required: ["c"] };
    expect(coerceInput(schema, { a: null, b: null, c: null, d: null })).toEqual({
      b: null,
      c: null,
      d: null,
    });
  });

  it("is a result of coercion: doing it twice changes nothing more", () => {
    const schema = { type: "object", properties: { x: { type: "array", items: { type: "integer" } } } };
    checkProperty(
      fc.property(fc.jsonValue(), (x) => {
        const once = coerceInput(schema, { x } as JsonValue);
        expect(coerceInput(schema, once)).toEqual(once);
      }),
    );
  });
});
