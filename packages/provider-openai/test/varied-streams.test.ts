import { describe, expect, it } from "vitest";
import { streamLawBreaks } from "@skein/provider-kit";
import type { JsonValue } from "@skein/protocol";
import { fetchOf, serveScript } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { endOf, outcomeOf, sse, textIn } from "./replies.ts";
import type { OpenAISettings } from "../src/index.ts";

const json = { "content-type": "application/json" };

async function read(api: "chat" | "responses", events: readonly unknown[]) {
  return readBytes({ api, fetch: fetchOf(sse(events), 7) });
}

async function readBytes(settings: OpenAISettings) {
  const { events, error } = await outcomeOf(settings);
  expect(streamLawBreaks(events, { cut: error !== undefined })).toEqual([]);
  return { parts: partsOf(events), end: endOf(events), error };
}

const texts = (parts: Awaited<ReturnType<typeof read>>["parts"]) =>
  parts.map((part) => ("text" in part ? part.text : ""));

const message = (id: string, ...said: readonly string[]) => ({
  type: "message",
  id,
  role: "assistant",
  content: said.map((text) => ({ type: "output_text", text })),
});
const delta = (text: string, place: object) => ({
  type: "response.output_text.delta",
  delta: text,
  ...place,
});
const completed = (...output: readonly unknown[]) => ({
  type: "response.completed",
  response: { status: "completed", output },
});

describe("a Responses stream", () => {
  it.each<[string, readonly unknown[]]>([
    [
      "numbers its text otherwise than the finished item does",
      [
        delta("Hel", { output_index: 0, content_index: 1 }),
        delta("lo", { output_index: 0, content_index: 1 }),
        { type: "response.output_item.done", output_index: 0, item: message("m1", "Hello") },
        completed(message("m1", "Hello")),
      ],
    ],
    [
      "names its item by number once and by id once",
      [
        { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "m1" } },
        delta("Hello", { item_id: "m1", content_index: 0 }),
        { type: "response.output_item.done", output_index: 0, item: message("m1", "Hello") },
        completed(message("m1", "Hello")),
      ],
    ],
    [
      "finishes its item at another number",
      [
        delta("Hello", { output_index: 1, item_id: "m1", content_index: 0 }),
        { type: "response.output_item.done", output_index: 0, item: message("m1", "Hello") },
        completed(message("m1", "Hello")),
      ],
    ],
    [
      "counts from one",
      [
        delta("Hel", { output_index: 1, content_index: 1 }),
        delta("lo", { output_index: 1, content_index: 1 }),
        completed(message("m9", "Hello")),
      ],
    ],
  ])("that %s says its text once", async (_, events) => {
    const { parts, end, error } = await read("responses", events);
    expect(error).toBeUndefined();
    expect(texts(parts)).toEqual(["Hello"]);
    expect(end?.stop).toBe("answered");
  });

  it("with several texts in one item keeps them apart, counted from one", async () => {
    const { parts } = await read("responses", [
      delta("One", { output_index: 0, content_index: 1 }),
      delta("Two", { output_index: 0, content_index: 2 }),
      { type: "response.output_item.done", output_index: 0, item: message("m1", "One", "Two") },
      completed(message("m1", "One", "Two")),
    ]);
    expect(texts(parts)).toEqual(["One", "Two"]);
  });

  it("whose thought and text have one number keeps both", async () => {
    const { parts, error } = await read("responses", [
      { type: "response.reasoning_summary_text.delta", delta: "Hm", output_index: 0 },
      delta("Yes", { output_index: 0 }),
      completed(message("m1", "Yes")),
    ]);
    expect(error).toBeUndefined();
    expect(parts.map(({ type }) => type)).toEqual(["thinking", "text"]);
    expect(texts(parts)).toEqual(["Hm", "Yes"]);
  });
});

describe("a Responses stream with a status of its own", () => {
  const call = { type: "function_call", call_id: "a", name: "look", arguments: '{"at":1}' };
  const ended = (type: string, status: string | null) => ({ type, response: { status, output: [call] } });

  it.each([
    ["response.completed", null, "tool-calls"],
    ["response.completed", "", "tool-calls"],
    ["response.completed", "in_progress", "tool-calls"],
    ["response.completed", "incomplete", "other"],
    ["response.completed", "cancelled", "other"],
    ["response.incomplete", null, "other"],
    ["response.incomplete", "in_progress", "other"],
  ])("%s, %j: ends as %s", async (type, status, stop) => {
    const { end } = await read("responses", [ended(type, status)]);
    expect(end?.stop).toBe(stop);
  });
});

