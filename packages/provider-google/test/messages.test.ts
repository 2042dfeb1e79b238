import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, JsonValue, Message, ToolResultPart } from "@skein/protocol";
import { call, result, user } from "@skein/test-kit";
import { wireContents } from "../src/request/messages.ts";
import type { WireContent } from "../src/wire.ts";

const own = (data: JsonValue, model = "gemini-test") => ({ provider: "google", model, data });
const convert = (messages: readonly Message[], modelId = "gemini-test"): readonly WireContent[] =>
  wireContents(messages, { provider: "google", model: modelId });
const assistant = (...content: AssistantPart[]): Message => ({ role: "assistant", content });
const results = (...content: ToolResultPart[]): Message => ({ role: "tool", content });
const called = (id: string, args: object = {}) => ({ functionCall: { id, name: "sh", args } });
const answer = (id: string, response: object) => ({ functionResponse: { id, name: "sh", response } });

describe("a conversation in the vendor's terms", () => {
  it("has text, calls, responses in the order of the calls, and what was said after them", () => {
    const contents = convert([
      user("a"),
      assistant({ type: "text", text: "I look." }, call("t1", { n: 1 }), call("t2")),
      results({ ...result("t2", "broke"), failure: "failed" }, result("t1", "one")),
      user("and?"),
    ]);
    expect(contents).toEqual([
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [{ text: "I look." }, called("t1", { n: 1 }), called("t2")] },
      {
        role: "user",
        parts: [answer("t1", { output: "one" }), answer("t2", { error: "broke" }), { text: "and?" }],
      },
    ]);
  });

  it("answers every call: an empty result in words, a lost one as lost", () => {
    const contents = convert([
      user("a"),
      assistant(call("t1"), call("t2")),
      results(result("t1", "")),
      user("go on"),
    ]);
    expect(contents[2]?.parts).toEqual([
      answer("t1", { output: "(no output)" }),
      answer("t2", { error: "The result of this call was lost." }),
      { text: "go on" },
    ]);
  });

  it("keeps a call that does not parse, without arguments: its result explains", () => {
    const broken = {
      type: "tool-call",
      id: "t1",
      name: "sh",
      raw: '{"a":1}{"a":2}',
      problem: "not-json",
    } as const;
    const odd = { type: "tool-call", id: "t2", name: "sh", input: ["no", "object"] } as const;
    const contents = convert([
      user("a"),
      assistant(broken, odd),
      results(result("t1", "invalid"), result("t2", "no")),
    ]);
    expect(contents[1]?.parts).toEqual([called("t1"), called("t2")]);
    expect(contents[2]?.parts).toHaveLength(2);
  });

  it("tells a result without a call as text", () => {
    const contents = convert([user("a"), results(result("gone", "ok")), user("b")]);
    expect(contents).toEqual([
      {
        role: "user",
        parts: [{ text: "a" }, { text: "Result of an earlier call of sh:" }, { text: "ok" }, { text: "b" }],
      },
    ]);
  });

  it("begins with the user, and merges neighbours of one role without what is empty", () => {
    expect(convert([assistant({ type: "text", text: "Hi" })]).map(({ role }) => role)).toEqual([
      "user",
      "model",
    ]);
    const merged = convert([
      user("a"),
      user("  "),
      user("b"),
      assistant({ type: "text", text: "" }),
      user("c"),
    ]);
    expect(merged).toEqual([{ role: "user", parts: [{ text: "a" }, { text: "b" }, { text: "c" }] }]);
  });

  it("gives calls with one id ids of their own, each with its own result", () => {
    const contents = convert([
      user("a"),
      assistant(call("dup", { n: 1 }), call("dup", { n: 2 })),
      results(result("dup", "r1"), result("dup", "r2")),
      assistant(call("dup", { n: 3 })),
      results(result("dup", "r3")),
    ]);
    const pairs = contents.flatMap(({ parts }) =>
      parts.map((part) => {
        const { id, args, response } = (part["functionCall"] ?? part["functionResponse"] ?? {}) as Record<
          string,
          unknown
        >;
        return [id, args ?? response];
      }),
    );
    expect(pairs.slice(1)).toEqual([
      ["dup", { n: 1 }],
      ["dup_2", { n: 2 }],
      ["dup", { output: "r1" }],
      ["dup_2", { output: "r2" }],
      ["dup_3", { n: 3 }],
      ["dup_3", { output: "r3" }],
    ]);
  });

  it("has no lone surrogates, in text, results, arguments and their keys", () => {
    const contents = convert([
      user("u \ud83d"),
      assistant(call("t1", { "k\udc00": "v\ud83d" })),
      results(result("t1", "ok \ud83d")),
    ]);
    expect(JSON.stringify(contents)).not.toMatch(/\\ud/i);
    expect(contents[1]?.parts[0]).toMatchObject({ functionCall: { args: { "k\ufffd": "v\ufffd" } } });
  });

  it("pairs calls and responses whatever history there was", () => {
    const id = fc.constantFrom("a", "b", "c", "a b", "");
    const message: fc.Arbitrary<Message> = fc.oneof(
      fc.string().map(user),
      fc
        .array(
          fc.oneof(
            id.map((one) => call(one)),
            fc.string().map((text) => ({ type: "text" as const, text })),
          ),
        )
        .map((parts) => assistant(...parts)),
      fc.array(id.map((one) => result(one, "r"))).map((parts) => results(...parts)),
    );
    checkProperty(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const contents = convert(messages);
        const ids = (content: WireContent | undefined, key: string) =>
          (content?.parts ?? []).flatMap((part) => (key in part ? [(part[key] as { id: string }).id] : []));
        for (const [at, { role, parts }] of contents.entries()) {
          expect(parts.length).toBeGreaterThan(0);
          expect(role).toBe(at % 2 === 0 ? "user" : "model");
          const responses = ids(contents[at], "functionResponse");
          expect(new Set(responses).size).toBe(responses.length);
          expect(responses).toEqual(ids(contents[at - 1], "functionCall"));
          expect(ids({ role, parts: parts.slice(responses.length) }, "functionResponse")).toEqual([]);
        }
        expect(ids(contents.at(-1), "functionCall")).toEqual([]);
      }),
    );
  });
});

