import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import type { JsonObject, JsonSchema } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { shownSchema } from "../../src/mcp/shown-schema.ts";

const properties = (...names: readonly string[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

describe("a server's schema", () => {
  it("that hides nothing is the same object, and so is an input", () => {
    const schema = properties("city", "größe 🪿");
    const shown = shownSchema(schema);
    expect(shown).toMatchObject({ isChanged: false });
    expect(shown?.schema).toBe(schema);
    const input = { city: "\u202eOslo" };
    expect(shown?.restored(input)).toBe(input);
  });

  it("has its own words again in an input, and only whole ones", () => {
    const shown = shownSchema({ ...properties("a\u202e"), enum: ["x\u200b"] });
    expect(Object.keys(shown?.schema["properties"] as object)).toEqual(["a\\u{202e}"]);
    const input: JsonObject = { "a\\u{202e}": "x\\u{200b}", b: ["x\\u{200b}", "say x\\u{200b}"] };
    expect(shown?.restored(input)).toEqual({ "a\u202e": "x\u200b", b: ["x\u200b", "say x\\u{200b}"] });
  });

  it("whose words could not be told apart is none", () => {
    expect(shownSchema(properties("a\u200b", "a\\u{200b}"))).toBeUndefined();
    expect(shownSchema(properties("a\\u{200b}", "a\u200b"))).toBeUndefined();
  });

  it("goes there and back, whatever its names", () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "b", "\u202e", "\u200b", "\u001b", "\\", "{", "}"),
      maxLength: 6,
    });
    checkProperty(
      fc.property(fc.uniqueArray(name, { maxLength: 6 }), (names) => {
        const shown = shownSchema(properties(...names));
        if (!shown) return;
        const told = Object.keys(shown.schema["properties"] as object);
        const input = Object.fromEntries(told.map((one) => [one, 1]));
        expect(Object.keys(shown.restored(input)).toSorted()).toEqual([...names].toSorted());
      }),
    );
  });
});