describe("a whole Responses body", () => {
  it("keeps all of its items, several of a type too", async () => {
    const call = (id: string) => ({ type: "function_call", call_id: id, name: "look", arguments: "{}" });
    const thought = (text: string) => ({ type: "reasoning", summary: [{ type: "summary_text", text }] });
    const body: JsonValue = {
      model: "demo-1",
      status: "completed",
      output: [
        thought("First"),
        message("m1", "One"),
        thought("Second"),
        message("m2", "Two"),
        call("a"),
        call("b"),
      ],
    };
    const fetch = fetchOf(Buffer.from(JSON.stringify(body)), 64, 200, json);
    const { parts, end } = await readBytes({ api: "responses", fetch });
    expect(parts.map((part) => ("text" in part ? part.text : "id" in part ? part.id : ""))).toEqual(
      "First One Second Two a b".split(" "),
    );
    expect(end?.stop).toBe("tool-calls");
  });

  it("adds the items that a stream has not brought", async () => {
    const { parts } = await read("responses", [
      delta("One", { output_index: 0 }),
      completed(message("m1", "One"), message("m2", "Two")),
    ]);
    expect(texts(parts)).toEqual(["One", "Two"]);
  });
});

describe("a chat completion", () => {
  it("that comes whole is read from its message, though an empty delta stands beside it", async () => {
    const choice = {
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant", content: "Hello" },
      delta: { role: "assistant", content: "" },
    };
    const body = {
      id: "1",
      model: "demo-1",
      choices: [choice],
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    };
    const fetch = fetchOf(Buffer.from(JSON.stringify(body)), 64, 200, json);
    const { parts, end } = await readBytes({ api: "chat", fetch });
    expect(textIn(parts, "text")).toBe("Hello");
    expect(end).toMatchObject({ stop: "answered", usage: { input: 3, output: 1 } });
  });

  it("that streams the message so far beside each delta says it once", async () => {
    const chunk = (said: string, soFar: string, finish: string | null = null) => ({
      choices: [{ index: 0, delta: { content: said }, message: { content: soFar }, finish_reason: finish }],
    });
    const { parts } = await read("chat", [chunk("Hel", "Hel"), chunk("lo", "Hello", "stop"), "[DONE]"]);
    expect(textIn(parts, "text")).toBe("Hello");
  });

  it.each([
    [`error: {"code":503,"message":"slot unavailable","type":"unavailable_error"}\n\n`, "slot unavailable"],
    [`error: {"error":{"message":"out of memory","type":"server_error"}}\n\n`, "out of memory"],
    ["error: the runner died\n\n", "the runner died"],
  ])("that is given up in a field error: fails with its words (%j)", async (line, words) => {
    const begun = sse([{ choices: [{ delta: { content: "par" } }] }]);
    const fetch = fetchOf(Buffer.concat([begun, Buffer.from(line)]), 9);
    const { error } = await readBytes({ api: "chat", fetch });
    expect(error).toMatchObject({ name: "ProviderError", message: expect.stringContaining(words) as string });
  });
});

describe("a connection that breaks behind the reason to stop", () => {
  const chunk = (said: object, rest: object = {}, finish: string | null = null) => ({
    choices: [{ index: 0, delta: said, finish_reason: finish }],
    ...rest,
  });
  const soFar = { usage: { prompt_tokens: 9, completion_tokens: 1 } };
  const all = { usage: { prompt_tokens: 9, completion_tokens: 40 } };

  async function torn(events: readonly unknown[]) {
    const bytes = Buffer.concat([sse(events), Buffer.from(": more\n\n")]);
    const notices: string[] = [];
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "text/event-stream",
      body: bytes,
      cutAfterBytes: bytes.length - 3,
    }));
    const baseUrl = `${server.url}/v1`;
    const { end, error } = await readBytes({
      api: "chat",
      baseUrl,
      notice: (text) => void notices.push(text),
    });
    expect(error).toBeUndefined();
    return { end, notices };
  }

  it("leaves the usage unknown, and says so, when the last counters had not come", async () => {
    const { end, notices } = await torn([chunk({ content: "Hi" }, soFar), chunk({}, {}, "stop")]);
    expect(end).toMatchObject({ stop: "answered", usage: {} });
    expect(end).not.toHaveProperty("rawUsage");
    expect(notices).toEqual(["A reply of openai ended without usage, so its tokens and cost are unknown."]);
  });

  it("keeps the counters that came with it or after it", async () => {
    const after = await torn([chunk({ content: "Hi" }), chunk({}, {}, "stop"), { choices: [], ...all }]);
    expect(after.end?.usage).toEqual({ input: 9, output: 40, prompt: 9 });
    const beside = await torn([chunk({ content: "Hi" }, soFar), chunk({}, all, "stop")]);
    expect(beside.end?.usage).toEqual({ input: 9, output: 40, prompt: 9 });
    expect([after.notices, beside.notices]).toEqual([[], []]);
  });
});
