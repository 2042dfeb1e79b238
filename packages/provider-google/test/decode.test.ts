import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelEvent } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { googleStream } from "@skein/provider-conformance/servers";
import { outsideCases, requestOf, user } from "@skein/test-kit";
import { partsOf } from "@skein/provider-conformance/cases";
import { wireName } from "../src/request/tools.ts";
import { chunk, decoded, fixture, framed } from "./replies.ts";

const own = (data: { readonly [name: string]: unknown }) => ({
  provider: "google",
  model: "gemini-test",
  data,
});
const signed = (signature: string) => ({ sidecar: own({ signature }) });
const cuts = [1, 3, 64, 65_536];

async function read(name: string, size = 65_536): Promise<readonly ModelEvent[]> {
  const events = await decoded(await fixture(name), [size]);
  expect(streamLawBreaks(events)).toEqual([]);
  return events;
}

describe("a reply with thoughts, text and two calls", () => {
  it.each(cuts)("reads the same whatever the network cuts (%i bytes a chunk)", async (size) => {
    const events = await read("thought-then-calls.sse", size);
    expect(events[0]).toEqual({
      type: "message-start",
      modelId: "gemini-3.8-flash",
      requestId: "resp_own_1",
    });
    expect(partsOf(events)).toEqual([
      { type: "thinking", text: "**Looking**\n\nTwo files – Lösung 🔍 and then I compare." },
      { type: "text", text: "I read both." },
      {
        type: "tool-call",
        id: "fc_1",
        name: "read_file",
        input: { path: "a.txt" },
        ...signed("c2lnLW9uZQ=="),
      },
      { type: "tool-call", id: "resp_own_1_2", name: "read_file", input: { path: "b.txt" } },
    ]);
    expect(events.at(-1)).toEqual({
      type: "message-end",
      stop: "tool-calls",
      rawStop: "STOP",
      usage: { input: 40, output: 30, cacheRead: 1000, cacheWrite: 0, reasoning: 9 },
      rawUsage: {
        promptTokenCount: 1040,
        cachedContentTokenCount: 1000,
        candidatesTokenCount: 21,
        thoughtsTokenCount: 9,
        totalTokenCount: 1070,
      },
    });
  });
});

describe("a signature", () => {
  it("of an empty text at the end is a part of its own", async () => {
    expect(partsOf(await read("answer-with-signature-at-the-end.sse"))).toEqual([
      { type: "text", text: "They differ in one line." },
      { type: "text", text: "", ...signed("c2lnLXR3bw==") },
    ]);
  });

  it("parts what it came with from the text before and after", async () => {
    const sent = [
      chunk([{ text: "a" }, { text: "b", thoughtSignature: "S" }]),
      chunk([{ text: "c" }], "STOP"),
    ];
    expect(partsOf(await decoded(framed(sent)))).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b", ...signed("S") },
      { type: "text", text: "c" },
    ]);
  });

  it("of a thought stays with the thought", async () => {
    const sent = [chunk([{ text: "hm", thought: true, thoughtSignature: "S" }, { text: "Hi" }], "STOP")];
    expect(partsOf(await decoded(framed(sent)))).toEqual([
      { type: "thinking", text: "hm", ...signed("S") },
      { type: "text", text: "Hi" },
    ]);
  });
});

