import { describe, expect, it } from "vitest";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { callsIn, endOf, outcomeOf, sse } from "./replies.ts";

/** Deltas of calls as compatible servers send them. */
async function callsOf(...deltas: readonly object[]) {
  const chunks = deltas.map((delta) => ({
    id: "x",
    choices: [{ index: 0, delta: { tool_calls: [delta] } }],
  }));
  const end = { id: "x", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };
  const bytes = sse([...chunks, end, "[DONE]"]);
  const { events, error } = await outcomeOf({ api: "chat", fetch: fetchOf(bytes, 50) });
  expect(error).toBeUndefined();
  expect(streamLawBreaks(events)).toEqual([]);
  return callsIn(partsOf(events));
}

function made(name: string, text: string | object | null, rest: object = {}): object {
  return { ...rest, type: "function", function: { name, arguments: text } };
}

function more(text: string, rest: object = {}): object {
  return { ...rest, function: { arguments: text } };
}

const [one, two] = [{ n: 1 }, { n: 2 }];
const [first, second] = ['{"n":1}', '{"n":2}'];

describe("calls put together from deltas", () => {
  it.each<[string, readonly object[], readonly [string, unknown][]]>([
    [
      "interleaved",
      [
        made("f", "", { index: 0, id: "a" }),
        made("g", "", { index: 1, id: "b" }),
        more(first, { index: 0 }),
        more(second, { index: 1 }),
      ],
      [
        ["f", one],
        ["g", two],
      ],
    ],
    [
      "without an index",
      [made("f", first, { id: "a" }), made("g", second, { id: "b" })],
      [
        ["f", one],
        ["g", two],
      ],
    ],
    [
      "without an index, in pieces",
      [made("f", '{"n"', { id: "a" }), more(":1}", { id: "a" }), made("g", '{"n"', { id: "b" }), more(":2}")],
      [
        ["f", one],
        ["g", two],
      ],
    ],
    [
      "all at one index",
      [
        made("f", '{"n"', { index: 0, id: "a" }),
        more(":1}", { index: 0 }),
        made("g", second, { index: 0, id: "b" }),
      ],
      [
        ["f", one],
        ["g", two],
      ],
    ],
    [
      "all at one index, the first going on by its id",
      [
        made("f", '{"n"', { index: 0, id: "a" }),
        made("g", second, { index: 0, id: "b" }),
        more(":1}", { index: 0, id: "a" }),
      ],
      [
        ["f", one],
        ["g", two],
      ],
    ],
    [
      "without ids, whole, of one tool",
      [made("f", first), made("f", second)],
      [
        ["f", one],
        ["f", two],
      ],
    ],
    [
      "without ids, whole, at one index",
      [made("f", first, { index: 0, id: "" }), made("g", second, { index: 0, id: "" })],
      [
        ["f", one],
        ["g", two],
      ],
    ],
    [
      "named again in every piece",
      [made("f", '{"n"', { index: 0 }), made("f", ":1}", { index: 0 })],
      [["f", one]],
    ],
    [
      "named again with a piece that looks like a beginning",
      [made("f", '{"n":', { index: 0 }), made("f", '{"m":1}', { index: 0 }), made("f", "}", { index: 0 })],
      [["f", { n: { m: 1 } }]],
    ],
    [
      "named again with nothing when it is whole",
      [made("f", first, { index: 0 }), made("f", "", { index: 0 }), made("f", " ", { index: 0 })],
      [["f", one]],
    ],
    [
      "with another id in every piece",
      [made("f", '{"n"', { index: 0, id: "a" }), more(":1}", { index: 0, id: "b" })],
      [["f", one]],
    ],
    [
      "with the name behind the id",
      [made("", "", { index: 0, id: "a" }), made("f", first, { index: 0 })],
      [["f", one]],
    ],
    [
      "with empty names and ids behind",
      [made("f", '{"n"', { index: 0, id: "a" }), made("", ":1}", { index: 0, id: "" })],
      [["f", one]],
    ],
    ["with arguments that are an object", [made("f", one, { index: 0, id: "a" })], [["f", one]]],
    ["with arguments that are null", [made("f", null, { index: 0, id: "a" })], [["f", {}]]],
    [
      "with empty deltas before",
      [{ index: 0, function: {} }, made("f", first, { index: 1, id: "a" })],
      [["f", one]],
    ],
  ])("%s", async (_, deltas, calls) => {
    const read = await callsOf(...deltas);
    expect(read.map(({ name, args }) => [name, args])).toEqual(calls);
    expect(new Set(read.map(({ id }) => id)).size).toBe(calls.length);
  });

  it("with one id for all keep it and get their own", async () => {
    const read = await callsOf(
      made("f", first, { index: 0, id: "Z" }),
      made("f", second, { index: 1, id: "Z" }),
    );
    expect(read.map(({ id }) => id)).toEqual(["Z", "Z_2"]);
  });
});

