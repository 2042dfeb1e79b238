import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { anthropicStream } from "@skein/provider-conformance/servers";
import { requestOf, user } from "@skein/test-kit";
import { wireName } from "../src/request/tools.ts";
import { decoded, fixture, framed, opening } from "./replies.ts";

const parts = (events: readonly ModelEvent[]): AssistantPart[] =>
  events.flatMap((event) => (event.type === "part-end" ? [event.content] : []));
const sidecar = (data: unknown): unknown => ({ provider: "anthropic", model: "demo-1", data });

const closing = (stop: string | null) => [
  { type: "message_delta", delta: { stop_reason: stop }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];
const tool = (index: number, id: string, ...json: string[]) => [
  { type: "content_block_start", index, content_block: { type: "tool_use", id, name: "edit", input: {} } },
  ...json.map((partial_json) => ({
    type: "content_block_delta",
    index,
    delta: { type: "input_json_delta", partial_json },
  })),
  { type: "content_block_stop", index },
];

describe("a reply with text and one tool call", () => {
  it.each([1, 3, 64, 65_536])("reads the same whatever the network cuts (%i bytes a chunk)", async (cut) => {
    const events = await decoded(await fixture("text-then-tool.sse"), [cut]);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(events[0]).toEqual({ type: "message-start", modelId: "demo-1-20260101", requestId: "req_1" });
    expect(parts(events)).toEqual([
      { type: "text", text: "Lösung – I will look 🔍" },
      { type: "tool-call", id: "toolu_own1", name: "read_file", input: { path: "a.txt" } },
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "message-end",
      stop: "tool-calls",
      rawStop: "tool_use",
      usage: { input: 12, output: 31, cacheRead: 3, cacheWrite: 0, reasoning: 5 },
      rawUsage: { input_tokens: 12, output_tokens: 31 },
    });
  });

  it("reads the same with CRLF and a byte-order mark", async () => {
    const bytes = await fixture("text-then-tool.sse");
    const windows = `\uFEFF${bytes.toString("utf8").replaceAll("\n", "\r\n")}`;
    expect(await decoded(windows, [5])).toEqual(await decoded(bytes));
  });

  it("takes counters from the start of the reply where its end says null", async () => {
    const end = {
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { input_tokens: null, output_tokens: 4 },
    };
    const events = await decoded(framed(opening, end, { type: "message_stop" }));
    expect(events.at(-1)).toMatchObject({
      usage: { input: 5, output: 4 },
      rawUsage: { input_tokens: 5, output_tokens: 4 },
    });
  });

  it("does not take the first tokens, counted at the start, for all of the reply", async () => {
    const end = { type: "message_delta", delta: { stop_reason: "end_turn" } };
    const last = (await decoded(framed(opening, end, { type: "message_stop" }))).at(-1);
    expect(last).toMatchObject({ type: "message-end", usage: { input: 5 } });
    expect(last).not.toHaveProperty("usage.output");
  });

  it("names the call as soon as it is known", async () => {
    const events = await decoded(await fixture("text-then-tool.sse"));
    expect(events).toContainEqual({ type: "part-start", part: 1, kind: "tool-call", name: "read_file" });
  });
});

describe("thoughts and the vendor's own tools", () => {
  it("come with what is needed to send them back", async () => {
    const events = await decoded(await fixture("thinking-and-server-tool.sse"), [7]);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts(events)).toEqual([
      { type: "thinking", text: "Let me search.", sidecar: sidecar({ signature: "c2lnbmVk" }) },
      { type: "thinking", text: "", sidecar: sidecar({ redacted: "ZW5jcnlwdGVk" }) },
      {
        type: "opaque",
        sidecar: sidecar({
          type: "server_tool_use",
          id: "srvtoolu_own",
          name: "web_search",
          input: { query: "geese" },
        }),
      },
      {
        type: "opaque",
        sidecar: sidecar({
          type: "web_search_tool_result",
          tool_use_id: "srvtoolu_own",
          content: [
            {
              type: "web_search_result",
              url: "https://example.com",
              title: "Geese",
              encrypted_content: "eHl6",
            },
          ],
        }),
      },
      {
        type: "text",
        text: "Geese fly.",
        sidecar: sidecar({
          citations: [
            {
              type: "web_search_result_location",
              url: "https://example.com",
              cited_text: "Geese fly",
              encrypted_index: "aWR4",
            },
          ],
        }),
      },
    ]);
    expect(events.at(-1)).toMatchObject({ stop: "paused", usage: { input: 9, output: 20 } });
    expect(events.at(-1)).not.toHaveProperty("usage.cacheRead");
  });

  it("of unknown kinds are kept unchanged", async () => {
    const block = { type: "next_years_block", content: null, list: [1] };
    const stream = framed(
      opening,
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta: { type: "new_delta", content: "a" } },
      { type: "content_block_delta", index: 0, delta: { type: "new_delta", content: "b" } },
      { type: "content_block_stop", index: 0 },
      { type: "next_years_event", anything: true },
      ...closing("next_years_stop"),
    );
    const events = await decoded(stream);
    expect(parts(events)).toEqual([{ type: "opaque", sidecar: sidecar({ ...block, content: "ab" }) }]);
    expect(events.at(-1)).toMatchObject({ stop: "other", rawStop: "next_years_stop" });
  });
});

