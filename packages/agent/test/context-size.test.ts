import type { Entry, EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { guessTokens, usedTokens } from "../src/context/context-size.ts";

const said = [{ type: "text", text: "four" }] as const;

describe("a guess of what something takes", () => {
  it.each<[string, unknown, number]>([
    ["nothing", "", 0],
    ["a text, by its bytes", "x".repeat(40), 10],
    ["a text of other letters", "é".repeat(20), 10],
    ["what is begun counts whole", "x".repeat(41), 11],
    ["a number or nothing", null, 1],
    ["a list, with its items", ["1234", "1234"], 3],
    ["an object, with the names of its fields", { abcd: "1234" }, 3],
    ["what is within", { abcd: [{ efgh: "1234" }] }, 6],
    ["an image, whatever its size", { type: "image", data: "x".repeat(90_000) }, 1_005],
    ["data of nothing else", { type: "other", data: "x".repeat(400) }, 105],
    ["no words of a vendor's own", { type: "text", sidecar: { signature: "x".repeat(4_000) } }, 5],
  ])("%s", (_, value, tokens) => expect(guessTokens(value)).toBe(tokens));
});

describe("what a conversation takes now", () => {
  const told = { system: "x".repeat(400), tools: [], messages: [] };
  const measured = { request: 2, inputTokens: 100, outputTokens: 20 };
  const used = (...bodies: readonly EntryBody[]) => {
    const entries = bodies.map((body, at): Entry => ({ v: 1, seq: at + 2, at: 0, run: "r", ...body }));
    const transcript = { entries: () => entries } as never;
    return usedTokens({ measured: () => measured, transcript }, told);
  };
  const request: EntryBody = {
    kind: "model-request",
    ...({ purpose: "turn", provider: "p", model: "m", options: {}, requestHash: "" } as const),
  };
  const base = 100 + 20 + guessTokens([]);

  it("is guessed as a whole as long as nothing was measured", () => {
    const unmeasured = { measured: () => undefined, transcript: undefined as never };
    expect(usedTokens(unmeasured, told)).toBe(guessTokens([told.system, [], []]));
  });

  it.each<[string, EntryBody, number]>([
    ["a message", { kind: "user-message", from: "user", content: said }, guessTokens(said)],
    [
      "a result",
      { kind: "tool-result", callId: "a", name: "a", content: said, durationMs: 0 },
      guessTokens(said),
    ],
    ["a notice", { kind: "notice", audience: "both", level: "info", text: "x".repeat(40) }, 10],
    [
      "dynamic context",
      { kind: "dynamic-context", sections: [{ name: "date", text: "now" }] },
      guessTokens([{ name: "date", text: "now" }]),
    ],
    ["a decision", { kind: "decision", callId: "a", verdict: "allow", by: "rule" }, 0],
    ["the reply that was counted", { kind: "assistant-message", request: 2, content: said }, 0],
  ])("grows by %s that came since", (_, body, tokens) => {
    expect(used(request, body)).toBe(base + tokens);
    // In the place of the request or before it, it was counted.
    expect(used(body)).toBe(base);
  });
});