describe("signatures and the vendor's own parts", () => {
  const parts: AssistantPart[] = [
    { type: "thinking", text: "hm", sidecar: own({ signature: "s0" }) },
    { type: "opaque", sidecar: own({ executableCode: { code: "1" }, thoughtSignature: "s1" }) },
    { type: "text", text: "Geese.", sidecar: own({ signature: "s2" }) },
    { type: "text", text: "", sidecar: own({ signature: "s3" }) },
    { ...call("t1"), sidecar: own({ signature: "s4" }) },
    call("t2"),
  ];

  it("go back on the part they came with to the model that wrote them", () => {
    expect(convert([user("a"), assistant(...parts)])[1]?.parts).toEqual([
      { text: "hm", thought: true, thoughtSignature: "s0" },
      { executableCode: { code: "1" }, thoughtSignature: "s1" },
      { text: "Geese.", thoughtSignature: "s2" },
      { text: "", thoughtSignature: "s3" },
      { ...called("t1"), thoughtSignature: "s4" },
      called("t2"),
    ]);
  });

  it("go to no other model, which is told in the documented word when it insists", () => {
    expect(convert([user("a"), assistant(...parts)], "gemini-2.5-pro")[1]?.parts).toEqual([
      { text: "Geese." },
      called("t1"),
      called("t2"),
    ]);
    expect(convert([user("a"), assistant(...parts)], "gemini-3.8-flash")[1]?.parts).toEqual([
      { text: "Geese." },
      { ...called("t1"), thoughtSignature: "skip_thought_signature_validator" },
      called("t2"),
    ]);
  });

  it("go to no other provider's model of that name", () => {
    const foreign: AssistantPart = {
      type: "thinking",
      text: "x",
      sidecar: { provider: "anthropic", model: "gemini-test", data: { signature: "s" } },
    };
    expect(convert([user("a"), assistant(foreign, { type: "text", text: "y" })])[1]?.parts).toEqual([
      { text: "y" },
    ]);
  });

  it("are gone from thoughts that were not signed, and these with them", () => {
    const contents = convert([
      user("a"),
      assistant({ type: "thinking", text: "hm" }, { type: "text", text: "b" }),
    ]);
    expect(contents[1]?.parts).toEqual([{ text: "b" }]);
  });
});

describe("images and files", () => {
  const data = Buffer.from("hello").toString("base64");
  const image = { type: "image", mediaType: "image/png", data } as const;
  const inline = { inlineData: { mimeType: "image/png", data } };
  const partsOf = (...content: Extract<Message, { role: "user" }>["content"]) =>
    convert([{ role: "user", from: "user", content }])[0]?.parts;

  it("are sent inline, with their names", () => {
    expect(partsOf(image, { type: "file", mediaType: "application/pdf", data, name: "a.pdf" })).toEqual([
      inline,
      { text: "File a.pdf:" },
      { inlineData: { mimeType: "application/pdf", data } },
    ]);
    expect(partsOf({ type: "file", mediaType: "application/json; charset=utf-8", data })).toEqual([
      { inlineData: { mimeType: "text/plain", data } },
    ]);
  });

  it.each([
    [
      { type: "image", mediaType: "image/svg+xml", data } as const,
      "[an image was left out: the model does not take image/svg+xml]",
    ],
    [
      { type: "file", mediaType: "application/zip", data, name: "a.zip" } as const,
      "[a.zip was left out: the model does not take application/zip]",
    ],
    [{ ...image, data: "A".repeat(20_000_000) }, "[an image was left out: it is larger than 14 MB]"],
    [{ ...image, data: "" }, "[an image was left out: it is empty]"],
  ])("that the vendor refuses become a line of text (%#)", (part, text) => {
    expect(partsOf(part)).toEqual([{ text }]);
  });

  it("in results go inside where the model has a place for them, and behind all responses where not", () => {
    const messages = [
      user("a"),
      assistant(call("t1"), call("t2")),
      results(
        { ...result("t1", "shot"), content: [{ type: "text", text: "shot" }, image] },
        { ...result("t2", ""), content: [image] },
      ),
    ];
    expect(convert(messages, "gemini-3.8-flash")[2]?.parts).toEqual([
      { functionResponse: { id: "t1", name: "sh", response: { output: "shot" }, parts: [inline] } },
      {
        functionResponse: {
          id: "t2",
          name: "sh",
          response: { output: "(see the attached files)" },
          parts: [inline],
        },
      },
    ]);
    expect(convert(messages, "gemini-2.5-pro")[2]?.parts).toEqual([
      answer("t1", { output: "shot" }),
      answer("t2", { output: "(see the attached files)" }),
      { text: "Files of the result of sh:" },
      inline,
      { text: "Files of the result of sh:" },
      inline,
    ]);
  });
});