describe("calls", () => {
  const calls = async (...parts: readonly object[]) => partsOf(await decoded(framed([chunk(parts, "STOP")])));

  it("get ids of their own when they have none, or the same", async () => {
    const same = { functionCall: { name: "sh", id: "x" } };
    const none = { functionCall: { name: "sh", args: {} } };
    const ids = (await calls(same, same, none, none)).map((part) =>
      part.type === "tool-call" ? part.id : "",
    );
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toBe("x");
  });

  it("without arguments have an empty input", async () => {
    expect(await calls({ functionCall: { name: "sh" } })).toMatchObject([{ name: "sh", input: {} }]);
    expect(await calls({ functionCall: { name: "sh", args: null } })).toMatchObject([{ input: {} }]);
  });

  it.each([[[1]], ["{}"], [7]])("with the arguments %j are handed on as they are", async (args) => {
    expect(await calls({ functionCall: { name: "sh", args } })).toMatchObject([{ input: args }]);
  });

  it("never reach a prototype", async () => {
    const [part] = await calls({
      functionCall: { name: "sh", args: JSON.parse('{"__proto__":{"polluted":true}}') as unknown },
    });
    expect(Object.keys((part as { input: object }).input)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([2000, 200_000])("nested %i deep are broken, not run", async (depth) => {
    const args = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const bytes = framed([chunk([{ functionCall: { name: "sh", args: "ARGS" } }], "STOP")]).replace(
      '"ARGS"',
      args,
    );
    const events = await decoded(bytes);
    expect(partsOf(events)).toMatchObject([{ type: "tool-call", name: "sh", problem: "not-json" }]);
    expect(events.at(-1)).toMatchObject({ stop: "tool-calls" });
  });

  it("come back under the name the tool has", async () => {
    const tools = [{ name: "my server/do it", description: "", inputSchema: {} }];
    const name = wireName("my server/do it");
    const request = requestOf([user("a")], { tools });
    const events = await decoded(framed([chunk([{ functionCall: { name } }], "STOP")]), [64], request);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(partsOf(events)).toMatchObject([{ name: "my server/do it" }]);
  });

  it("without a name reach the loop, which tells the model", async () => {
    const events = await decoded(framed([chunk([{ functionCall: { args: { a: 1 } } }], "STOP")]));
    expect(streamLawBreaks(events)).toEqual([]);
    expect(partsOf(events)).toMatchObject([{ name: "", input: { a: 1 } }]);
  });
});

describe("arguments in pieces", () => {
  it.each(cuts)("are put where their paths say (%i bytes a chunk)", async (size) => {
    const parts = partsOf(await read("arguments-in-pieces.sse", size));
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({
      type: "tool-call",
      name: "write_items",
      id: "resp_own_1_1",
      ...signed("c2lnLXRocmVl"),
    });
    expect(JSON.stringify((parts[0] as { input: unknown }).input)).toBe(
      '{"items":[{"title":"Red apple","price":0.5},{"a b":null}],"__proto__":{"polluted":true}}',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  const start = { functionCall: { name: "w", willContinue: true } };
  const piece = (jsonPath: string, more = true) => ({
    functionCall: { partialArgs: [{ jsonPath, stringValue: "v" }], ...(more ? { willContinue: true } : {}) },
  });

  it.each(["STOP", "MAX_TOKENS"])("that never came to their end are cut off (%s)", async (stop) => {
    const events = await decoded(framed([chunk([start, piece("$.a")]), chunk([], stop)]));
    expect(streamLawBreaks(events)).toEqual([]);
    expect(partsOf(events)).toMatchObject([{ name: "w", problem: "cut-off", raw: '{"a":"v"}' }]);
  });

  it("are cut off when another call begins", async () => {
    const events = await decoded(
      framed([chunk([start, piece("$.a"), { functionCall: { name: "x", args: {} } }], "STOP")]),
    );
    expect(partsOf(events)).toMatchObject([
      { name: "w", problem: "cut-off" },
      { name: "x", input: {} },
    ]);
  });

  it.each(["", "$", "a", "$.a[9]", "$.a.b[0]x", "$[0]", "$.list[4294967295].x"])(
    "with the path %j break the call",
    async (path) => {
      const events = await decoded(framed([chunk([start, piece("$.a"), piece(path, false)], "STOP")]));
      expect(partsOf(events)).toMatchObject([{ name: "w", problem: "not-json" }]);
    },
  );

  it("give back any object that was taken apart", async () => {
    const key = fc.string({ minLength: 1, maxLength: 6 });
    const leaf = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const { json: tree } = fc.letrec<{ json: unknown; object: Record<string, unknown> }>((tie) => ({
      json: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("json"), { minLength: 1, maxLength: 4 }),
        tie("object"),
      ),
      object: fc.dictionary(key, tie("json"), { minKeys: 1, maxKeys: 4 }),
    }));
    await checkProperty(
      fc.asyncProperty(fc.dictionary(key, tree, { minKeys: 1, maxKeys: 4 }), async (args) => {
        const partialArgs = [...piecesOf(args, "$")];
        const parts = partialArgs.map((one) => ({
          functionCall: { partialArgs: [one], willContinue: true },
        }));
        const events = await decoded(framed([chunk([start, ...parts, { functionCall: {} }], "STOP")]));
        const [part] = partsOf(events);
        expect(JSON.parse(JSON.stringify((part as { input: unknown }).input))).toEqual(
          JSON.parse(JSON.stringify(args)),
        );
      }),
      { numRuns: 150 },
    );
  });

  function* piecesOf(value: unknown, jsonPath: string): Generator<object> {
    if (value === null) yield { jsonPath, nullValue: "NULL_VALUE" };
    else if (typeof value === "string") {
      const middle = Math.floor(value.length / 2);
      yield { jsonPath, stringValue: value.slice(0, middle), willContinue: true };
      yield { jsonPath, stringValue: value.slice(middle) };
    } else if (typeof value === "number") yield { jsonPath, numberValue: value };
    else if (typeof value === "boolean") yield { jsonPath, boolValue: value };
    else
      for (const [name, item] of Object.entries(value as object)) {
        const step = Array.isArray(value) ? `[${name}]` : `['${name.replace(/[\\']/g, "\\$&")}']`;
        yield* piecesOf(item, jsonPath + step);
      }
  }
});

describe("parts without a word of ours", () => {
  it("are kept whole", async () => {
    expect(partsOf(await read("code-execution.sse"))).toEqual([
      {
        type: "opaque",
        sidecar: own({
          executableCode: { language: "PYTHON", code: "print(6*7)", id: "x1" },
          thoughtSignature: "c2lnLWZvdXI=",
        }),
      },
      {
        type: "opaque",
        sidecar: own({ codeExecutionResult: { outcome: "OUTCOME_OK", output: "42\n", id: "x1" } }),
      },
      { type: "text", text: "It is 42." },
    ]);
  });
});

describe("the end of a reply", () => {
  it.each([
    ["STOP", "answered"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "refused"],
    ["RECITATION", "refused"],
    ["BLOCKLIST", "refused"],
    ["PROHIBITED_CONTENT", "refused"],
    ["SPII", "refused"],
    ["IMAGE_SAFETY", "refused"],
    ["LANGUAGE", "other"],
    ["TOO_MANY_TOOL_CALLS", "other"],
    ["constructor", "other"],
  ])("%s is %s", async (rawStop, stop) => {
    const events = await decoded(googleStream([{ type: "text", text: "Hi" }], { stop: rawStop }));
    expect(events.at(-1)).toMatchObject({ type: "message-end", stop, rawStop });
  });

  it("may refuse the prompt, without a candidate", async () => {
    expect(await read("blocked-prompt.sse")).toEqual([
      { type: "message-start", modelId: "gemini-2.5-flash" },
      { type: "usage", usage: { input: 12, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 } },
      {
        type: "message-end",
        stop: "refused",
        rawStop: "PROHIBITED_CONTENT",
        usage: { input: 12, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
        rawUsage: { promptTokenCount: 12, totalTokenCount: 12 },
      },
    ]);
  });

  it("may come with every event, and counters after it", async () => {
    const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 6 };
    const sent = [chunk([{ text: "a" }], "STOP"), chunk([{ text: "b" }], "STOP"), { usageMetadata }];
    const events = await decoded(framed(sent), [10]);
    expect(streamLawBreaks(events)).toEqual([]);
    expect(partsOf(events)).toEqual([{ type: "text", text: "ab" }]);
    expect(events.at(-1)).toMatchObject({ usage: { input: 5, output: 6 } });
  });

  it("leaves usage unknown when it is missing", async () => {
    const { usageMetadata: _, ...bare } = chunk([{ text: "a" }], "STOP");
    expect((await decoded(framed([bare]))).at(-1)).toMatchObject({ usage: {}, rawUsage: {} });
  });
});

describe("frames", () => {
  const body = googleStream([{ type: "text", text: "Hello from the other side of the wire" }], {
    deltaSize: 7,
  });

  it.each([
    ["line feeds", body.replaceAll("\r\n", "\n")],
    ["returns", body.replaceAll("\r\n", "\r")],
    ["a byte-order mark", `\ufeff${body}`],
    ["comments", body.replaceAll("data:", ": ping\r\n\r\n: ping\r\ndata:")],
    ["names and ids of events", body.replaceAll("data:", "event: chunk\r\nid: 1\r\ndata:")],
    ["no empty line after the last event", body.trimEnd()],
    ["another protocol's end", `${body}data: [DONE]\n\n`],
    ["empty and foreign events", `data: {}\n\ndata: "x"\n\ndata: []\n\n${body}`],
  ])("with %s read the same", async (_, bytes) => {
    const plain = await decoded(body);
    expect(await decoded(bytes)).toEqual(plain);
    expect(await decoded(bytes, [1])).toEqual(plain);
  });
});

interface Reported {
  readonly id: string;
  readonly api: string;
  readonly events: readonly unknown[];
  readonly expect: { readonly error?: string; readonly text?: string };
}

const reported = (outsideCases("torture/stream-deltas.json") as readonly Reported[]).filter(
  ({ api }) => api === "gemini",
);

describe.skipIf(reported.length === 0)("streams from bug threads", () => {
  it("are there", () => expect(reported.length).toBeGreaterThan(2));

  it.each(reported.filter(({ expect: { error } }) => error !== undefined))(
    "$id fails, and is tried again",
    async (one) => {
      await expect(decoded(framed(one.events))).rejects.toMatchObject({
        code: "bad-stream",
        retryable: true,
        message: expect.stringContaining(one.expect.error!) as string,
      });
    },
  );

  it.each(reported.filter(({ expect: { error } }) => error === undefined))(
    "$id is an empty answer",
    async (one) => {
      const events = await decoded(framed(one.events));
      expect(streamLawBreaks(events)).toEqual([]);
      expect(events.at(-1)).toMatchObject({ type: "message-end", stop: "answered" });
      expect(partsOf(events)).toEqual([]);
    },
  );
});