describe("counters", () => {
  const usageOf = async (usage: object | null, elsewhere: object = {}) => {
    const chunk = {
      id: "x",
      choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop" }],
      usage,
      ...elsewhere,
    };
    const { events } = await outcomeOf({ api: "chat", fetch: fetchOf(sse([chunk, "[DONE]"]), 50) });
    return endOf(events)?.usage;
  };

  it.each<[string, object | null, object]>([
    ["none", null, {}],
    ["no numbers", { prompt_tokens: null, completion_tokens: "5" }, {}],
    [
      "cached ones at one vendor",
      { prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 4 },
      { input: 6, output: 2, cacheRead: 4, prompt: 10 },
    ],
    [
      "cached ones at another",
      { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 0 },
      { input: 10, output: 2, cacheRead: 0, prompt: 10 },
    ],
    [
      "written ones",
      {
        prompt_tokens: 10,
        completion_tokens: 2,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 5 },
      },
      { input: 2, output: 2, cacheRead: 3, cacheWrite: 5 },
    ],
    [
      "cached ones beside the prompt",
      { prompt_tokens: 7, completion_tokens: 8, prompt_tokens_details: { cached_tokens: 161 } },
      { input: 7, output: 8, cacheRead: 161, prompt: 168 },
    ],
    [
      "thoughts in the completion",
      {
        prompt_tokens: 10,
        completion_tokens: 9,
        total_tokens: 19,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      { input: 10, output: 9, prompt: 10, reasoning: 4 },
    ],
    [
      "thoughts beside the completion",
      {
        prompt_tokens: 10,
        completion_tokens: 9,
        total_tokens: 23,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      { input: 10, output: 13, prompt: 10, reasoning: 4 },
    ],
    ...(
      [
        ["a number", { cost: 0.00132 }, 0.00132],
        ["nothing for a free model", { cost: 0 }, 0],
        ["of its parts", { cost: { input_tokens_cost: 0.001, total_cost: 0.006 } }, 0.006],
        ["in ticks", { cost_in_usd_ticks: 37_756_000 }, 0.0037756],
        [
          "with a key of the user's own",
          { cost: 0.5, is_byok: true, cost_details: { upstream_inference_cost: 2 } },
          2.5,
        ],
        [
          "without such a key, whatever is behind it",
          { cost: 0.5, is_byok: false, cost_details: { upstream_inference_cost: 0.4 } },
          0.5,
        ],
        ["not all of it", { cost: 0.5, is_byok: true, cost_details: {} }, undefined],
        ["no number", { cost: "0.5", cost_in_usd_ticks: null }, undefined],
        ["less than nothing", { cost: -1 }, undefined],
      ] as const
    ).map(([what, cost, reportedUsd]): [string, object, object] => [
      `a cost: ${what}`,
      { prompt_tokens: 10, completion_tokens: 2, ...cost },
      { input: 10, output: 2, prompt: 10, ...(reportedUsd === undefined ? {} : { reportedUsd }) },
    ]),
  ])("%s", async (_, raw, usage) => {
    expect(await usageOf(raw)).toEqual(usage);
  });

  it.each([
    ["0.00042", {}, 0.00042],
    ["0.00042", { cost: 0.0005 }, 0.0005],
    ["0", {}, undefined],
    ["", {}, undefined],
    ["None", {}, undefined],
    ["-1", {}, undefined],
  ])("of which the header of a proxy says the cost, %s, and the counters %j", async (header, said, cost) => {
    const chunks = [
      { id: "x", choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop" }] },
      { id: "x", choices: [], usage: { prompt_tokens: 3, completion_tokens: 1, ...said } },
      "[DONE]",
    ];
    const answering = fetchOf(sse(chunks), 50);
    const fetch: typeof answering = async (...asked) => {
      const response = await answering(...asked);
      response.headers.set("x-litellm-response-cost", header);
      return response;
    };
    const { events } = await outcomeOf({ api: "chat", fetch });
    expect(events.at(-1)).toMatchObject({ type: "message-end" });
    expect((events.at(-1) as { readonly usage: object }).usage).toEqual({
      input: 3,
      output: 1,
      prompt: 3,
      ...(cost === undefined ? {} : { reportedUsd: cost }),
    });
  });

  it("in a field of the vendor's own", async () => {
    expect(await usageOf(null, { x_groq: { usage: { prompt_tokens: 3, completion_tokens: 1 } } })).toEqual({
      input: 3,
      output: 1,
      prompt: 3,
    });
  });
});

describe("thoughts", () => {
  it("that are empty make no part where nothing has to go back", async () => {
    const chunk = {
      id: "x",
      choices: [{ index: 0, delta: { content: "a", reasoning_content: "" }, finish_reason: "stop" }],
    };
    const { events } = await outcomeOf({ api: "chat", fetch: fetchOf(sse([chunk, "[DONE]"]), 50) });
    expect(partsOf(events)).toEqual([{ type: "text", text: "a" }]);
  });
});

describe("a response that numbers its output in two ways", () => {
  it("is not read twice", async () => {
    const item = {
      id: "msg_9",
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "Once" }],
    };
    const call = { id: "fc_9", type: "function_call", call_id: "c", name: "look", arguments: "{}" };
    const events = [
      { type: "response.created", response: { model: "demo-1" } },
      { type: "response.output_item.done", output_index: 1, item },
      { type: "response.output_item.added", output_index: 2, item: { ...call, arguments: "" } },
      {
        type: "response.completed",
        response: { status: "completed", output: [{ ...item, id: "msg_1" }, call] },
      },
    ];
    const { events: read } = await outcomeOf({ api: "responses", fetch: fetchOf(sse(events), 50) });
    expect(partsOf(read)).toMatchObject([
      { type: "text", text: "Once" },
      { type: "tool-call", id: "c", input: {} },
    ]);
    expect(streamLawBreaks(read)).toEqual([]);
  });

  it("and starts no item before its pieces is read as well", async () => {
    const events = [
      { type: "response.output_text.delta", item_id: "m", delta: "By pieces" },
      { type: "response.completed", response: { status: "completed" } },
    ];
    const { events: read } = await outcomeOf({ api: "responses", fetch: fetchOf(sse(events), 50) });
    expect(partsOf(read)).toEqual([{ type: "text", text: "By pieces" }]);
  });
});
