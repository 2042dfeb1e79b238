import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf } from "@skein/provider-conformance/servers";
import { partsOf, type Outcome } from "@skein/provider-conformance/cases";
import { endOf, outcomeOf } from "./replies.ts";
import { look, simple } from "./requests.ts";

const cuts = [1, 3, 64, 65_536];

function bytesOf(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}.sse`, import.meta.url));
}

async function read(name: string): Promise<Outcome> {
  const api = name.startsWith("chat") ? "chat" : "responses";
  const outcomes = await Promise.all(
    cuts.map((cut) =>
      outcomeOf({ api, fetch: fetchOf(bytesOf(name), cut) }, { ...simple, tools: [look] }, "demo-1"),
    ),
  );
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  expect(streamLawBreaks(outcomes[0]!.events, { cut: outcomes[0]!.error !== undefined })).toEqual([]);
  return outcomes[0]!;
}

interface Good {
  readonly name: string;
  readonly parts: readonly AssistantPart[];
  readonly end: Partial<Extract<ModelEvent, { type: "message-end" }>>;
}

function sidecar(data: object) {
  return { sidecar: { provider: "openai", model: "demo-1", data } } as { sidecar: never };
}

function chat(data: object) {
  return sidecar({ api: "chat", ...data });
}

function responses(data: object) {
  return sidecar({ api: "responses", ...data });
}

function call(id: string, at?: string): AssistantPart {
  return { type: "tool-call", id, name: "look", input: at === undefined ? {} : { at } };
}

const answered = { stop: "answered", rawStop: "stop", usage: {} } as const;
const completed = { stop: "answered", rawStop: "completed", usage: {} } as const;
const called = { stop: "tool-calls", rawStop: "tool_calls", usage: {} } as const;

const good: readonly Good[] = [
  {
    name: "chat-text-then-tools",
    parts: [{ type: "text", text: "Lösung – I will look 🔍" }, call("call_a", "a"), call("call_b", "b")],
    end: { ...called, usage: { input: 20, output: 31, cacheRead: 100, reasoning: 4 } },
  },
  { name: "chat-crlf-bom-comments", parts: [{ type: "text", text: "ok" }], end: answered },
  {
    name: "chat-refusal",
    parts: [{ type: "text", text: "I cannot help." }],
    end: { ...answered, stop: "refused" },
  },
  {
    name: "chat-filtered",
    parts: [{ type: "text", text: "The first step" }],
    end: { stop: "refused", rawStop: "content_filter" },
  },
  {
    name: "chat-reasoning-content",
    parts: [
      { type: "thinking", text: "First think.", ...chat({ field: "reasoning_content" }) },
      { type: "text", text: "Done." },
    ],
    end: answered,
  },
  {
    name: "chat-reasoning-details",
    parts: [
      {
        type: "thinking",
        text: "I see.",
        ...chat({
          field: "reasoning",
          details: [
            { type: "reasoning.text", text: "I see.", format: "f", index: 0, signature: "SIG" },
            { type: "reasoning.encrypted", data: "AA==", id: "e1", index: 1 },
          ],
        }),
      },
      call("c1"),
    ],
    end: called,
  },
  {
    name: "chat-content-list",
    parts: [
      { type: "thinking", text: "Hmm.", ...chat({ field: "content" }) },
      { type: "text", text: "Yes!" },
    ],
    end: answered,
  },
  {
    name: "chat-signed-call",
    parts: [{ ...call("c1", "x"), ...chat({ extra_content: { google: { thought_signature: "SIG" } } }) }],
    end: { stop: "tool-calls", rawStop: "stop" },
  },
  {
    name: "chat-legacy-function-call",
    parts: [call("chatcmpl-1_0", "x")],
    end: { stop: "tool-calls", rawStop: "function_call" },
  },
  {
    name: "chat-cut-by-length",
    parts: [
      { type: "text", text: "Writing." },
      call("c1", "x"),
      { type: "tool-call", id: "c2", name: "look", raw: '{"at":"half', problem: "cut-off" },
    ],
    end: { stop: "length", rawStop: "length", usage: { input: 5, output: 100 } },
  },
  { name: "chat-finish-without-done", parts: [{ type: "text", text: "All of it" }], end: answered },
  {
    name: "chat-done-without-finish",
    parts: [{ type: "text", text: "4" }],
    end: { stop: "answered", rawStop: "", usage: { input: 22, output: 5 } },
  },
  {
    name: "chat-empty-thought-with-call",
    parts: [call("c1"), { type: "thinking", text: "", ...chat({ field: "reasoning_content" }) }],
    end: called,
  },
  {
    name: "responses-thought-text-tools",
    parts: [
      {
        type: "thinking",
        text: "**Look**\n\nfirst\n\nThen say",
        ...responses({
          id: "rs_1",
          summary: [
            { type: "summary_text", text: "**Look**\n\nfirst" },
            { type: "summary_text", text: "Then say" },
          ],
          encrypted_content: "SEALED",
        }),
      },
      { type: "text", text: "Lösung – I will look 🔍", ...responses({ id: "msg_1", phase: "commentary" }) },
      { ...call("call_a", "a"), ...responses({ id: "fc_2" }) },
      { ...call("call_b", "b"), ...responses({ id: "fc_3" }) },
    ],
    end: {
      stop: "tool-calls",
      rawStop: "completed",
      usage: { input: 12, output: 31, cacheRead: 100, cacheWrite: 8, reasoning: 16 },
    },
  },
  {
    name: "responses-only-at-the-end",
    parts: [
      { type: "text", text: "All at once", ...responses({ id: "msg_0" }) },
      { ...call("call_a"), ...responses({ id: "fc_1" }) },
    ],
    end: { stop: "tool-calls", rawStop: "completed" },
  },
  {
    name: "responses-refusal",
    parts: [{ type: "text", text: "I cannot help.", ...responses({ id: "msg_0", refusal: true }) }],
    end: { ...completed, stop: "refused" },
  },
  {
    name: "responses-cut-by-length",
    parts: [
      {
        type: "tool-call",
        id: "call_a",
        name: "look",
        raw: '{"at":"half',
        problem: "cut-off",
        ...responses({ id: "fc_0" }),
      },
      {
        type: "tool-call",
        id: "call_b",
        name: "look",
        raw: '{"at',
        problem: "cut-off",
        ...responses({ id: "fc_1" }),
      },
    ],
    end: { stop: "length", rawStop: "max_output_tokens", usage: { input: 5, output: 100 } },
  },
  {
    name: "responses-filtered",
    parts: [{ type: "text", text: "The first step" }],
    end: { stop: "refused", rawStop: "content_filter" },
  },
  {
    name: "responses-vendor-tool",
    parts: [
      {
        type: "opaque",
        ...responses({
          id: "ws_1",
          type: "web_search_call",
          status: "completed",
          action: { type: "search", query: "x" },
        }),
      },
      {
        type: "text",
        text: "Found it.",
        ...responses({ id: "msg_1", annotations: [{ type: "url_citation", url: "https://example.org" }] }),
      },
    ],
    end: completed,
  },
];

const bad = [
  { name: "chat-error-inside", error: { code: "rate-limited", retryable: true }, said: "par" },
  { name: "chat-given-up", error: { code: "overloaded", retryable: true }, said: "par" },
  { name: "chat-no-end", error: { code: "bad-stream", retryable: true }, said: "Half of" },
  { name: "responses-failed", error: { code: "rate-limited", retryable: true }, said: "" },
  { name: "responses-error-event", error: { code: "overloaded", retryable: true }, said: "" },
  { name: "responses-no-end", error: { code: "bad-stream", retryable: true }, said: "Half of" },
  { name: "responses-pieces-lost", error: { code: "bad-stream", retryable: true }, said: "One three" },
];

describe("a reply, whatever the network cuts", () => {
  it.each(good)("$name", async ({ name, parts, end }) => {
    const { events, error } = await read(name);
    expect(error).toBeUndefined();
    expect(partsOf(events)).toEqual(parts);
    expect(endOf(events)).toMatchObject(end);
    expect("rawUsage" in endOf(events)!).toBe(Object.keys(endOf(events)!.usage).length > 0);
    expect(events[0]).toMatchObject({ type: "message-start", requestId: "req_1" });
  });

  it.each(bad)("$name fails, and what was said before stays said", async ({ name, error, said }) => {
    const { events, error: thrown } = await read(name);
    expect(thrown).toMatchObject({ name: "ProviderError", provider: "openai", ...error });
    expect(events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("")).toBe(said);
    expect(endOf(events)).toBeUndefined();
  });
});
