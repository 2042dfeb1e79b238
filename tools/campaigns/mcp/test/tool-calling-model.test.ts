import { describe, expect, it } from "vitest";
import { valueFor } from "../tool-calling-model.ts";

describe("the model of the conformance driver", () => {
  it("makes a value for each kind of schema", () => {
    const properties = {
      count: { type: "integer" },
      isOn: { type: "boolean" },
      name: { type: "string" },
      region: { type: "string", enum: ["eu", "us"] },
      size: { type: "number", default: 7 },
      list: { type: "array", items: { type: "string" } },
      inner: { type: "object", properties: { word: { const: "yes" } } },
      nothing: { type: "null" },
    };
    expect(valueFor({ type: "object", properties })).toEqual({
      count: 2,
      isOn: true,
      name: "x",
      region: "eu",
      size: 7,
      list: [],
      inner: { word: "yes" },
      nothing: null,
    });
  });
});
