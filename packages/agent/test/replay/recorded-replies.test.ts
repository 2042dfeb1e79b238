import type { AssistantPart, Entry, EntryBody, EntryOf } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { endOf, eventsBefore, recordedReplies } from "../../src/replay/recorded-replies.ts";

const usage = { input: 10, output: 5 };

/** A request at 1 and what followed it. */
function replyOf(...bodies: readonly EntryBody[]) {
  const request: EntryBody = {
    kind: "model-request",
    purpose: "turn",
    provider: "p",
    model: "m",
    options: {},
    requestHash: "",
  };
  const entries = [request, ...bodies].map((body, at): Entry => ({
    v: 1,
    seq: at + 1,
    at: 0,
    run: "r",
    ...body,
  }));
  const [reply, ...others] = recordedReplies(entries, "turn");
  expect(others).toEqual([]);
  return reply!;
}

const result = (more: Partial<EntryOf<"model-result">> = {}): EntryBody => ({
  kind: "model-result",
  request: 1,
  attempts: 1,
  provider: "p",
  model: "m",
  usage,
  ...more,
});
const message = (
  content: readonly AssistantPart[],
  more: Partial<EntryOf<"assistant-message">> = {},
): EntryBody => ({ kind: "assistant-message", request: 1, content, ...more });
const whole = (content: readonly AssistantPart[]): EntryBody =>
  message(content, { stop: "answered", rawStop: "end" });
const text = (words: string): AssistantPart => ({ type: "text", text: words });
const typesOf = (...bodies: readonly EntryBody[]) =>
  [...eventsBefore(replyOf(...bodies))].map(({ type }) => type);

describe("a reply told again from the journal", () => {
  it("has each part as it was, and a delta where there was something to show", () => {
    const parts: readonly AssistantPart[] = [
      { type: "thinking", text: "Hm." },
      { type: "thinking", text: "" },
      text("I look."),
      text(""),
      { type: "tool-call", id: "a", name: "look", input: { at: 1 } },
      { type: "tool-call", id: "b", name: "look", raw: "{oh", problem: "not-json" },
    ];
    const reply = replyOf(result({ requestId: "req" }), whole(parts));
    const part = (at: number, delta?: readonly [string, string], name?: string) => [
      { type: "part-start", part: at, kind: parts[at]!.type, ...(name === undefined ? {} : { name }) },
      ...(delta ? [{ type: delta[0], part: at, delta: delta[1] }] : []),
      { type: "part-end", part: at, content: parts[at] },
    ];
    expect([...eventsBefore(reply)]).toEqual([
      { type: "message-start", modelId: "m", requestId: "req" },
      ...part(0, ["thinking-delta", "Hm."]),
      ...part(1),
      ...part(2, ["text-delta", "I look."]),
      ...part(3),
      ...part(4, ["input-delta", '{"at":1}'], "look"),
      ...part(5, ["input-delta", "{oh"], "look"),
    ]);
  });

  it("ends as it ended, with the vendor's own counters and word where they are known", () => {
    const end = { type: "message-end", stop: "answered", rawStop: "end", usage };
    expect(endOf(replyOf(result(), whole([text("a")])))).toStrictEqual(end);
    const counted = replyOf(result({ rawUsage: { tokens: 15 } }), whole([text("a")]));
    expect(endOf(counted)).toEqual({ ...end, rawUsage: { tokens: 15 } });
    const silent = replyOf(result(), message([text("a")], { stop: "length" }));
    expect(endOf(silent)).toEqual({ ...end, stop: "length", rawStop: "length" });
  });

  it("has no end when it was cut off, and shows what had come", () => {
    const cut = replyOf(
      result({ error: { code: "network", message: "gone" } }),
      message([text("ha")], { partial: "cut-off" }),
    );
    expect(endOf(cut)).toBeUndefined();
    expect([...eventsBefore(cut)].map(({ type }) => type)).toContain("text-delta");
    const draft = replyOf({ kind: "reply-draft", request: 1, content: [text("hal")] });
    expect(endOf(draft)).toBeUndefined();
    expect([...eventsBefore(draft)]).toContainEqual({ type: "text-delta", part: 0, delta: "hal" });
  });

  it("shows the last draft alone, and only until the reply itself is there", () => {
    const draft = (words: string): EntryBody => ({ kind: "reply-draft", request: 1, content: [text(words)] });
    expect(replyOf(draft("h"), draft("ha")).draft).toMatchObject({ content: [text("ha")] });
    expect(replyOf(draft("h"), result(), whole([text("hat")])).draft).toBeUndefined();
  });

  it("waited and began again as often as it did", () => {
    const restarted = message([text("no")], { partial: "restarted" });
    const twice = typesOf(restarted, result({ attempts: 3 }), whole([text("yes")]));
    const attempt = ["message-start", "part-start", "text-delta", "part-end"];
    expect(twice).toEqual(["retry-wait", ...attempt, "retry-wait", "reply-restarted", ...attempt]);
    const events = [...eventsBefore(replyOf(restarted, result({ attempts: 3 }), whole([text("yes")])))];
    expect(events.filter(({ type }) => type === "retry-wait")).toMatchObject([
      { attempt: 1 },
      { attempt: 2 },
    ]);
    expect(events.filter(({ type }) => type === "reply-restarted")).toMatchObject([{ attempt: 3 }]);
    expect(typesOf(result({ attempts: 2 }), whole([]))).toEqual(["retry-wait", "message-start"]);
    // The process ended before it was known how the last attempt went.
    expect(typesOf(restarted)).toEqual([...attempt, "retry-wait", "reply-restarted", "message-start"]);
  });

  it("tells that another model answered", () => {
    const events = [...eventsBefore(replyOf(result({ provider: "q", model: "n" }), whole([])))];
    expect(events).toEqual([
      { type: "model-switched", provider: "q", model: "n", reason: "recorded" },
      { type: "message-start", modelId: "n" },
    ]);
    expect(typesOf(result({ model: "n" }), whole([]))).toContain("model-switched");
    expect(typesOf(result({ provider: "q" }), whole([]))).toContain("model-switched");
    expect(typesOf(result(), whole([]))).not.toContain("model-switched");
  });

  it("never began when it was refused before anything came", () => {
    const error = { code: "auth", message: "no" };
    expect(typesOf(result({ error }))).toEqual([]);
    expect(typesOf(result({ error, requestId: "req" }))).toEqual(["message-start"]);
  });

  it("brings the window that a refusal had told, and no other", () => {
    const settings = (contextTokens: number): EntryBody =>
      ({ kind: "settings", mode: "auto", limits: {}, options: {}, contextTokens }) as unknown as EntryBody;
    const error = { code: "context-overflow", message: "too long" };
    expect(replyOf(result({ error }), settings(8_000)).contextTokens).toBe(8_000);
    expect(replyOf(result({ error }), message([]), settings(8_000)).contextTokens).toBe(8_000);
    expect(
      replyOf(result({ error }), message([]), message([]), settings(8_000)).contextTokens,
    ).toBeUndefined();
    expect(replyOf(settings(8_000), result({ error })).contextTokens).toBeUndefined();
    expect(replyOf(result(), settings(8_000)).contextTokens).toBeUndefined();
  });
});

it("replies of another purpose are not among them", () => {
  const { request } = replyOf(result());
  expect(recordedReplies([request], "turn")).toHaveLength(1);
  expect(recordedReplies([request], "compaction")).toEqual([]);
});
