import { describe, expect, it } from "vitest";
import { fetchOf } from "@skein/provider-conformance/servers";
import { outcomeOf, sse } from "./replies.ts";

const mebi = 1_048_576;

function chat(delta: object): object {
  return { id: "x", choices: [{ index: 0, delta, finish_reason: null }] };
}

function args(text: string): object {
  return { type: "response.function_call_arguments.delta", output_index: 0, delta: text };
}

const head = { id: "fc_0", type: "function_call", call_id: "c", name: "look", arguments: "" };

/** The number of characters in the reply. */
async function read(api: "chat" | "responses", sent: readonly unknown[]): Promise<number> {
  const bytes = sse(sent);
  const { events, error } = await outcomeOf({ api, fetch: fetchOf(bytes, 16_384) });
  expect(error).toBeUndefined();
  const sizes = events.map((event) => ("delta" in event ? event.delta.length : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe("a very long reply", () => {
  it("of many deltas is read", async () => {
    const deltas = Array.from({ length: 100_000 }, () => chat({ content: "word " }));
    expect(await read("chat", [...deltas, "[DONE]"])).toBe(500_000);
  });

  it("with one huge delta, or arguments in very many pieces, is read", async () => {
    const huge = await read("chat", [chat({ content: "x".repeat(8 * mebi) }), "[DONE]"]);
    expect(huge).toBe(8 * mebi);
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
    expect(long).toBe(input.length);
  });

  it("whose calls are named again in every piece is read once", async () => {
    const named = (text: string) =>
      chat({ tool_calls: [{ index: 0, function: { name: "look", arguments: text } }] });
    const pieces = Array.from({ length: 40_000 }, () => named("{}"));
    const end = { id: "x", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };
    const sent = [named('{"at":"'), ...pieces, named('"}'), end, "[DONE]"];
    expect(await read("chat", sent)).toBe(80_009);
  });
});
