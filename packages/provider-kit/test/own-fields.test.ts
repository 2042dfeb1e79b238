import type { JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { tuningNotices, withOwnFields } from "../src/index.ts";

describe("a body with the user's own fields", () => {
  const body = { model: "m", store: false, reasoning: { effort: "low", summary: "auto" }, messages: [1] };

  it.each<[string, JsonObject | undefined, object]>([
    ["none", undefined, body],
    ["no fields", {}, body],
    ["a new one", { top_k: 5 }, { ...body, top_k: 5 }],
    ["one in place of ours", { store: true }, { ...body, store: true }],
    [
      "one within ours",
      { reasoning: { effort: "high", more: 1 } },
      { ...body, reasoning: { effort: "high", summary: "auto", more: 1 } },
    ],
    ["a value for an object", { reasoning: "off" }, { ...body, reasoning: "off" }],
    ["an object for a value", { store: { days: 3 } }, { ...body, store: { days: 3 } }],
    ["null for an object", { reasoning: null }, { ...body, reasoning: null }],
    ["a list for an object", { reasoning: [1] }, { ...body, reasoning: [1] }],
  ])("has %s", (_, own, expected) => {
    expect(withOwnFields(body, own)).toEqual(expected);
  });

  it.each([
    "model",
    "stream",
    "messages",
    "input",
    "contents",
    "system",
    "instructions",
    "systemInstruction",
    "tools",
  ])("keeps its conversation: %s", (name) => {
    expect(withOwnFields(body, { [name]: "mine" })).toEqual(body);
  });

  it("has new fields first, so that the conversation stays at the end", () => {
    expect(Object.keys(withOwnFields(body, { top_k: 5, store: true }))).toEqual([
      "top_k",
      "model",
      "store",
      "reasoning",
      "messages",
    ]);
  });
});

describe("an option that a wire cannot send", () => {
  it.each([
    [{ verbosity: "low" }, ['m does not take verbosity: "low" is not sent.']],
    [{ parallelTools: false }, ['m does not take parallelTools: "false" is not sent.']],
    [{ explicitCache: true }, ['m does not take explicitCache: "true" is not sent.']],
    [{ explicitCache: false, webSearch: false }, []],
    [{ serviceTier: "flex", maxOutputTokens: 5 }, []],
    [{}, []],
  ] as const)("is told of, unless nothing is lost: %j", (options, notices) => {
    expect(tuningNotices("m", options as never, ["serviceTier"])).toEqual(notices);
  });
});
