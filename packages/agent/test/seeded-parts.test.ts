import type { Message } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";

const user = { role: "user", from: "user", content: [{ type: "text", text: "Count." }] };
const sidecar = { provider: "p", model: "m", data: {} };
const calling = {
  role: "assistant",
  content: [{ type: "tool-call", id: "1", name: "next", input: {} }],
};

function start(messages: readonly object[]): void {
  createAgent({ model: scriptedModel([]), messages: messages as readonly Message[] });
}

describe("an earlier conversation is refused for", () => {
  it.each<readonly [name: string, part: object, problem: string]>([
    ["a text of no string", { type: "text", text: 7 }, "text must be a string"],
    ["an image of no type", { type: "image", data: "" }, "mediaType must be a string"],
    ["an image without bytes", { type: "image", mediaType: "image/png" }, "data must be a string"],
    ["a file of no type", { type: "file", data: "" }, "mediaType must be a string"],
    ["a file without bytes", { type: "file", mediaType: "text/plain" }, "data must be a string"],
    ["a call", calling.content[0]!, 'type must be text, image, file in a message of the role "user"'],
    ["a part of no type", {}, 'type must be text, image, file in a message of the role "user"'],
    ["a type that every object has", { type: "toString" }, "type must be text, image, file"],
  ])("%s in a user's message", (_, part, problem) => {
    expect(() => start([{ ...user, content: [part] }])).toThrow(`messages[0].content[0].${problem}`);
  });

  it.each<readonly [name: string, part: object, problem: string]>([
    ["a text of no string", { type: "text" }, "text must be a string"],
    ["thinking without text", { type: "thinking", sidecar }, "text must be a string"],
    ["an opaque part without its data", { type: "opaque" }, "sidecar is missing"],
    ["a sidecar of no object", { type: "text", text: "", sidecar: [] }, "sidecar must be an object"],
    ...(["provider", "model"] as const).map(
      (name) =>
        [
          `a sidecar of no ${name}`,
          { type: "thinking", text: "", sidecar: { ...sidecar, [name]: 1 } },
          `sidecar.${name} must be a string`,
        ] as const,
    ),
    [
      "a sidecar without data",
      { type: "opaque", sidecar: { provider: "p", model: "m" } },
      "sidecar.data is missing",
    ],
    ["a call without an id", { type: "tool-call", name: "next", input: {} }, "id must be a string"],
    [
      "a call with an empty id",
      { type: "tool-call", id: "", name: "next", input: {} },
      "id must not be empty",
    ],
    ["a call without a name", { type: "tool-call", id: "1", input: {} }, "name must be a string"],
    ["a call without an input", { type: "tool-call", id: "1", name: "next" }, "input is missing"],
    [
      "a broken call of no known kind",
      { type: "tool-call", id: "1", name: "next", raw: "{", problem: "odd" },
      'problem must be "cut-off" or "not-json"',
    ],
    [
      "a broken call without its text",
      { type: "tool-call", id: "1", name: "next", problem: "cut-off" },
      "raw must be a string",
    ],
  ])("%s in a reply", (_, part, problem) => {
    expect(() => start([user, { role: "assistant", content: [part] }])).toThrow(
      `messages[1].content[0].${problem}`,
    );
  });

  it.each([
    ["a result without an id", { callId: undefined }, "callId must be a string"],
    ["a result of no tool", { name: undefined }, "name must be a string"],
    ["a result of no list", { content: "done" }, "content must be a list of parts"],
    [
      "a result with a part of a reply",
      { content: [calling.content[0]] },
      "content[0].type must be text, image",
    ],
    ["a result with a broken part", { content: [{ type: "text" }] }, "content[0].text must be a string"],
    ["an unknown failure", { failure: "odd" }, "failure must be one of unknown-tool, malformed-input"],
    ["a failure of no string", { failure: 7 }, "failure must be one of unknown-tool, malformed-input"],
    ["a failure that every object has", { failure: "valueOf" }, "failure must be one of unknown-tool"],
  ])("%s", (_, change, problem) => {
    const result = { type: "tool-result", callId: "1", name: "next", content: [], ...change };
    expect(() => start([user, calling, { role: "tool", content: [result] }])).toThrow(
      `messages[2].content[0].${problem}`,
    );
  });

  it.each([
    ["a message", [user, "Go on."], "messages[1] must be an object."],
    ["a part", [{ ...user, content: ["Go on."] }], "messages[0].content[0] must be an object."],
  ])("%s that is a text", (_, messages, problem) => {
    expect(() => start(messages as readonly object[])).toThrow(problem);
  });

  it.each([
    ["no list", "now"],
    ["an empty text", ["now", ""]],
    ["a number", ["now", 7]],
  ])("dynamic context that is %s or has one", (_, dynamicContext) => {
    const problem = "dynamicContext must be a list of texts.";
    expect(() => start([{ ...user, dynamicContext }])).toThrow(`messages[0].${problem}`);
    const result = { type: "tool-result", callId: "1", name: "next", content: [] };
    const answered = (part: object) => [user, calling, { role: "tool", content: [part] }];
    expect(() => start(answered({ ...result, dynamicContext }))).toThrow(`messages[2].content[0].${problem}`);
    expect(() => start(answered({ ...result, dynamicContext: ["now"] }))).not.toThrow();
  });

  it("dynamic context anywhere but on the last result", () => {
    const calls = ["1", "2"].map((id) => ({ ...calling.content[0], id }));
    const results = ["1", "2"].map((callId) => ({ type: "tool-result", callId, name: "next", content: [] }));
    const [first, second] = results;
    const answered = (content: readonly object[]) => [
      user,
      { role: "assistant", content: calls },
      { role: "tool", content },
    ];
    expect(() => start(answered([{ ...first, dynamicContext: ["now"] }, second!]))).toThrow(
      "messages[2].content[0].dynamicContext is only allowed on the last result.",
    );
    expect(() => start(answered([first!, { ...second, dynamicContext: ["now"] }]))).not.toThrow();
  });

  it.each([
    [
      "a mark that is not true",
      { partial: false, content: [{ type: "text", text: "Half" }] },
      "partial must be true",
    ],
    [
      "thinking",
      { partial: true, content: [{ type: "thinking", text: "Hm" }] },
      "content must only contain text",
    ],
    [
      "nothing to read",
      { partial: true, content: [{ type: "text", text: " " }] },
      "content must only contain text",
    ],
  ])("a partial reply with %s", (_, reply, problem) => {
    expect(() => start([user, { role: "assistant", ...reply }])).toThrow(`messages[1].${problem}`);
  });
});
