import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, JsonValue, Message, ToolResultPart } from "@skein/protocol";
import { call, result, user } from "@skein/test-kit";
import { wireMessages } from "../src/request/messages.ts";
import type { WireMessage } from "../src/wire.ts";

const owner = { provider: "anthropic", model: "demo-1" };
const own = (data: JsonValue) => ({ ...owner, data });
const convert = (...messages: Message[]): readonly WireMessage[] => wireMessages(messages, owner);
const assistant = (...content: AssistantPart[]): Message => ({ role: "assistant", content });
const results = (...content: ToolResultPart[]): Message => ({ role: "tool", content });
const text = (words: string) => ({ type: "text", text: words });
const answer = (id: string, words: string) => ({
  type: "tool_result",
  tool_use_id: id,
  content: [text(words)],
});

describe("a conversation in the vendor's terms", () => {
  it("has text, calls, results and what was said after them", () => {
    const wire = convert(
      user("a"),
      assistant({ type: "text", text: "I look." }, call("t1", { n: 1 }), call("t2")),
      results(result("t1", "one"), { ...result("t2", "broke"), failure: "failed" }),
      user("and?"),
    );
    expect(wire).toEqual([
      { role: "user", content: [text("a")] },
      {
        role: "assistant",
        content: [
          text("I look."),
          { type: "tool_use", id: "t1", name: "sh", input: { n: 1 } },
          { type: "tool_use", id: "t2", name: "sh", input: {} },
        ],
      },
      {
        role: "user",
        content: [answer("t1", "one"), { ...answer("t2", "broke"), is_error: true }, text("and?")],
      },
    ]);
  });

  it("says an empty result in words, because none may be empty", () => {
    const wire = convert(user("a"), assistant(call("t1")), results(result("t1", "")));
    expect(wire[2]?.content).toEqual([answer("t1", "(no output)")]);
  });

  it("keeps a call that does not parse, with an empty input: its result explains", () => {
    const broken = { type: "tool-call", id: "t1", name: "sh", raw: '{"a":', problem: "cut-off" } as const;
    const odd = { type: "tool-call", id: "t2", name: "sh", input: ["not", "an", "object"] } as const;
    const wire = convert(
      user("a"),
      assistant(broken, odd),
      results(result("t1", "was cut off"), result("t2", "wrong")),
    );
    expect(wire[1]?.content).toEqual([
      { type: "tool_use", id: "t1", name: "sh", input: {} },
      { type: "tool_use", id: "t2", name: "sh", input: {} },
    ]);
  });

  it("begins with the user", () => {
    expect(convert(assistant(text("Hi") as AssistantPart))[0]?.role).toBe("user");
  });

  it("merges neighbours of one role and leaves out what is empty", () => {
    const wire = convert(user("a"), user("  "), user("b"), assistant({ type: "text", text: "" }), user("c"));
    expect(wire).toEqual([{ role: "user", content: [text("a"), text("b"), text("c")] }]);
  });

  it("has no lone surrogates, in text, results, inputs and their keys", () => {
    const wire = convert(
      user("u \ud83d"),
      assistant(call("t1", { "k\udc00": "v\ud83d" })),
      results(result("t1", "ok \ud83d")),
    );
    expect(JSON.stringify(wire)).not.toMatch(/\\ud/i);
    expect(wire[1]?.content[0]).toMatchObject({ input: { "k\ufffd": "v\ufffd" } });
  });
});

