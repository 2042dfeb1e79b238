import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { bedrockFrames, type BedrockEvent } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { requestOf, user } from "@skein/test-kit";
import {
  callStart,
  close,
  counted,
  decoded,
  decodedBytes,
  hello,
  input,
  modelId,
  start,
  stop,
  text,
  thought,
} from "./replies.ts";

const own = (data: unknown) => ({ sidecar: { provider: "bedrock", model: modelId, data } });
const usage = counted({
  inputTokens: 12,
  outputTokens: 31,
  totalTokens: 50,
  cacheReadInputTokens: 3,
  cacheWriteInputTokens: 4,
});

describe("a reply with thoughts, text and two calls", () => {
  const events: readonly BedrockEvent[] = [
    start,
    thought(0, { text: "Two files " }),
    thought(0, { text: "– Lösung 🔍" }),
    thought(0, { signature: "c2ln" }),
    close(0),
    text(1, "I read both."),
    close(1),
    callStart(2, "tooluse_a", "read_file"),
    input(2, '{"path":'),
    input(2, '"a.txt"}'),
    close(2),
    callStart(3, "tooluse_b", "list"),
    close(3),
    stop("tool_use"),
    usage,
  ];

  it.each([1, 3, 64, 65_536])("reads the same whatever the network cuts (%i bytes a chunk)", async (size) => {
    const read = await decodedBytes(bedrockFrames(events), size);
    expect(streamLawBreaks(read)).toEqual([]);
    expect(read[0]).toEqual({ type: "message-start", modelId, requestId: "req_1" });
    expect(partsOf(read)).toEqual([
      { type: "thinking", text: "Two files – Lösung 🔍", ...own({ signature: "c2ln" }) },
      { type: "text", text: "I read both." },
      { type: "tool-call", id: "tooluse_a", name: "read_file", input: { path: "a.txt" } },
      { type: "tool-call", id: "tooluse_b", name: "list", input: {} },
    ]);
    expect(read.at(-1)).toEqual({
      type: "message-end",
      stop: "tool-calls",
      rawStop: "tool_use",
      usage: { input: 12, output: 31, cacheRead: 3, cacheWrite: 4 },
      rawUsage: {
        inputTokens: 12,
        outputTokens: 31,
        totalTokens: 50,
        cacheReadInputTokens: 3,
        cacheWriteInputTokens: 4,
      },
    });
  });
});

describe("sealed thoughts", () => {
  it("are kept, also when they come in pieces of base64", async () => {
    const pieces = [Buffer.from("one"), Buffer.from("twelve")].map((bytes) => bytes.toString("base64"));
    const read = await decoded([
      start,
      ...pieces.map((redactedContent) => thought(0, { redactedContent })),
      close(0),
      stop("end_turn"),
      usage,
    ]);
    const redacted = Buffer.from("onetwelve").toString("base64");
    expect(partsOf(read)).toEqual([{ type: "thinking", text: "", ...own({ redacted }) }]);
  });

  it.each([
    ["signature", { signature: "c2" }],
    ["sealed content", { redactedContent: Buffer.from("one").toString("base64") }],
  ])("with an incomplete %s are not sent back", async (_, data) => {
    const read = await decoded([
      start,
      thought(0, { text: "hm" }),
      thought(0, data),
      stop("max_tokens"),
      usage,
    ]);
    expect(partsOf(read)).toEqual([{ type: "thinking", text: "hm" }]);
  });
});

