import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lines, outcomeOf } from "./replies.ts";

const ndjson = { "content-type": "application/x-ndjson" };

function reading(text: string, cut = 64) {
  return outcomeOf({ fetch: fetchOf(Buffer.from(text), cut, 200, ndjson) });
}

async function endOf(text: string) {
  const { events, error } = await reading(text);
  expect(error).toBeUndefined();
  expect(streamLawBreaks(events)).toEqual([]);
  return { parts: partsOf(events), end: events.at(-1) };
}

const call = (name: string, input: unknown, rest: object = {}) => ({
  tool_calls: [{ ...rest, function: { name, arguments: input } }],
});

describe("a reply of lines", () => {
  const rich = lines([
    { thinking: "Hm, " },
    { thinking: "schön" },
    { content: "I will " },
    { content: "look 🔍" },
    call("look", { path: "a/ä.txt" }, { id: "call_1" }),
    call("look", {}),
  ]);

  it("is thoughts, text and calls, in their order", async () => {
    const { parts, end } = await endOf(rich);
    expect(parts).toEqual([
      { type: "thinking", text: "Hm, schön" },
      { type: "text", text: "I will look 🔍" },
      { type: "tool-call", id: "call_1", name: "look", input: { path: "a/ä.txt" } },
      { type: "tool-call", id: expect.stringMatching(/^call_/) as string, name: "look", input: {} },
    ]);
    expect(end).toEqual({
      type: "message-end",
      stop: "tool-calls",
      rawStop: "stop",
      usage: { input: 7, output: 3, prompt: 7 },
      rawUsage: { total_duration: 5, prompt_eval_count: 7, eval_count: 3 },
    });
  });

  it("is the same wherever the network cuts it, and with CRLF", async () => {
    const whole = await reading(rich, 65_536);
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    await checkProperty(
      fc.asyncProperty(sizes, fc.boolean(), async (cuts, returns) => {
        const bytes = Buffer.from(returns ? rich.replaceAll("\n", "\r\n\r\n") : rich);
        const cut = await outcomeOf({ fetch: fetchOf(bytes, cuts, 200, ndjson) });
        expect(cut.error).toBeUndefined();
        expect(partsOf(cut.events)).toEqual(partsOf(whole.events));
        expect(cut.events.at(-1)).toEqual(whole.events.at(-1));
      }),
      { numRuns: 30 },
    );
  });

  it("needs no line feed behind its last line", async () => {
    expect((await endOf(rich.trimEnd())).parts).toHaveLength(4);
  });

  it("that comes whole, as JSON, is read as well", async () => {
    const body = {
      model: "demo:1b",
      message: { content: "Hi", thinking: "Hm" },
      done: true,
      done_reason: "stop",
    };
    const json = { "content-type": "application/json; charset=utf-8" };
    const { events, error } = await outcomeOf({
      fetch: fetchOf(Buffer.from(JSON.stringify(body)), 9, 200, json),
    });
    expect(error).toBeUndefined();
    expect(partsOf(events)).toEqual([
      { type: "thinking", text: "Hm" },
      { type: "text", text: "Hi" },
    ]);
    expect(events.at(-1)).toMatchObject({ stop: "answered", usage: {} });
  });

  it("that an output limit ended keeps a whole call and says of half a one that it was cut off", async () => {
    const text = lines([call("write", { a: 1 }), call("write", '{"a":')], { done_reason: "length" });
    const { parts, end } = await endOf(text);
    expect(parts).toMatchObject([{ input: { a: 1 } }, { raw: '{"a":', problem: "cut-off" }]);
    expect(end).toMatchObject({ stop: "length", rawStop: "length" });
  });

  it("keeps calls without a name, an id or an object, and runs none that does not parse", async () => {
    const odd = [call("", { a: 1 }), call("f", null), call("f", '{"a":1}'), call("f", "{a}"), call("f", [1])];
    const { parts } = await endOf(lines(odd));
    expect(parts).toMatchObject([
      { name: "", input: { a: 1 } },
      { input: {} },
      { input: { a: 1 } },
      { raw: "{a}", problem: "not-json" },
      { input: [1] },
    ]);
    expect(new Set(parts.map((part) => (part as { id: string }).id)).size).toBe(5);
  });

  it("gives a word of tomorrow back as it is, and takes none for the plain end", async () => {
    expect((await endOf(lines([{ content: "Hi" }], { done_reason: "unload" }))).end).toMatchObject({
      stop: "other",
      rawStop: "unload",
    });
    expect((await endOf(lines([{ content: "Hi" }], { done_reason: undefined }))).end).toMatchObject({
      stop: "answered",
      rawStop: "",
    });
  });
});

describe("a reply that is none", () => {
  const half = lines([{ content: "Hi" }, { content: " there" }])
    .split("\n")
    .slice(0, 2)
    .join("\n");

  it.each([
    ["ends before its last line", `${half}\n`, "bad-stream", true],
    ["ends within a line", `${half}\n{"model":"demo:1b","mess`, "bad-stream", true],
    ["has an error in it", `${half}\n{"error":"llama runner process has terminated"}\n`, "overloaded", true],
    ["is empty", "", "bad-stream", true],
    ["is no JSON", "hello\n", "bad-stream", true],
    ["is a page", "<html>hello</html>\n", "bad-stream", false],
  ])("%s: it fails", async (_, text, code, retryable) => {
    for (const cut of [1, 7, 65_536]) {
      const { events, error } = await reading(text, cut);
      expect(error).toMatchObject({ name: "ProviderError", code, retryable, provider: "ollama" });
      expect(streamLawBreaks(events, { cut: true })).toEqual([]);
    }
  });

  it("says what the server said", async () => {
    const { error } = await reading(
      '{"error":"model requires more system memory (9 GiB) than is available"}\n',
    );
    expect(error).toMatchObject({ message: expect.stringContaining("9 GiB") as string });
    expect((error as { hint?: string }).hint).toContain("smaller");
  });
});
