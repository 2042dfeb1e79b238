import { describe, expect, it } from "vitest";
import { mirroredInputs } from "../../src/mcp/mirrored-inputs.ts";

const header = (name: unknown, type = "string") => ({ type, "x-mcp-header": name });
const object = (properties: object) => ({ type: "object", properties });

describe("inputs that are repeated in headers", () => {
  it.each([
    ["none", object({ a: { type: "string" } })],
    ["sound", object({ a: header("Region"), b: header("Dry-Run", "boolean"), c: header("N", "integer") })],
    ["sound", object({ a: object({ b: header("Deep") }) })],
    ["broken", object({ a: header("") })],
    ["broken", object({ a: header(7) })],
    ["broken", object({ a: header("two words") })],
    ["broken", object({ a: header("a:b") })],
    ["broken", object({ a: header("ü") })],
    ["broken", object({ a: header("a\nb") })],
    ["broken", object({ a: header("N", "number") })],
    ["broken", object({ a: header("O", "object") })],
    ["broken", object({ a: header("Same"), b: header("same") })],
    ["broken", object({ a: { type: "array", items: header("In-A-List") } })],
    ["broken", { anyOf: [object({ a: header("Maybe") })] }],
    ["broken", { type: "object", "x-mcp-header": "Root" }],
  ] as const)("are %s in %j", (verdict, schema) => {
    expect(mirroredInputs(schema)).toBe(verdict);
  });
});
