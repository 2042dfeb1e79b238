import { describe, expect, it } from "vitest";
import type { UserPart } from "@skein/protocol";
import { requestOf, user } from "@skein/test-kit";
import { requestBody } from "../src/request/body.ts";
import { contentBlocks } from "../src/request/content.ts";

const closed = {
  type: "object",
  properties: { celsius: { type: "number" } },
  required: ["celsius"],
  additionalProperties: false,
} as const;
const open = { type: "object", properties: { celsius: { type: "number", minimum: 0 } } } as const;

const data = Buffer.from("some bytes").toString("base64");
const images = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

describe("an answer that is to fit a schema", () => {
  const config = (responseSchema: object, effort?: "high") =>
    requestBody(
      { provider: "anthropic", model: "claude-sonnet-4-6" },
      requestOf([user("Weather?")], {
        options: { responseSchema: { ...responseSchema }, ...(effort ? { effort } : {}) },
      }),
    ).body.output_config;

  it("is held to one that the vendor takes, beside the effort", () => {
    const format = { type: "json_schema", schema: closed };
    expect(config(closed)).toEqual({ format });
    expect(config(closed, "high")).toEqual({ effort: "high", format });
  });

  it("is not asked for with one that would fail the request", () => {
    expect(config(open)).toBeUndefined();
    expect(config(open, "high")).toEqual({ effort: "high" });
  });
});

describe("what a user adds to words", () => {
  const kinds = (part: UserPart) => contentBlocks([part]).map(({ type }) => type);

  it.each(images)("as an image or a file of type %s is an image", (mediaType) => {
    expect(kinds({ type: "image", mediaType, data })).toEqual(["image"]);
    expect(kinds({ type: "file", mediaType, data, name: "a" })).toEqual(["image"]);
  });

  it.each(["application/pdf", "text/plain", "text/csv", "application/json"])(
    "of type %s is a document",
    (mediaType) => {
      expect(kinds({ type: "file", mediaType, data, name: "a" })).toEqual(["document"]);
    },
  );

  it.each<[UserPart, RegExp]>([
    [{ type: "image", mediaType: "image/tiff", data }, /image\/tiff was left out/],
    [
      { type: "file", mediaType: "application/zip", data, name: "a.zip" },
      /a\.zip was left out.*application\/zip/,
    ],
    [{ type: "image", mediaType: "image/png", data: "" }, /empty/],
    [{ type: "file", mediaType: "application/pdf", data: "", name: "a.pdf" }, /a\.pdf.*empty/],
  ])("that the vendor does not take is a line of text: %j", (part, words) => {
    expect(contentBlocks([part])).toEqual([{ type: "text", text: expect.stringMatching(words) as string }]);
  });
});
