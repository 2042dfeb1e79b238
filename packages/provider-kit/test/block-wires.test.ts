import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  alternatingMessages,
  base64Size,
  closeBlock,
  collectText,
  legalNames,
  mapStopReasons,
  type AlternatingMessage,
} from "../src/index.ts";

describe("messages in which user and assistant take turns", () => {
  const add = alternatingMessages(() => ["opening"]);

  it.each<[string, readonly (readonly ["user" | "assistant", readonly string[]])[], readonly unknown[]]>([
    ["nothing without blocks", [["assistant", []]], []],
    ["the user first", [["user", ["a"]]], [{ role: "user", content: ["a"] }]],
    [
      "an opening before a reply",
      [["assistant", ["a"]]],
      [
        { role: "user", content: ["opening"] },
        { role: "assistant", content: ["a"] },
      ],
    ],
    [
      "one message for neighbours",
      [
        ["user", ["a"]],
        ["user", ["b"]],
        ["assistant", ["c"]],
      ],
      [
        { role: "user", content: ["a", "b"] },
        { role: "assistant", content: ["c"] },
      ],
    ],
  ])("have %s", (_, added, messages) => {
    const wire: AlternatingMessage<string>[] = [];
    for (const [role, content] of added) add(wire, role, content);
    expect(wire).toEqual(messages);
  });
});

describe("blocks of a reply", () => {
  const part: AssistantPart = { type: "text", text: "a" };

  it("end once, as they are", () => {
    const complete: boolean[] = [];
    const block = { finish: (isComplete: boolean) => (complete.push(isComplete), part) };
    const open = new Map([[3, { part: 1, block }]]);
    const out: ModelEvent[] = [];
    closeBlock(open, 2, out);
    closeBlock(open, 3, out);
    closeBlock(open, 3, out);
    expect(out).toEqual([{ type: "part-end", part: 1, content: part }]);
    expect([complete, open.size]).toEqual([[false], 0]);
  });

  it.each([
    ["a", { type: "text-delta", delta: "a" }, ["a"]],
    ["", undefined, []],
    [1, undefined, []],
    [undefined, undefined, []],
  ])("collect %j", (text, delta, texts) => {
    const collected: string[] = [];
    expect(collectText(collected, "text-delta", text)).toEqual(delta);
    expect(collected).toEqual(texts);
  });
});

it("stop reasons that a vendor adds are other ones", () => {
  const stopOf = mapStopReasons({ end_turn: "answered" });
  expect([stopOf("end_turn"), stopOf("new"), stopOf("toString")]).toEqual(["answered", "other", "other"]);
});

it.each([
  ["", 0],
  ["AAAA", 3],
  ["AA==", 3],
  ["AAAAA", 3],
])("%j stands for %i bytes at most", (base64, bytes) => {
  expect(base64Size(base64)).toBe(bytes);
});

it("names follow the rule of their protocol", () => {
  const wireName = legalNames({ illegal: /[^a-z]/g, maxLength: 20 });
  expect(wireName("read")).toBe("read");
  expect(wireName("read.all")).toMatch(/^read_all_/);
});
