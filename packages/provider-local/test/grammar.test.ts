import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { complete } from "@skein/provider-kit";
import { never, requestOf, temporaryFolder, user } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocal } from "../src/index.ts";
import { writeTinyGguf } from "./tiny-gguf.ts";

const folder = await temporaryFolder();
const provider = createLocal({ folder: folder.path, gpu: false, threads: 1, contextTokens: 512 });

beforeAll(() => {
  for (const seed of [1, 2, 3]) writeTinyGguf(join(folder.path, `seed-${seed}.gguf`), { seed });
});
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const flag = { type: "boolean" } as const;
const word = { enum: ["a", 'quote " and \\ and\nline', "ö"] } as const;

const schemas = {
  "a constant": { const: { deep: ["x", 1, null] } },
  "several types": { type: ["boolean", "null"] },
  "properties that may be missing": {
    type: "object",
    properties: { a: flag, b: flag, c: flag, d: word },
    required: ["b"],
  },
  "only properties that may be missing": { type: "object", properties: { a: flag, b: word } },
  "no properties": { type: "object", additionalProperties: false },
  "an object without a type": { properties: { a: flag }, required: ["a"] },
  variants: { anyOf: [flag, { type: "object", properties: { a: word }, required: ["a"] }] },
  "either of two": { oneOf: [{ const: 1 }, { const: "one" }] },
  "a list with bounds": { type: "array", items: flag, minItems: 2, maxItems: 3 },
  "an empty list": { type: "array", maxItems: 0 },
  references: {
    type: "object",
    properties: { first: { $ref: "#/$defs/leaf" }, second: { $ref: "#/$defs/leaf" } },
    required: ["first", "second"],
    $defs: { leaf: { type: "object", properties: { flag }, required: ["flag"] } },
  },
  "a name with a slash": { $ref: "#/$defs/a~1b", $defs: { "a/b": flag } },
} as const;

describe("the grammar of a schema lets random weights write only what fits it", () => {
  test.each(Object.keys(schemas) as (keyof typeof schemas)[])("%s", async (name) => {
    const isValid = new Ajv2020({ strict: false }).compile(schemas[name]);
    for (const seed of [1, 2, 3]) {
      const options = { temperature: 0, responseSchema: schemas[name], maxOutputTokens: 300 };
      const reply = await complete(
        provider.model(`seed-${seed}`),
        requestOf([user("Go")], { options }),
        never,
      );
      expect(reply.stop).toBe("answered");
      const [part] = reply.content;
      const value = JSON.parse((part as { text: string }).text) as unknown;
      expect(isValid(value) ? [] : [value, isValid.errors]).toEqual([]);
    }
  });

  test.each([
    ["a reference to nothing", { $ref: "#/$defs/missing" }],
    ["a reference to itself", { $ref: "#" }],
    ["a schema that contains itself", { type: "object", properties: { more: { $ref: "#" } } }],
    ["anything", {}],
    ["a pattern", { type: "string", pattern: "^a+$" }],
  ])("is valid for %s", async (_, responseSchema) => {
    const options = { temperature: 0, responseSchema, maxOutputTokens: 3 };
    const reply = await complete(provider.model("seed-1"), requestOf([user("Go")], { options }), never);
    expect(reply.usage.output).toBeLessThanOrEqual(3);
  });
});
