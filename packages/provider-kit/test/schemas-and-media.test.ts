import { describe, expect, it } from "vitest";
import { errorIn, isTextType, ownData, plainMediaType, rootObject } from "../src/index.ts";

describe("a tool's schema", () => {
  it.each([
    [null, { type: "object", properties: {} }],
    [{ type: "array" }, { type: "object", properties: {} }],
    [
      { properties: { a: 1 }, required: ["a"], additionalProperties: false },
      { type: "object", properties: { a: 1 }, required: ["a"], additionalProperties: false },
    ],
    [
      {
        type: "object",
        properties: { a: 1 },
        oneOf: [{ properties: { a: 2, b: 2 } }],
        allOf: [{ required: ["a"] }],
      },
      { type: "object", properties: { a: 1, b: 2 } },
    ],
  ])("has an object at its root (%#)", (schema, root) => {
    expect(rootObject(schema)).toEqual(root);
  });
});

describe("a media type", () => {
  it.each([
    ["text/plain; charset=utf-8", "text/plain", true],
    ["Application/LD+JSON", "application/ld+json", true],
    ["application/x-yaml", "application/x-yaml", true],
    ["application/json5", "application/json5", false],
    ["image/PNG", "image/png", false],
  ])("%s is %s", (mediaType, plain, text) => {
    expect([plainMediaType(mediaType), isTextType(mediaType)]).toEqual([plain, text]);
  });
});

describe("an error's body", () => {
  const error = { type: "t", message: "m" };
  it.each<[unknown, object, string]>([
    [{ error }, error, JSON.stringify({ error })],
    [[{ error }], error, JSON.stringify([{ error }])],
    [JSON.stringify({ error }), error, JSON.stringify({ error })],
    [error, error, JSON.stringify(error)],
    ["plain", {}, "plain"],
    [{ error: "words" }, { error: "words" }, '{"error":"words"}'],
    [undefined, {}, ""],
  ])("is found in %j", (body, found, text) => {
    expect(errorIn(body)).toMatchObject({ error: found, text });
  });
});

describe("a sidecar", () => {
  it("is read by its owner alone", () => {
    const owner = { provider: "p", model: "m" };
    expect(ownData({ ...owner, data: { a: 1 } }, owner)).toEqual({ a: 1 });
    expect(ownData({ ...owner, data: "text" }, owner)).toBeUndefined();
    expect(ownData({ ...owner, model: "n", data: {} }, owner)).toBeUndefined();
    expect(ownData({ ...owner, provider: "q", data: {} }, owner)).toBeUndefined();
    expect(ownData(undefined, owner)).toBeUndefined();
  });
});
