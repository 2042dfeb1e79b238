import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCallStart } from "../src/reply/call-start.ts";
import { createReplyEvents } from "../src/reply/reply-events.ts";
import { createTokenText } from "../src/reply/token-text.ts";

/** The parts of a reply that comes in these pieces. */
function partsOf(pieces: readonly string[], isThinking = false): unknown[] {
  const events = createReplyEvents(isThinking);
  const all = [...pieces.flatMap((piece) => events.push(piece)), ...events.end()];
  return all.flatMap((event) => (event.type === "part-end" ? [event.content] : []));
}

describe("thinking", () => {
  test.each([
    ["<think>a</think>\n\nb", ["thinking a", "text b"]],
    ["\n<think>a</think>", ["thinking a"]],
    ["<think>a", ["thinking a"]],
    ["<thi", ["text <thi"]],
    ["a <think>b</think>", ["text a <think>b</think>"]],
    ["<think></think>b", ["text b"]],
    ["", []],
  ])("in %j", (text, parts) => {
    const expected = parts.map((part) => {
      const [type, ...words] = part.split(" ");
      return { type, text: words.join(" ") };
    });
    expect(partsOf([text])).toEqual(expected);
  });

  test("does not depend on how a reply is cut into pieces", () => {
    const piece = fc.constantFrom("<think>", "</think>", "<", "/think>", "a", "\n", " ");
    checkProperty(
      fc.property(fc.array(piece), fc.boolean(), (pieces, isThinking) => {
        const whole = pieces.join("");
        expect(partsOf(whole.split(""), isThinking)).toEqual(partsOf([whole], isThinking));
        expect(partsOf(pieces, isThinking)).toEqual(partsOf([whole], isThinking));
      }),
    );
  });
});

describe("the start of a call", () => {
  test.each([
    ["<tool_call>", true],
    ["text\n  <tool_call>", true],
    ["<tool_call>\n", true],
    ["text <tool_call>", false],
    ["    <tool_call>", false],
    ["```\n<tool_call>", false],
    ["```\nexample\n```\n<tool_call>", true],
    ["<tool_call", false],
  ])("in %j: %s", (text, starts) => {
    expect(createCallStart().push(text)).toBe(starts);
    const bit = createCallStart();
    expect(
      text
        .split("")
        .map((character) => bit.push(character))
        .includes(true),
    ).toBe(starts);
  });
});

test("characters of several tokens are shown once they are whole", () => {
  const bytes = [...Buffer.from("aö€😀")];
  const model = { detokenize: (tokens: readonly number[]) => Buffer.from(tokens).toString("utf8") };
  const reader = createTokenText(model, []);
  expect(
    [...bytes.map((byte) => reader.push(byte as never)), reader.end()].filter((text) => text !== ""),
  ).toEqual(["a", "ö", "€", "😀"]);
});
