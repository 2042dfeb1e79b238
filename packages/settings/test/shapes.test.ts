import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingFields, settingNames, type SettingName } from "../src/index.ts";

/** Values that the schema of a setting allows. */
function fitting(schema: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (schema["type"] === "boolean") return fc.boolean();
  const range = { min: Number(schema["minimum"]), max: Number(schema["maximum"] ?? 1e300) };
  if (schema["type"] === "integer") return fc.integer({ ...range, max: Math.min(range.max, 2 ** 31 - 1) });
  if (schema["type"] === "number") return fc.double({ ...range, noNaN: true });
  if (schema["type"] === "string") {
    const pattern = String(schema["pattern"]);
    const withoutLooks = pattern.replaceAll(/\(\?[=!][^()]*\)/g, "");
    return fc.stringMatching(new RegExp(withoutLooks)).filter((text) => new RegExp(pattern).test(text));
  }
  return fc.array(fitting(schema["items"] as Record<string, unknown>), {
    maxLength: Number(schema["maxItems"]),
  });
}

describe("the schema of a setting", () => {
  it.each(settingNames)("%s allows nothing that the reader refuses", (name: SettingName) => {
    const { schema, parse } = settingFields[name];
    expect(() =>
      checkProperty(
        fc.property(fitting(schema as Record<string, unknown>), (value) => "value" in parse(value)),
      ),
    ).not.toThrow();
  });

  it("allows the defaults", () => {
    const defaults = settingNames
      .map((name) => settingFields[name])
      .filter(({ fallback }) => fallback !== undefined);
    expect(defaults.length).toBeGreaterThan(0);
    for (const { parse, fallback } of defaults) expect(parse(fallback)).toEqual({ value: fallback });
  });
});
