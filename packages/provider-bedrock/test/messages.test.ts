import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, Message, ToolResultPart } from "@skein/protocol";
import { assistant, call, result, results, user } from "@skein/test-kit";
import { wireMessages } from "../src/request/messages.ts";
import type { WireBlock, WireMessage } from "../src/wire.ts";
import { modelId } from "./replies.ts";

const convert = (...messages: Message[]): readonly WireMessage[] => wireMessages(messages, modelId);
const own = (data: object, model = modelId) => ({
  sidecar: { provider: "bedrock", model, data: data as never },
});

describe("a conversation", () => {
  it("has results right behind their calls, in the order of the calls, then what was said", () => {
    const wire = convert(
      user("Go"),
      assistant({ type: "text", text: "Two calls." }, call("a"), call("b", { n: 1 })),
      user("Hurry"),
      results(result("b", "second"), { ...result("a", "no such file"), failure: "failed" }),
    );
    expect(wire).toEqual([
      { role: "user", content: [{ text: "Go" }] },
      {
        role: "assistant",
        content: [
          { text: "Two calls." },
          { toolUse: { toolUseId: "a", name: "sh", input: {} } },
          { toolUse: { toolUseId: "b", name: "sh", input: { n: 1 } } },
        ],
      },
      {
        role: "user",
        content: [
          { toolResult: { toolUseId: "a", content: [{ text: "no such file" }], status: "error" } },
          { toolResult: { toolUseId: "b", content: [{ text: "second" }] } },
          { text: "Hurry" },
        ],
      },
    ]);
  });

  it("says which result was lost, and tells of one without a call", () => {
    const wire = convert(user("Go"), assistant(call("a")), results(result("x", "orphan"), result("y", "")));
    expect(wire[2]!.content).toEqual([
      {
        toolResult: {
          toolUseId: "a",
          content: [{ text: "The result of this call was lost." }],
          status: "error",
        },
      },
      { text: "Result of an earlier call of sh:" },
      { text: "orphan" },
    ]);
  });

  it("tells only those models of failures that take it", () => {
    const failed = { ...result("a", "no"), failure: "failed" } as ToolResultPart;
    const wire = wireMessages([user("Go"), assistant(call("a")), results(failed)], "openai.gpt-oss-20b-1:0");
    expect(wire[2]!.content).toEqual([{ toolResult: { toolUseId: "a", content: [{ text: "no" }] } }]);
  });

  it("begins with the user", () => {
    expect(convert(assistant({ type: "text", text: "Hi" }))[0]).toEqual({
      role: "user",
      content: [{ text: "(The conversation continues.)" }],
    });
  });

  it("gives no empty text, and an empty result words", () => {
    const wire = convert(
      user(" \n"),
      user("a"),
      assistant({ type: "text", text: "" }, call("a")),
      results(result("a", "")),
    );
    expect(wire).toMatchObject([
      { content: [{ text: "a" }] },
      { content: [{ toolUse: {} }] },
      { content: [{ toolResult: { content: [{ text: "(no output)" }] } }] },
    ]);
  });

  it("sends an object for arguments that were none, and ids that are legal and unlike", () => {
    const long = `${"x".repeat(70)}/1`;
    const broken: AssistantPart = { type: "tool-call", id: long, name: "a b", raw: "{", problem: "cut-off" };
    const [, reply] = convert(user("Go"), assistant(broken, call(long), call(long)));
    const uses = reply!.content.map(
      ({ toolUse }) => toolUse as { toolUseId: string; name: string; input: object },
    );
    expect(uses[0]!.input).toEqual({});
    expect(new Set(uses.map(({ toolUseId }) => toolUseId)).size).toBe(3);
    for (const { toolUseId, name } of uses) {
      expect(toolUseId).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
  });
});

describe("thoughts and the vendor's own blocks", () => {
  const parts: AssistantPart[] = [
    { type: "thinking", text: "hm", ...own({ signature: "S" }) },
    { type: "thinking", text: "", ...own({ redacted: "QUJD" }) },
    { type: "thinking", text: "unsigned" },
    {
      type: "opaque",
      ...own({ toolUse: { toolUseId: "s", name: "web", type: "server_tool_use", input: {} } }),
    },
    { type: "text", text: "Hi", ...own({ citations: [{ title: "t" }] }) },
  ];
  const back = [
    { reasoningContent: { reasoningText: { text: "hm", signature: "S" } } },
    { reasoningContent: { redactedContent: "QUJD" } },
    { toolUse: { toolUseId: "s", name: "web", type: "server_tool_use", input: {} } },
    { text: "Hi" },
  ];

  it("go back as they came to the model that wrote them", () => {
    expect(convert(user("Go"), assistant(...parts))[1]!.content).toEqual(back);
  });

  it.each([
    ["another model", { sidecar: { provider: "bedrock", model: "other", data: { signature: "S" } } }],
    ["another provider", { sidecar: { provider: "anthropic", model: modelId, data: { signature: "S" } } }],
  ])("of %s do not", (_, foreign) => {
    const content = convert(
      user("Go"),
      assistant({ type: "thinking", text: "hm", ...foreign }, { type: "text", text: "Hi" }),
    );
    expect(content[1]!.content).toEqual([{ text: "Hi" }]);
  });

  it("stay away from models that refuse thoughts behind a conversation that was changed", () => {
    const model = "global.anthropic.claude-opus-5-5";
    const thinking: AssistantPart = { type: "thinking", text: "hm", ...own({ signature: "S" }, model) };
    const wire = wireMessages([user("Go"), assistant(thinking, { type: "text", text: "Hi" })], model);
    expect(wire[1]!.content).toEqual([{ text: "Hi" }]);
  });
});

describe("files", () => {
  const data = Buffer.from("%PDF-1.7").toString("base64");
  const file = (mediaType: string, name?: string, bytes = data) =>
    ({ type: "file", mediaType, data: bytes, ...(name === undefined ? {} : { name }) }) as const;
  const said = (...content: Extract<Message, { role: "user" }>["content"]) =>
    convert({ role: "user", from: "user", content })[0]!.content;

  it("of pictures and documents go as bytes, with legal names that are unlike", () => {
    expect(
      said(
        { type: "image", mediaType: "image/PNG", data: "QUJD" },
        file("application/pdf", "My_report (final).pdf"),
        file("application/pdf", "My_report (final).pdf"),
      ),
    ).toEqual([
      { image: { format: "png", source: { bytes: "QUJD" } } },
      { document: { format: "pdf", name: "My-report (final)-pdf", source: { bytes: data } } },
      { document: { format: "pdf", name: "My-report (final)-pdf (2)", source: { bytes: data } } },
      // Documents want text beside them.
      { text: "(see the attached files)" },
    ]);
  });

  it("of text go as text", () => {
    const bytes = Buffer.from("grün\n").toString("base64");
    expect(said(file("text/markdown; charset=utf-8", "a.md", bytes))).toEqual([
      { text: "File a.md:\ngrün\n" },
    ]);
  });

  it("beyond what a message may have become a line of text", () => {
    const images = Array.from(
      { length: 21 },
      () => ({ type: "image", mediaType: "image/png", data: "QUJD" }) as const,
    );
    const documents = Array.from({ length: 7 }, () => file("application/pdf", "a.pdf"));
    const blocks = said(...images, ...documents);
    expect(blocks.filter((block) => "image" in block)).toHaveLength(20);
    expect(blocks.filter((block) => "document" in block)).toHaveLength(5);
    expect(blocks.filter((block) => "text" in block)).toEqual([
      { text: "[the image number 21 was left out: a message may have 20]" },
      { text: "[the document number 6 was left out: a message may have 5]" },
      { text: "[the document number 7 was left out: a message may have 5]" },
    ]);
  });

  it("that are not taken become a line of text", () => {
    const lines = said(
      { type: "image", mediaType: "image/tiff", data: "QUJD" },
      file("application/zip", "a.zip"),
      file("application/pdf", "b.pdf", ""),
      file("application/pdf", "c.pdf", "A".repeat(7 * 1024 * 1024)),
      { type: "image", mediaType: "image/png", data: "A".repeat(6 * 1024 * 1024) },
    ) as readonly { text: string }[];
    expect(lines.map(({ text }) => text)).toEqual([
      "[an image of type image/tiff was left out: the model does not take it]",
      "[a.zip was left out: the model does not take application/zip]",
      "[b.pdf was left out: it is empty]",
      "[c.pdf was left out: it is larger than 4.5 MB]",
      "[an image was left out: it is larger than 3.75 MB]",
    ]);
  });
});

describe("any conversation", () => {
  const words = fc.constantFrom("", " ", "a", "b\ud800", "Grüße 🔍");
  const ids = fc.constantFrom("a", "b", "c d");
  const part: fc.Arbitrary<AssistantPart> = fc.oneof(
    words.map((text): AssistantPart => ({ type: "text", text })),
    words.map((text): AssistantPart => ({ type: "thinking", text, ...own({ signature: "S" }) })),
    ids.map((id) => call(id)),
    ids.map((id): AssistantPart => ({ type: "tool-call", id, name: "x y", raw: "{", problem: "not-json" })),
  );
  const message: fc.Arbitrary<Message> = fc.oneof(
    words.map(user),
    fc.array(part, { maxLength: 3 }).map((parts) => assistant(...parts)),
    fc
      .array(fc.tuple(ids, words), { maxLength: 3 })
      .map((all) => results(...all.map(([id, text]) => result(id, text)))),
  );

  it("keeps the wire's rules", () => {
    checkProperty(
      fc.property(fc.array(message, { maxLength: 10 }), (messages) => {
        const wire = convert(...messages);
        expect(wire.map(({ role }) => role)).toEqual(
          wire.map((_, at) => (at % 2 === 0 ? "user" : "assistant")),
        );
        expect(JSON.stringify(wire)).not.toMatch(/\\ud[89a-f]/i);
        wire.forEach(({ role, content }, at) => {
          expect(content.length).toBeGreaterThan(0);
          const texts = content.flatMap(({ text }) => (typeof text === "string" ? [text.trim()] : []));
          expect(texts).not.toContain("");
          const calls = role === "assistant" ? called(content) : [];
          expect(role === "assistant" ? answered(wire[at + 1]) : []).toEqual(calls);
        });
      }),
    );
  });

  it("begins with the bytes of a shorter one, but for what follows its last reply", () => {
    checkProperty(
      fc.property(
        fc.array(message, { maxLength: 8 }),
        fc.array(message, { maxLength: 4 }),
        (before, after) => {
          const whole = [...before, assistant({ type: "text", text: "And so on" }), ...after];
          const [short, long] = [convert(...before), convert(...whole)];
          if (before.at(-1)?.role === "assistant" || short.at(-1)?.role !== "user") return;
          expect(JSON.stringify(long).startsWith(JSON.stringify(short).slice(0, -1))).toBe(true);
        },
      ),
    );
  });
});

function called(content: readonly WireBlock[]): readonly unknown[] {
  return content.flatMap(({ toolUse }) =>
    toolUse === undefined ? [] : [(toolUse as { toolUseId: string }).toolUseId],
  );
}

function answered(message: WireMessage | undefined): readonly unknown[] {
  return (message?.content ?? []).flatMap(({ toolResult }) =>
    toolResult === undefined ? [] : [(toolResult as { toolUseId: string }).toolUseId],
  );
}