describe("any reply", () => {
  const part: fc.Arbitrary<AssistantPart> = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }).map((text) => ({ type: "text" as const, text })),
    fc.record({
      type: fc.constant("tool-call" as const),
      id: fc.uuid(),
      name: fc.constantFrom("a", "b_c"),
      input: fc
        .dictionary(fc.string(), fc.jsonValue())
        .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, string>),
    }),
  );

  it("comes out as it went in, wherever the network cuts it", async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.array(part, { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (content, sizes, deltaSize) => {
          const events = await decoded(anthropicStream(content, { deltaSize }), sizes);
          expect(streamLawBreaks(events)).toEqual([]);
          expect(parts(events)).toEqual(content);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ["end_turn", "answered"],
    ["stop_sequence", "answered"],
    ["tool_use", "tool-calls"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "refused"],
    ["pause_turn", "paused"],
    ["constructor", "other"],
  ])("that stops with %s is %s", async (rawStop, stop) => {
    expect((await decoded(framed(opening, ...closing(rawStop)))).at(-1)).toMatchObject({ stop, rawStop });
  });
});

describe("the arguments of a call", () => {
  it("are empty when none came", async () => {
    expect(parts(await decoded(framed(opening, ...tool(0, "t"), ...closing("tool_use"))))).toEqual([
      { type: "tool-call", id: "t", name: "edit", input: {} },
    ]);
  });

  it.each([
    ["are cut off when the output limit is reached", "max_tokens", "cut-off"],
    ["are not JSON when the reply went on without them", "tool_use", "not-json"],
  ])("%s", async (_, stop, problem) => {
    const raw = '{"path":"a","content":"hel';
    const events = await decoded(
      framed(opening, ...tool(0, "t", raw), ...tool(1, "u", "{}"), ...closing(stop)),
    );
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts(events)).toContainEqual({ type: "tool-call", id: "t", name: "edit", raw, problem });
    expect(parts(events)).toContainEqual({ type: "tool-call", id: "u", name: "edit", input: {} });
  });

  it("may come whole with the start of the block", async () => {
    const block = { type: "tool_use", id: "t", name: "edit", input: { a: 1 } };
    const stream = framed(
      opening,
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_stop", index: 0 },
      ...closing("tool_use"),
    );
    expect(parts(await decoded(stream))).toEqual([
      { type: "tool-call", id: "t", name: "edit", input: { a: 1 } },
    ]);
  });

  it.each(["[]", '"s"', "42"])("may be %s: the tool's check decides", async (raw) => {
    expect(parts(await decoded(framed(opening, ...tool(0, "t", raw), ...closing("tool_use"))))).toEqual([
      { type: "tool-call", id: "t", name: "edit", input: JSON.parse(raw) as unknown },
    ]);
  });

  it("belong to calls that come back under the name the tool has", async () => {
    const tools = [{ name: "my.server/do it", description: "", inputSchema: {} }];
    const name = wireName("my.server/do it");
    const stream = anthropicStream([{ type: "tool-call", id: "t1", name, input: {} }]);
    const events = await decoded(stream, [64], requestOf([user("a")], { tools }));
    expect(parts(events)).toMatchObject([{ name: "my.server/do it" }]);
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
  });

  it("belong to calls with ids of their own, even when the vendor sends none or one twice", async () => {
    const stream = framed(
      opening,
      ...tool(0, "dup"),
      ...tool(1, "dup"),
      ...tool(2, ""),
      ...closing("tool_use"),
    );
    const ids = parts(await decoded(stream)).map((content) =>
      content.type === "tool-call" ? content.id : "",
    );
    expect(ids).toEqual(["dup", "dup_2", "msg_1_2"]);
  });
});

