import { describe, expect, it } from "vitest";
import { excerpt, providerErrorOf } from "../src/index.ts";

const messageOf = (body: unknown) =>
  providerErrorOf({ provider: "vendor", status: 400, headers: new Headers(), body }).message;

describe("the words of a refusal", () => {
  it.each([
    ["an error with a message", { error: { message: "No.", type: "bad" } }],
    ["a text for an error", { error: "No." }],
    ["a detail", { detail: "No." }],
    ["a message", { message: "No." }],
    ["a message beside an error without one", { error: { code: 7 }, message: "No." }],
    ["a list with an error", [{ error: { message: "No." } }]],
    ["JSON in a text", '{"error":{"message":"No."}}'],
    ["a text", "No."],
    ["the error before what is around it", { error: { message: "No." }, detail: "Yes.", message: "Yes." }],
    ["the detail before the message", { error: { code: 7 }, detail: "No.", message: "Yes." }],
  ])("are those of %s", (_, body) => {
    expect(messageOf(body)).toBe("vendor refused the request (400): No.");
  });

  it.each([
    ["an object without words", { error: { code: 7 } }, ': {"error":{"code":7}}'],
    ["a message that is no text", { error: { message: 7 } }, ': {"error":{"message":7}}'],
    ["nothing", "", "."],
    ["null", null, "."],
  ])("are all there is of %s", (_, body, words) => {
    expect(messageOf(body)).toBe(`vendor refused the request (400)${words}`);
  });
});

describe("the sentence of a failure", () => {
  it.each([
    ["auth", "vendor refused the key"],
    ["quota", "The account at vendor is used up"],
    ["rate-limited", "vendor takes no more requests just now"],
    ["overloaded", "vendor is overloaded or failing"],
    ["context-overflow", "The request does not fit the model's context window"],
    ["bad-request", "vendor refused the request"],
    ["not-found", "vendor does not have this model or address"],
    ["network", "vendor could not be reached"],
    ["stalled", "vendor stopped answering"],
    ["bad-stream", "vendor broke off its reply"],
  ] as const)("says what %s is", (code, sentence) => {
    const { message } = providerErrorOf({
      provider: "vendor",
      status: undefined,
      headers: new Headers(),
      body: "",
      code,
    });
    expect(message).toBe(`${sentence}.`);
  });
});

describe("an excerpt", () => {
  it("masks secrets of four characters and more, in each form, and no shorter ones", () => {
    expect(excerpt("a of abc", ["a", "abc"])).toBe("a of abc");
    expect(excerpt("abcd and a+b/ and a%2Bb%2F and YStiLw==", ["abcd", "a+b/"])).toBe(
      "[key] and [key] and [key] and [key]",
    );
  });

  it.each([
    ["colors", "\u001b[1;31mNo\u001b[0m way", "No way"],
    ["a cursor that moves", "\u001b[?25lNo\u001b[2 q way", "No way"],
    ["a title of a window", "\u001b]0;a long title\u0007No way", "No way"],
    ["a link", "\u001b]8;;https://x.example\u001b\\No\u001b]8;;\u001b\\ way", "No way"],
    ["a title without an end", "No way\u001b]0;a long title", "No way"],
    ["an escape alone", "No\u001bway", "No way"],
    ["scripts and styles", "<html><style>a{}</style><script>x()</script><!-- b -->No <b>way</b>", "No way"],
    ["a text with angle brackets", "a < b and b > c", "a < b and b > c"],
  ])("has no %s", (_, text, words) => {
    expect(excerpt(text)).toBe(words);
  });
});