describe("thoughts and the vendor's own blocks", () => {
  const thought = { type: "thinking", text: "hm", sidecar: own({ signature: "sig" }) } as const;
  const redacted = { type: "thinking", text: "", sidecar: own({ redacted: "xx" }) } as const;
  const server = {
    type: "opaque",
    sidecar: own({ type: "server_tool_use", id: "s", name: "web_search", input: {} }),
  } as const;
  const cited = { type: "text", text: "Geese.", sidecar: own({ citations: [{ url: "u" }] }) } as const;

  it("go back unchanged to the model that wrote them", () => {
    expect(convert(user("a"), assistant(thought, redacted, server, cited), user("b"))[1]?.content).toEqual([
      { type: "thinking", thinking: "hm", signature: "sig" },
      { type: "redacted_thinking", data: "xx" },
      { type: "server_tool_use", id: "s", name: "web_search", input: {} },
      { type: "text", text: "Geese.", citations: [{ url: "u" }] },
    ]);
  });

  it.each([{ model: "other" }, { provider: "other" }])("go to no other model (%j)", (change) => {
    const messages = [user("a"), assistant(thought, redacted, server, cited), user("b")];
    const wire = wireMessages(messages, { ...owner, ...change });
    expect(wire[1]?.content).toEqual([text("Geese.")]);
  });

  it("without a signature are dropped", () => {
    const wire = convert(user("a"), assistant({ type: "thinking", text: "hm" }, { type: "text", text: "b" }));
    expect(wire[1]?.content).toEqual([text("b")]);
  });
});

describe("images and files", () => {
  const parts = (...content: Extract<Message, { role: "user" }>["content"]) =>
    convert({ role: "user", from: "user", content })[0]?.content;
  const data = Buffer.from("hello").toString("base64");

  it("are sent when the model takes them, in results too", () => {
    const image = { type: "image", mediaType: "image/png", data } as const;
    const block = { type: "image", source: { type: "base64", media_type: "image/png", data } };
    expect(parts(image, { type: "file", mediaType: "image/png", data })).toEqual([block, block]);
    const wire = convert(
      user("a"),
      assistant(call("t1")),
      results({ ...result("t1", ""), content: [image] }),
    );
    expect(wire[2]?.content).toMatchObject([{ type: "tool_result", content: [block] }]);
    expect(parts({ type: "file", mediaType: "application/pdf", data, name: "a.pdf" })).toEqual([
      { type: "document", source: { type: "base64", media_type: "application/pdf", data }, title: "a.pdf" },
    ]);
    expect(parts({ type: "file", mediaType: "application/json", data })).toEqual([
      { type: "document", source: { type: "text", media_type: "text/plain", data: "hello" } },
    ]);
  });

  it.each([
    [
      { type: "image", mediaType: "image/svg+xml", data },
      "[an image of type image/svg+xml was left out: the model does not take it]",
    ],
    [
      { type: "image", mediaType: "image/png", data: "A".repeat(7_000_000) },
      "[an image was left out: it is larger than 5 MB]",
    ],
    [
      { type: "file", mediaType: "video/mp4", data, name: "a.mp4" },
      "[a.mp4 was left out: the model does not take video/mp4]",
    ],
  ] as const)("become a line of text when it does not (%#)", (part, words) => {
    expect(parts(part)).toEqual([text(words)]);
  });
});

/** What the vendor checks before it answers. */
function refusals(wire: readonly WireMessage[]): string[] {
  const found: string[] = [];
  const ids = new Set<unknown>();
  wire.forEach(({ role, content }, at) => {
    if (content.length === 0) found.push(`${at} is empty`);
    if (role !== (at % 2 === 0 ? "user" : "assistant")) found.push(`${at} is out of turn`);
    const calls = content.filter(({ type }) => type === "tool_use");
    for (const { id, name, input } of calls) {
      if (ids.has(id)) found.push(`${at} uses an id twice`);
      if (!/^[a-zA-Z0-9_-]+$/.test(String(id))) found.push(`${at} has an illegal id`);
      if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name))) found.push(`${at} has an illegal name`);
      if (typeof input !== "object" || input === null || Array.isArray(input))
        found.push(`${at} has an input that is no object`);
      ids.add(id);
    }
    const answers =
      wire[at + 1]?.content
        .filter(({ type }) => type === "tool_result")
        .map((block) => block["tool_use_id"]) ?? [];
    if (
      JSON.stringify(answers) !== JSON.stringify(calls.map(({ id }) => id)) &&
      calls.length + answers.length > 0
    ) {
      if (role === "assistant") found.push(`${at} is not answered call by call`);
    }
    const first = content.findIndex(({ type }) => type !== "tool_result");
    if (first !== -1 && content.slice(first).some(({ type }) => type === "tool_result"))
      found.push(`${at} has results behind text`);
    if (content.some((block) => block.type === "text" && String(block["text"]).trim() === ""))
      found.push(`${at} has empty text`);
  });
  return found;
}