describe("a call", () => {
  const one = (pieces: readonly string[], reason: string, closed = true) =>
    decoded([
      start,
      callStart(0, "tooluse_1", "sh"),
      ...pieces.map((piece) => input(0, piece)),
      ...(closed ? [close(0)] : []),
      stop(reason),
      usage,
    ]);

  it.each([
    ['{"cmd":"ls', "max_tokens", { raw: '{"cmd":"ls', problem: "cut-off" }],
    ['{"cmd":"ls', "tool_use", { raw: '{"cmd":"ls', problem: "not-json" }],
    ["{cmd: ls}", "tool_use", { raw: "{cmd: ls}", problem: "not-json" }],
    ['{"cmd":"ls', "malformed_tool_use", { raw: '{"cmd":"ls', problem: "cut-off" }],
    ["", "max_tokens", { raw: "", problem: "cut-off" }],
    ['{"cmd":"ls"}', "max_tokens", { input: { cmd: "ls" } }],
  ])("with %s, ended by %s, is never repaired", async (raw, reason, content) => {
    const read = await one([raw], reason);
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toEqual([{ type: "tool-call", id: "tooluse_1", name: "sh", ...content }]);
  });

  it("that was not closed is cut off", async () => {
    expect(partsOf(await one(['{"a":'], "tool_use", false))).toMatchObject([{ problem: "cut-off" }]);
  });

  it("without id or index is kept, and ids are unlike", async () => {
    const read = await decoded([
      start,
      ["contentBlockStart", { start: { toolUse: { name: "sh" } } }],
      ["contentBlockDelta", { delta: { toolUse: { input: '{"n":1}' } } }],
      ["contentBlockStop", {}],
      callStart(1, "same", "sh"),
      close(1),
      callStart(2, "same", "sh"),
      close(2),
      ["messageStop", { stopReason: "tool_use" }],
      usage,
    ]);
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toMatchObject([
      { id: "call_0", name: "sh", input: { n: 1 } },
      { id: "same", input: {} },
      { id: "same_2", input: {} },
    ]);
    expect(read.at(-1)).toMatchObject({ stop: "tool-calls", rawStop: "tool_use" });
  });

  it("comes back under the tool's own name", async () => {
    const name = "files__read a file / with a long name that no wire takes as it is, not even in part";
    const tools = [{ name, description: "", inputSchema: { type: "object" } }];
    const request = requestOf([user("Hello")], { tools });
    const { wireName } = await import("../src/request/tools.ts");
    const read = await decoded(
      [start, callStart(0, "t", wireName(name)), close(0), stop("tool_use"), usage],
      request,
    );
    expect(wireName(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(partsOf(read)).toMatchObject([{ name }]);
  });

  it("whose name never came is a broken stream", async () => {
    await expect(decoded([start, input(0, "{}"), close(0), stop("tool_use")])).rejects.toMatchObject({
      code: "bad-stream",
      retryable: true,
    });
  });
});

describe("what the vendor ran itself", () => {
  it("is kept whole, and is no call of ours", async () => {
    const read = await decoded([
      start,
      [
        "contentBlockStart",
        {
          contentBlockIndex: 0,
          start: { toolUse: { toolUseId: "s1", name: "interpreter", type: "server_tool_use" } },
        },
      ],
      input(0, '{"code":"1+1"}'),
      close(0),
      [
        "contentBlockStart",
        {
          contentBlockIndex: 1,
          start: { toolResult: { toolUseId: "s1", status: "success", type: "interpreter_result" } },
        },
      ],
      ["contentBlockDelta", { contentBlockIndex: 1, delta: { toolResult: [{ json: { out: "2" } }] } }],
      close(1),
      text(2, "Two."),
      close(2),
      stop("end_turn"),
      usage,
    ]);
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toEqual([
      {
        type: "opaque",
        ...own({
          toolUse: { toolUseId: "s1", name: "interpreter", type: "server_tool_use", input: { code: "1+1" } },
        }),
      },
      {
        type: "opaque",
        ...own({
          toolResult: {
            toolUseId: "s1",
            status: "success",
            type: "interpreter_result",
            content: [{ json: { out: "2" } }],
          },
        }),
      },
      { type: "text", text: "Two." },
    ]);
    expect(read.at(-1)).toMatchObject({ stop: "answered" });
  });

  it("may cite, and what it cites stays with the text", async () => {
    const citation = { title: "facts", location: { documentChar: { documentIndex: 0, start: 0, end: 9 } } };
    const read = await decoded([
      start,
      ["contentBlockDelta", { contentBlockIndex: 0, delta: { citation } }],
      text(0, "Ruby."),
      close(0),
      stop("end_turn"),
      usage,
    ]);
    expect(partsOf(read)).toEqual([{ type: "text", text: "Ruby.", ...own({ citations: [citation] }) }]);
  });
});

describe("the reason for the end", () => {
  it.each([
    ["end_turn", "answered"],
    ["stop_sequence", "answered"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["guardrail_intervened", "refused"],
    ["content_filtered", "refused"],
    ["something_of_next_year", "other"],
  ])("%s is %s", async (reason, expected) => {
    const read = await decoded([start, text(0, "a"), close(0), stop(reason), usage]);
    expect(read.at(-1)).toMatchObject({ stop: expected, rawStop: reason });
  });

  it.each([["malformed_model_output"], ["malformed_tool_use"]])(
    "%s with nothing to answer is tried again",
    async (reason) => {
      await expect(decoded([start, text(0, "a"), close(0), stop(reason), usage])).rejects.toMatchObject({
        code: "bad-stream",
        retryable: true,
        message: expect.stringContaining("malformed") as string,
      });
    },
  );
});

describe.each([[["messageStop", {}]], [stop("")]] as const)("a reply that ends with %j", (end) => {
  const made = (index: number, ...pieces: readonly string[]) => [
    callStart(index, `t${index}`, "sh"),
    ...pieces.map((piece) => input(index, piece)),
  ];

  it("is a whole text, or whole calls", async () => {
    const said = await decoded([start, text(0, "Hi"), close(0), end, usage]);
    expect(said.at(-1)).toMatchObject({ stop: "answered", rawStop: "" });
    const calls = await decoded([start, text(0, "Hi"), ...made(1, '{"cmd":', '"ls"}'), close(1), end, usage]);
    expect(calls.at(-1)).toMatchObject({ stop: "tool-calls", rawStop: "" });
  });

  it.each<[string, readonly BedrockEvent[]]>([
    ["nothing", []],
    ["cut arguments", [...made(0, '{"cmd":'), close(0)]],
    ["cut arguments and no end of the block", made(0, '{"cmd":')],
    ["no arguments", [...made(0), close(0)]],
    ["a cut call before a whole one", [...made(0, '{"cmd":'), ...made(0, "{}"), close(0)]],
  ])("fails with %s", async (_, events) => {
    await expect(decoded([start, ...events, end, usage])).rejects.toMatchObject({
      code: "bad-stream",
      retryable: true,
    });
  });
});

describe("events", () => {
  it("of unknown kinds and padding are skipped", async () => {
    const noise: BedrockEvent = ["somethingNew", { p: "abc" }];
    const padded = hello.flatMap(([name, payload]): BedrockEvent[] => [
      noise,
      [name, { p: "abcdef", ...(payload as object) }],
    ]);
    expect(await decoded(padded)).toEqual(await decoded(hello));
  });

  it("of several open blocks may interleave", async () => {
    const read = await decoded([
      start,
      callStart(0, "a", "sh"),
      callStart(1, "b", "sh"),
      input(1, '{"n":'),
      input(0, '{"n":'),
      input(1, "2}"),
      input(0, "1}"),
      close(1),
      close(0),
      stop("tool_use"),
      usage,
    ]);
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toMatchObject([
      { id: "a", input: { n: 1 } },
      { id: "b", input: { n: 2 } },
    ]);
  });

  it("behind the end, or before the beginning, break the stream", async () => {
    await expect(decoded([input(0, "{}"), ...hello])).rejects.toMatchObject({ code: "bad-stream" });
    await expect(decoded([start, stop("end_turn"), text(0, "more")])).rejects.toMatchObject({
      code: "bad-stream",
    });
  });

  it("in any order give a lawful stream or a failure", async () => {
    const kinds: readonly BedrockEvent[] = [
      start,
      text(0, "a"),
      text(1, "b"),
      thought(0, { text: "t" }),
      thought(1, { signature: "s" }),
      callStart(0, "x", "sh"),
      callStart(1, "x", "sh"),
      input(0, "{}"),
      input(1, '{"a'),
      close(0),
      close(1),
      stop("tool_use"),
      stop("max_tokens"),
      usage,
      ["contentBlockStart", {}],
      ["contentBlockDelta", { delta: null }],
      ["contentBlockDelta", { contentBlockIndex: 2, delta: { image: { source: {} } } }],
      ["metadata", { usage: null }],
    ];
    await checkProperty(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 14 }), async (middle) => {
        const outcome = await decoded([start, ...middle]).then(streamLawBreaks, (error: unknown) =>
          ProviderError.is(error) && error.code === "bad-stream" ? [] : error,
        );
        expect(outcome).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });
});

describe("a reply without messageStart", () => {
  it.each<[string, readonly BedrockEvent[]]>([
    ["text", [text(0, "Hello"), close(0)]],
    ["a call", [callStart(0, "tooluse_1", "sh"), close(0)]],
  ])("begins with %s", async (_, events) => {
    const read = await decoded([...events, stop("end_turn"), usage]);
    expect(streamLawBreaks(read)).toEqual([]);
    expect(partsOf(read)).toHaveLength(1);
    expect(read.at(-1)).toMatchObject({ type: "message-end", usage: { input: 12, output: 31 } });
  });

  it("is none when it brings nothing but its end", async () => {
    await expect(decoded([stop("end_turn"), usage])).rejects.toMatchObject({ code: "bad-stream" });
  });
});
