import { describe, expect, it } from "vitest";
import type { JsonSchema } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { partsOf } from "@skein/provider-conformance/cases";
import { fetchOf, serveScript } from "@skein/provider-conformance/servers";
import { requestOf, user } from "@skein/test-kit";
import { callsIn, endOf, outcomeOf, sse, textIn } from "./replies.ts";
import type { OpenAISettings } from "../src/index.ts";

const strict: JsonSchema = { type: "object", properties: { at: { type: "string" } }, required: ["at"] };
const lax: JsonSchema = { type: "object", properties: { at: { type: "string" } } };
const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

async function read(bytes: Uint8Array, { inputSchema = strict, ...settings }: Reading = {}) {
  const tools = ["look", "write"].map((name) => ({ name, description: `To ${name}.`, inputSchema }));
  const { events, error } = await outcomeOf(
    { api: "chat", fetch: fetchOf(Buffer.from(bytes), 50), ...settings },
    requestOf([user("Hello")], { tools }),
  );
  expect(streamLawBreaks(events, { cut: error !== undefined })).toEqual([]);
  const parts = partsOf(events);
  const end = endOf(events);
  const { stop, rawStop } = end ?? {};
  return { stop, rawStop, usage: end?.usage, text: textIn(parts, "text"), calls: callsIn(parts), error };
}

interface Reading extends OpenAISettings {
  readonly inputSchema?: JsonSchema;
}

type Reason = string | null | undefined;
const chunk = (delta: object, reason: Reason = null, rest: object = {}) => ({
  id: "x",
  choices: [{ index: 0, delta, ...(reason === undefined ? {} : { finish_reason: reason }) }],
  ...rest,
});
const call = (index: number, name: string, input: string) => ({
  tool_calls: [{ index, id: `c${index}`, type: "function", function: { name, arguments: input } }],
});
const more = (index: number, input: string) => ({ tool_calls: [{ index, function: { arguments: input } }] });
const deltas = [
  { role: "assistant", content: "" },
  { content: "Look" },
  call(0, "look", ""),
  more(0, '{"at":"a"}'),
  call(1, "write", '{"at":'),
  more(1, '"b"}'),
];
const counters = { id: "x", choices: [], usage };
const whole = {
  stop: "tool-calls",
  rawStop: "",
  text: "Look",
  calls: [
    { id: "c0", name: "look", args: { at: "a" } },
    { id: "c1", name: "write", args: { at: "b" } },
  ],
  error: undefined,
};
const failed = { stop: undefined, error: { code: "bad-stream", retryable: true } };

const reasons: readonly Reason[] = ["", null, undefined, "null"];
const ends: readonly (readonly unknown[])[] = [["[DONE]"], [counters, "[DONE]"], [counters]];

