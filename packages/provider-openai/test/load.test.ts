import { describe, expect, it } from "vitest";
import { fetchOf } from "@skein/test-kit";
import { outcomeOf, sse } from "./replies.ts";

const mebi = 1_048_576;

function chat(delta: object): object {
  return { id: "x", choices: [{ index: 0, delta, finish_reason: null }] };
}

function args(text: string): object {
  return { type: "response.function_call_arguments.delta", output_index: 0, delta: text };
}

const head = { id: "fc_0", type: "function_call", call_id: "c", name: "look", arguments: "" };

/** How long it took, and how much was said. */
async function read(
  api: "chat" | "responses",
  sent: readonly unknown[],
): Promise<{ readonly ms: number; readonly characters: number }> {
  const bytes = sse(sent);
  const before = performance.now();
  const { events, error } = await outcomeOf({ api, fetch: fetchOf(bytes, 16_384) });
  const ms = performance.now() - before;
  expect(error).toBeUndefined();
  const sizes = events.map((event) => ("delta" in event ? event.delta.length : 0));
  return { ms, characters: sizes.reduce((sum, size) => sum + size, 0) };
}

describe("a very long reply", () => {
  it("of many deltas takes time in proportion", async () => {
    const text = (count: number) => [
      ...Array.from({ length: count }, () => chat({ content: "word " })),
      "[DONE]",
    ];
    await read("chat", text(20_000));
    const short = await read("chat", text(20_000));
    const long = await read("chat", text(100_000));
    expect(long.characters).toBe(500_000);
    expect(long.ms).toBeLessThan(Math.max(short.ms, 20) * 15);
  });

  it("with one huge delta, or arguments in very many pieces, is read", async () => {
    const huge = await read("chat", [chat({ content: "x".repeat(8 * mebi) }), "[DONE]"]);
    expect(huge.characters).toBe(8 * mebi);
    const pieces = Array.from({ length: 40_000 }, () => "x".repeat(50));
    const input = `{"at":"${pieces.join("")}"}`;
    const ended = { type: "response.output_item.done", output_index: 0, item: { ...head, arguments: input } };
    const start = { type: "response.output_item.added", output_index: 0, item: head };
    const end = { type: "response.completed", response: { status: "completed", output: [] } };
    const long = await read("responses", [
      start,
      args('{"at":"'),
      ...pieces.map(args),
      args('"}'),
      ended,
      end,
    ]);
    expect(long.characters).toBe(input.length);
  });

  it("whose calls are named again in every piece is read once", async () => {
    const named = (text: string) =>
      chat({ tool_calls: [{ index: 0, function: { name: "look", arguments: text } }] });
    const pieces = Array.from({ length: 40_000 }, () => named("{}"));
    const end = { id: "x", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };
    const { ms } = await read("chat", [named('{"at":"'), ...pieces, named('"}'), end, "[DONE]"]);
    expect(ms).toBeLessThan(4000);
  });
});