describe("any history", () => {
  const id = fc.constantFrom("t1", "t2", "functions.sh:0", "", "ü", "x".repeat(300), "functions_sh_0");
  const anyPart: fc.Arbitrary<AssistantPart> = fc.oneof(
    fc.string().map((words) => ({ type: "text" as const, text: words })),
    fc.record({
      type: fc.constant("tool-call" as const),
      id,
      name: fc.string(),
      input: fc.jsonValue() as fc.Arbitrary<JsonValue>,
    }),
    fc.record({
      type: fc.constant("tool-call" as const),
      id,
      name: fc.string(),
      raw: fc.string(),
      problem: fc.constantFrom("cut-off" as const, "not-json" as const),
    }),
    fc.constant({ type: "thinking" as const, text: "hm", sidecar: own({ signature: "s" }) }),
  );
  const anyMessage: fc.Arbitrary<Message> = fc.oneof(
    fc.string().map(user),
    fc.array(anyPart, { maxLength: 4 }).map((content) => assistant(...content)),
    fc
      .array(fc.tuple(id, fc.string()), { maxLength: 4 })
      .map((all) => results(...all.map(([callId, words]) => result(callId, words)))),
  );

  it("is one the vendor takes: turns, ids, results, nothing empty", () => {
    checkProperty(
      fc.property(fc.array(anyMessage, { maxLength: 10 }), (messages) => {
        expect(refusals(convert(...messages))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("that grows begins with what it was, as long as the reply before is answered", () => {
    checkProperty(
      fc.property(
        fc.array(anyMessage, { maxLength: 8 }),
        fc.array(anyPart, { maxLength: 3 }),
        (before, reply) => {
          const earlier = convert(user("start"), ...before, user("now"));
          const later = convert(
            user("start"),
            ...before,
            user("now"),
            assistant({ type: "text", text: "ok" }, ...reply),
            user("more"),
          );
          expect(later.slice(0, earlier.length)).toEqual(earlier);
        },
      ),
    );
  });
});

describe("histories that agents really ended up with", () => {
  it("a call that was never answered, then the user", () => {
    const wire = convert(user("a"), assistant(call("t1")), user("stop, do something else"));
    expect(refusals(wire)).toEqual([]);
    expect(wire[2]?.content).toEqual([
      { ...answer("t1", "The result of this call was lost."), is_error: true },
      text("stop, do something else"),
    ]);
  });

  it("results parted by a note", () => {
    const wire = convert(
      user("a"),
      assistant(call("t1"), call("t2")),
      results(result("t1", "1")),
      user("note"),
      results(result("t2", "2")),
    );
    expect(wire[2]?.content).toEqual([answer("t1", "1"), answer("t2", "2"), text("note")]);
  });

  it("a result without its call", () => {
    const wire = convert(user("a"), results(result("gone", "ok")), user("b"));
    expect(wire).toEqual([
      { role: "user", content: [text("a"), text("Result of an earlier call of sh:"), text("ok"), text("b")] },
    ]);
  });

  it("one id for two calls of a reply, and again in the next", () => {
    const twice = results(result("dup", "r1"), result("dup", "r2"));
    const wire = convert(
      user("a"),
      assistant(call("dup", { n: 1 }), call("dup", { n: 2 })),
      twice,
      assistant(call("dup")),
      results(result("dup", "r3")),
    );
    expect(wire[2]?.content).toEqual([answer("dup", "r1"), answer("dup_2", "r2")]);
    expect(wire[4]?.content).toEqual([answer("dup_3", "r3")]);
  });

  it("an id of another vendor", () => {
    const wire = convert(
      user("a"),
      assistant(call("functions.sh:0")),
      results(result("functions.sh:0", "ok")),
    );
    expect(wire[1]?.content).toMatchObject([{ id: "functions_sh_0" }]);
    expect(wire[2]?.content).toEqual([answer("functions_sh_0", "ok")]);
  });
});