describe("whole calls without a finish reason", () => {
  it.each(reasons.flatMap((reason) => ends.map((end) => [reason, end] as const)))(
    "run: reason %j, end %j",
    async (reason, end) => {
      const bytes = sse([...deltas.map((delta) => chunk(delta, reason)), ...end]);
      expect(await read(bytes)).toMatchObject(whole);
    },
  );

  it.each([
    ["no counters", {}, ["[DONE]"]],
    ["counters at the end", {}, [counters, "[DONE]"]],
    ["counters at the end and no terminator", {}, [counters]],
    ["counters in every chunk", { usage }, ["[DONE]"]],
    ["counters in every chunk and at the end", { usage }, [counters, "[DONE]"]],
  ])("never lack one of them, wherever the stream is cut: %s", async (_, rest, end) => {
    for (const reason of reasons) {
      const events = [...deltas.map((delta) => chunk(delta, reason, rest)), ...end];
      for (let cut = 0; cut <= events.length; cut++) {
        const seen = await read(sse(events.slice(0, cut)));
        expect(seen).toMatchObject(cut > deltas.length ? whole : failed);
      }
    }
  });

  it("run after a connection that breaks behind the counters, and not before them", async () => {
    const bytes = sse([...deltas.map((delta) => chunk(delta)), counters]);
    const before = sse(deltas.map((delta) => chunk(delta, null, { usage })));
    for (const [body, expected] of [
      [bytes, { ...whole, usage: { input: 9, output: 4, prompt: 9 } }],
      [before, { stop: undefined }],
    ] as const) {
      await using server = await serveScript(() => ({
        status: 200,
        contentType: "text/event-stream",
        body,
        cutAfterBytes: body.length,
      }));
      expect(await read(body, { baseUrl: `${server.url}/v1`, fetch: undefined })).toMatchObject(expected);
    }
  });

  it("run when they come as one JSON body", async () => {
    const message = { role: "assistant", content: "Look", ...call(0, "look", '{"at":"a"}') };
    const body = Buffer.from(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "" }], usage }));
    const fetch = fetchOf(body, 50, 200, { "content-type": "application/json" });
    expect(await read(body, { fetch })).toMatchObject({ ...whole, calls: whole.calls.slice(0, 1) });
    for (const cut of [1, Math.floor(body.length / 2), body.length - 1]) {
      const torn = fetchOf(body.subarray(0, cut), 50, 200, { "content-type": "application/json" });
      expect(await read(body, { fetch: torn })).toMatchObject(failed);
    }
  });

  it("run without arguments only if their tool requires none", async () => {
    for (const input of ["", " ", "null"]) {
      const bytes = sse([chunk(call(0, "look", input)), "[DONE]"]);
      expect(await read(bytes)).toMatchObject(failed);
      expect(await read(bytes, { inputSchema: lax })).toMatchObject({
        stop: "tool-calls",
        calls: [{ name: "look", args: {} }],
      });
    }
  });
});

describe("a reply without a finish reason", () => {
  it.each<[string, readonly unknown[]]>([
    ["cut arguments", [chunk(call(0, "look", '{"at":"a')), "[DONE]"]],
    ["a number, which may continue", [chunk(call(0, "look", "4")), "[DONE]"]],
    ["a call without a name", [chunk(call(0, "", '{"at":"a"}')), "[DONE]"]],
    ["one cut call of two", [chunk(call(0, "look", '{"at":"a"}')), chunk(call(1, "write", "{")), counters]],
    ["counters before the first delta", [counters, chunk(call(0, "look", '{"at":"a"}'))]],
    ["counters between two deltas", [chunk(call(0, "look", '{"at":"a"}')), counters, chunk({})]],
    ["counters without choices", [chunk(call(0, "look", '{"at":"a"}')), { id: "x", usage }]],
    ["an empty list of choices alone", [chunk(call(0, "look", '{"at":"a"}')), { id: "x", choices: [] }]],
    ["counters of an empty reply", [chunk({ role: "assistant", content: "" }), counters]],
  ])("fails with %s", async (_, events) => {
    expect(await read(sse(events), { inputSchema: lax })).toMatchObject(failed);
  });

  it("fails with the error in front of the terminator", async () => {
    const error = { error: { message: "The engine has died.", type: "server_error" } };
    for (const end of [
      [error, "[DONE]"],
      [counters, error, "[DONE]"],
    ]) {
      const seen = await read(sse([...deltas.map((delta) => chunk(delta)), ...end]));
      expect(seen).toMatchObject({ stop: undefined, error: { code: "overloaded" } });
    }
  });

  it.each(ends)("is a whole text behind %j %j", async (...end) => {
    const seen = await read(sse([chunk({ content: "Hi" }), ...end.filter((event) => event !== undefined)]));
    expect(seen).toMatchObject({ stop: "answered", text: "Hi", error: undefined });
  });
});

it.each([
  ["length", "length"],
  ["content_filter", "refused"],
  ["abort", "other"],
])("the reason %s of whole calls stays what it is", async (reason, stop) => {
  const bytes = sse([...deltas.map((delta) => chunk(delta)), chunk({}, reason), counters, "[DONE]"]);
  expect(await read(bytes)).toMatchObject({ stop, rawStop: reason, error: undefined });
});
