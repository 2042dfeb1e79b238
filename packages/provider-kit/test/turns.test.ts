import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "@skein/protocol";
import { assistant, call, result, results, user } from "@skein/test-kit";
import { callInput, goOn, turnsOf, wellFormed } from "../src/index.ts";

const message = fc.oneof(
  fc.string().map(user),
  fc.array(fc.constantFrom("a", "b")).map((ids) => assistant(...ids.map((id) => call(id)))),
  fc
    .array(fc.constantFrom("a", "b", "gone"))
    .map((ids) => results(...ids.map((id) => result(id, `of ${id}`)))),
);

describe("the turns of a conversation", () => {
  it("have each call with its result, whatever was said in between, and what was said", () => {
    const [, turn] = turnsOf([
      assistant(call("1"), call("2"), call("1")),
      results(result("2", "two"), result("1", "first")),
      user("note"),
      results(result("1", "second"), result("gone", "old"), result("gone", " ")),
    ]);
    expect(turn?.answers.map((answer) => answer.result?.content[0])).toEqual([
      { type: "text", text: "first" },
      { type: "text", text: "two" },
      { type: "text", text: "second" },
    ]);
    expect(turn?.said.flat().map((part) => (part.type === "text" ? part.text : ""))).toEqual([
      "note",
      "Result of an earlier call of sh:",
      "old",
    ]);
  });

  it("lose nothing and invent nothing", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), (messages: readonly Message[]) => {
        const turns = turnsOf(messages);
        const replies = messages.flatMap((one) => (one.role === "assistant" ? [one] : []));
        expect(turns.flatMap(({ reply }) => reply ?? [])).toEqual(replies);
        const calls = replies.flatMap(({ content }) => content);
        expect(turns.flatMap(({ answers }) => answers.map((answer) => answer.call))).toEqual(calls);
        const given = messages.map(({ role, content }) => (role === "tool" ? content.length : 0));
        const kept = turns.flatMap(({ answers }) => answers.flatMap(({ result: found }) => found ?? []));
        const told = turns
          .flatMap(({ said }) => said.flat())
          .filter((part) => "text" in part && part.text.startsWith("of "));
        expect(kept.length + told.length).toBe(given.reduce((sum, count) => sum + count, 0));
      }),
    );
  });

  it("of a longer conversation begin with the same ones, but for the last", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), fc.nat(20), (messages, length) => {
        const before = turnsOf(messages.slice(0, length)).slice(0, -1);
        expect(turnsOf(messages).slice(0, before.length)).toEqual(before);
      }),
    );
  });
});

describe("what a wire wants", () => {
  it("is an object for a call's input, whatever the model wrote", () => {
    expect(callInput(call("1", { n: 1 }))).toEqual({ n: 1 });
    expect(callInput({ type: "tool-call", id: "1", name: "sh", input: [1] })).toEqual({});
    expect(callInput({ type: "tool-call", id: "1", name: "sh", raw: "{", problem: "not-json" })).toEqual({});
  });

  it("has no lone surrogate, in strings, lists and keys, and is otherwise the same", () => {
    expect(wellFormed({ "a\ud800": ["\udc00", 1, null, true, { b: "🔍" }] })).toEqual({
      "a\ufffd": ["\ufffd", 1, null, true, { b: "🔍" }],
    });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Parameters<typeof wellFormed>[0];
        expect(JSON.stringify(wellFormed(json)).isWellFormed()).toBe(true);
      }),
    );
  });

  it("is a word to go on where the model spoke last", () => {
    expect(goOn(assistant())).toBe("Go on.");
    expect(goOn({ ...assistant(), partial: true })).toContain("interrupted");
    expect(goOn(undefined)).toBe("Go on.");
  });
});
