import { describe, expect, it } from "vitest";
import type { JsonObject, UserPart } from "@skein/protocol";
import { openaiChatServer } from "@skein/provider-conformance/servers";
import { collect, never } from "@skein/test-kit";
import { createOpenAI } from "../src/index.ts";
import { chatBody } from "../src/request/chat-body.ts";
import { saidIn } from "../src/request/content.ts";
import { responsesBody } from "../src/request/responses-body.ts";
import { simple } from "./requests.ts";
import { targetOf } from "./targets.ts";

const closed = {
  type: "object",
  properties: { celsius: { type: "number" } },
  required: ["celsius"],
  additionalProperties: false,
} as const;
const open = { type: "object", properties: { celsius: { type: "number", minimum: 0 } } } as const;

const data = Buffer.from("some bytes").toString("base64");
const images = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

const asking = (responseSchema: object) => ({
  ...simple,
  options: { responseSchema: { ...responseSchema } },
});

describe("an answer that is to fit a schema", () => {
  it.each([
    [closed, true],
    [open, false],
  ])("is asked for in both interfaces, strictly where that can be held: %j", (schema, strict) => {
    const format = { name: "answer", schema, strict };
    expect(responsesBody(asking(schema), targetOf("gpt-4o"))["text"]).toEqual({
      format: { type: "json_schema", ...format },
    });
    expect(chatBody(asking(schema), targetOf("gpt-4o"))["response_format"]).toEqual({
      type: "json_schema",
      json_schema: format,
    });
  });

  it("is no longer asked for where it was refused", async () => {
    const refusal = {
      error: {
        message: "'response_format.type' : value is not one of the allowed values",
        type: "invalid_request_error",
      },
    };
    await using server = await openaiChatServer((request) =>
      "response_format" in (request.json() as JsonObject)
        ? { status: 400, body: refusal }
        : { parts: [{ type: "text", text: "{}" }] },
    );
    const model = createOpenAI({ apiKey: "k", baseUrl: server.url, env: {} }).model("demo-1");
    await collect(model.stream(asking(closed), never));
    await collect(model.stream(asking(closed), never));
    expect(server.requests).toHaveLength(3);
  });
});

describe("what a user adds to words", () => {
  const kinds = (part: UserPart) => saidIn([part]).map(({ kind }) => kind);

  it.each(images)("as an image or a file of type %s is an image", (mediaType) => {
    expect(kinds({ type: "image", mediaType, data })).toEqual(["image"]);
    expect(kinds({ type: "file", mediaType, data, name: "a" })).toEqual(["image"]);
  });

  it("is a document, or text, by its type", () => {
    expect(kinds({ type: "file", mediaType: "application/pdf", data, name: "a.pdf" })).toEqual(["pdf"]);
    expect(saidIn([{ type: "file", mediaType: "text/csv", data, name: "a.csv" }])).toEqual([
      { kind: "text", text: "The file a.csv:\nsome bytes" },
    ]);
  });

  it.each<[UserPart, RegExp]>([
    [{ type: "image", mediaType: "image/tiff", data }, /image\/tiff was left out/],
    [
      { type: "file", mediaType: "application/zip", data, name: "a.zip" },
      /a\.zip was left out.*application\/zip/,
    ],
    [{ type: "image", mediaType: "image/png", data: "" }, /empty/],
    [{ type: "file", mediaType: "application/pdf", data: "", name: "a.pdf" }, /a\.pdf.*empty/],
  ])("that the vendor does not take is a line of text: %j", (part, words) => {
    expect(saidIn([part])).toEqual([{ kind: "text", text: expect.stringMatching(words) as string }]);
  });
});
