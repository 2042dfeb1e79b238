import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ToolFailure, ToolOutcome } from "@skein/protocol";
import { defineTool, type ToolReturn } from "../src/index.ts";
import { contextWith } from "./context.ts";

function toolReturning(returned: unknown) {
  return defineTool({
    name: "forecast",
    description: "",
    effect: "reads",
    input: z.object({}),
    run: () => returned as ToolReturn,
  });
}

const outcomeOf = (returned: unknown): Promise<ToolOutcome> =>
  toolReturning(returned).call({}, contextWith());
const text = (words: string) => ({ type: "text", text: words }) as const;

describe("a tool may return", () => {
  it.each([
    ["a string", "Sunny.", { content: [text("Sunny.")] }],
    ["an object with nothing but a text", { text: "Sunny." }, { content: [text("Sunny.")] }],
    ["a list of parts", [text("a"), text("b")], { content: [text("a"), text("b")] }],
    ["an output", { content: [text("a")], artifacts: [] }, { content: [text("a")], artifacts: [] }],
    [
      "an output with a value of its own",
      { content: [text("21 degrees")], structured: { celsius: 21 } },
      { content: [text("21 degrees")], structured: { celsius: 21 } },
    ],
  ])("%s", async (_, returned, outcome) => {
    expect(await outcomeOf(returned)).toEqual(outcome);
  });

  it.each([
    ["an object", { celsius: 21, sky: ["clear"] }],
    ["a list", [1, 2, 3]],
    ["an empty list", []],
    ["a number", 21],
    ["false", false],
    ["null", null],
    ["an object that has a kind", { kind: "sunny" }],
    ["an object of a failure's kind and another form", { kind: "failed", at: "noon" }],
    ["an object of a failure's form and more", { kind: "failed", message: "x", code: 3 }],
    ["an object with a content that is no list of parts", { content: "clear" }],
    ["an object with a content of parts and more", { content: [text("a")], title: "Sky" }],
    ["an object with a text and more", { text: "clear", celsius: 21 }],
    ["a list in which one item is no part", [text("a"), { type: "image" }]],
  ])("any JSON value, %s say, which the model reads as JSON", async (_, value) => {
    expect(await outcomeOf(value)).toEqual({ content: [text(JSON.stringify(value))], structured: value });
  });

  it.each<ToolFailure>([
    { kind: "failed", message: "No station there." },
    { kind: "failed", message: "No station there.", hint: "Try Oslo." },
    { kind: "denied", by: "policy", reason: "closed" },
    { kind: "timed-out", afterMs: 5, partial: "" },
    { kind: "interrupted", started: true, partial: "" },
    { kind: "invalid-input", issues: ["no such city"] },
    { kind: "unknown-tool", available: ["a"] },
    { kind: "malformed-input", problem: "not-json", raw: "{" },
    { kind: "incomplete-reply", stop: "length" },
    { kind: "unknown-outcome", partial: "" },
  ])("a failure: $kind", async (failure) => {
    expect(await outcomeOf(failure)).toEqual(failure);
  });
});

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

it.each([
  ["nothing", undefined, "the value is undefined"],
  ["a function", { later: () => 1 }, "/later is a function"],
  ["a cycle", cycle, "/self contains itself"],
  ["a BigInt", { count: 1n }, "/count is a BigInt"],
  ["a date", { at: new Date(0) }, "/at is an object of the class Date"],
])("a tool that returns %s fails, and the model is told where and to check", async (_, returned, problem) => {
  expect(await outcomeOf(returned)).toEqual({
    kind: "failed",
    message: `"forecast" ran, but returned a value that is not JSON: ${problem}.`,
    hint: "The result is lost, but its side effects are not: check them before you call it again.",
  });
});

it("a long value is clipped for the model and kept whole", async () => {
  const value = { rows: Array.from({ length: 20_000 }, (_, row) => ({ row })) };
  const outcome = await outcomeOf(value);
  expect(outcome).toMatchObject({ structured: value });
  expect(JSON.stringify("content" in outcome && outcome.content).length).toBeLessThan(50_000);
});
