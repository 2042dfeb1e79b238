import { describe, expect, it } from "vitest";
import type { ModelRequest, UserPart } from "@skein/protocol";
import { requestOf, user } from "@skein/test-kit";
import { requestBody } from "../src/request/body.ts";
import { contentParts } from "../src/request/content.ts";

const schema = {
  type: "object",
  properties: { celsius: { type: "number" } },
  required: ["celsius"],
} as const;
const tools = [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }] as const;
const data = Buffer.from("some bytes").toString("base64");

describe("an answer that is to fit a schema", () => {
  const config = (modelId: string, rest: Partial<ModelRequest> = {}) =>
    requestBody(
      { provider: "google", model: modelId },
      requestOf([user("Weather?")], { options: { responseSchema: schema }, ...rest }),
    ).generationConfig;
  const asked = { responseMimeType: "application/json", responseJsonSchema: schema };

  it("is asked for, beside tools only of models that take both", () => {
    expect(config("gemini-2.5-flash")).toMatchObject(asked);
    expect(config("gemini-3.8-flash", { tools })).toMatchObject(asked);
    expect(config("gemini-2.5-flash", { tools })).not.toHaveProperty("responseMimeType");
  });

  it("is not asked for unless somebody wants it", () => {
    expect(config("gemini-2.5-flash", { options: {} })).not.toHaveProperty("responseMimeType");
  });
});

describe("what a user adds to words", () => {
  it.each([
    ["image/png", "image/png"],
    ["image/jpeg", "image/jpeg"],
    ["image/webp", "image/webp"],
    ["application/pdf", "application/pdf"],
    ["text/csv; charset=utf-8", "text/plain"],
    ["application/json", "text/plain"],
  ])("of type %s goes as %s", (mediaType, mimeType) => {
    expect(contentParts([{ type: "file", mediaType, data }])).toEqual([{ inlineData: { mimeType, data } }]);
  });

  it.each<[UserPart, RegExp]>([
    [{ type: "image", mediaType: "image/gif", data }, /image was left out.*image\/gif/],
    [
      { type: "file", mediaType: "application/zip", data, name: "a.zip" },
      /a\.zip was left out.*application\/zip/,
    ],
    [{ type: "image", mediaType: "image/png", data: "" }, /empty/],
  ])("that the vendor does not take is a line of text: %j", (part, words) => {
    expect(contentParts([part])).toEqual([{ text: expect.stringMatching(words) as string }]);
  });
});