describe("a damaged or large stream", () => {
  it("that two attempts were spliced into keeps both, the open call as cut off", async () => {
    const stream = framed(
      opening,
      ...tool(0, "first", '{"value":"Spark').slice(0, -1),
      { ...opening, message: { ...opening.message, id: "msg_2" } },
      ...tool(0, "second", '{"value":1}'),
      ...closing("tool_use"),
    );
    const events = await decoded(stream);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts(events)).toEqual([
      { type: "tool-call", id: "first", name: "edit", raw: '{"value":"Spark', problem: "cut-off" },
      { type: "tool-call", id: "second", name: "edit", input: { value: 1 } },
    ]);
  });

  it("whose blocks were not closed is closed at its end, unsigned thoughts without a sidecar", async () => {
    const stream = framed(
      opening,
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      ...closing("end_turn"),
    );
    const events = await decoded(stream);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts(events)).toEqual([{ type: "thinking", text: "hm" }]);
  });

  it.each([
    ["a delta out of nowhere", framed(opening, { type: "content_block_delta", index: 3, delta: {} })],
    ["a block before the start", framed(...tool(0, "t"))],
    ["an end without a reason", framed(opening, ...closing(null))],
    ["data that is no JSON", `${framed(opening)}event: content_block_start\ndata: {"type":\n\n`],
  ])("with %s is a bad stream that may be tried again", async (_, stream) => {
    await expect(decoded(stream)).rejects.toMatchObject({ code: "bad-stream", retryable: true });
  });

  it("is read whole: 8 MB in one delta, 200,000 small ones", async () => {
    const large = await decoded(
      anthropicStream([{ type: "text", text: "x".repeat(8_000_000) }], { deltaSize: 8_000_000 }),
      [16_384],
    );
    expect(parts(large)[0]).toHaveProperty("text.length", 8_000_000);
    const many = await decoded(
      anthropicStream([{ type: "text", text: "ab".repeat(200_000) }], { deltaSize: 2 }),
      [16_384],
    );
    expect(parts(many)[0]).toHaveProperty("text.length", 400_000);
  });
});

describe.each([[null], [""]])("a reply whose reason to stop is %j", (reason) => {
  const said = [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "Hi" } },
    { type: "content_block_stop", index: 0 },
  ];

  it("is a whole text, or whole calls", async () => {
    const text = await decoded(framed(opening, ...said, ...closing(reason)));
    expect(text.at(-1)).toMatchObject({ stop: "answered", rawStop: "" });
    const calls = await decoded(framed(opening, ...said, ...tool(1, "t", '{"at":1}'), ...closing(reason)));
    expect(calls.at(-1)).toMatchObject({ stop: "tool-calls", rawStop: "" });
    const open = await decoded(framed(opening, ...tool(0, "t", '{"at":1}').slice(0, -1), ...closing(reason)));
    expect(open.at(-1)).toMatchObject({ stop: "tool-calls", rawStop: "" });
  });

  it.each([
    ["cut arguments", tool(0, "t", '{"at":')],
    ["cut arguments and no end of the block", tool(0, "t", '{"at":').slice(0, -1)],
    ["arguments that may go on", tool(0, "t", "4")],
    ["no arguments", tool(0, "t")],
    ["a cut call before a whole one", [...tool(0, "a", '{"at":').slice(0, -1), ...tool(0, "b", "{}")]],
  ])("fails with %s", async (_, events) => {
    await expect(decoded(framed(opening, ...said, ...events, ...closing(reason)))).rejects.toMatchObject({
      code: "bad-stream",
      retryable: true,
    });
  });
});

describe("content that stands in the start of the reply", () => {
  const sse = (...events: readonly { readonly type: string }[]) =>
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  const begun = (content: readonly object[], rest: object = {}) => ({
    type: "message_start",
    message: { id: "msg_1", model: "demo-1", content, usage: { input_tokens: 5, output_tokens: 1 }, ...rest },
  });
  const over = [
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 8 } },
    { type: "message_stop" },
  ];
  const said = { type: "text", text: "All of it" };
  const asked = { type: "tool_use", id: "toolu_1", name: "look", input: { at: "a" } };

  it("is the reply where no other event brings it", async () => {
    const events = await decoded(sse(begun([said, asked]), ...over));
    expect(streamLawBreaks(events)).toEqual([]);
    expect(parts(events)).toEqual([
      said,
      { type: "tool-call", id: "toolu_1", name: "look", input: { at: "a" } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "message-end", usage: { input: 5, output: 8 } });
  });

  it("counts with its own counters when its reason to stop stands there too", async () => {
    const whole = { stop_reason: "end_turn", usage: { input_tokens: 5, output_tokens: 9 } };
    const events = await decoded(sse(begun([said], whole), { type: "message_stop" }));
    expect(parts(events)).toEqual([said]);
    expect(events.at(-1)).toMatchObject({ rawStop: "end_turn", usage: { input: 5, output: 9 } });
  });

  it("is said once when the events bring it again, and before what they add", async () => {
    const again = [
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "All of it" } },
      { type: "content_block_stop", index: 0 },
    ];
    expect(parts(await decoded(sse(begun([said]), ...again, ...over)))).toEqual([said]);
    const more = again.map((event) => ({ ...event, index: 1 }));
    const both = await decoded(sse(begun([{ type: "text", text: "First. " }]), ...more, ...over));
    expect(streamLawBreaks(both)).toEqual([]);
    expect(parts(both)).toEqual([{ type: "text", text: "First. " }, said]);
  });
});
