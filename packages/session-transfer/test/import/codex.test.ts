import { describe, expect, it } from "vitest";
import type { JsonObject } from "@skein/protocol";
import { costs, modelContext } from "@skein/sessions";
import { readLines } from "./formats.ts";
import { lawBreaks } from "./journal-laws.ts";
import { ofKind, told } from "./told.ts";

const timestamp = "2026-11-20T14:07:50.000Z";
const item = (payload: JsonObject) => ({ timestamp, type: "response_item", payload });
const event = (payload: JsonObject) => ({ timestamp, type: "event_msg", payload });
const meta = {
  timestamp,
  type: "session_meta",
  payload: { id: "x", cwd: "/project", model_provider: "openai" },
};
const say = (text: string) =>
  item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const answer = (text: string) =>
  item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
const call = (id: string, args = "{}") =>
  item({ type: "function_call", name: "shell", call_id: id, arguments: args });
const output = (id: string, text: JsonObject["x"]) =>
  item({ type: "function_call_output", call_id: id, output: text ?? "" });

describe("a rollout of Codex CLI", () => {
  it("leaves out what the program says in the user's name", () => {
    const { entries } = readLines("codex", [
      meta,
      item({ type: "message", role: "developer", content: [{ type: "input_text", text: "rules" }] }),
      say("<environment_context>\n  <cwd>/project</cwd>\n</environment_context>"),
      say("# AGENTS.md instructions for /project\n\nBe brief."),
      say("Why is <b>this</b> bold?"),
      answer("Because."),
    ]);
    expect(told(entries)).toEqual(["user: Why is <b>this</b> bold?", "text: Because.", "done"]);
  });

  it("has one reply for calls made at once, and never runs arguments that do not parse", () => {
    const { entries } = readLines("codex", [
      meta,
      say("go"),
      call("a", '{"command":["ls"]}'),
      call("b", '{"command":'),
      item({ type: "custom_tool_call", name: "apply_patch", call_id: "c", input: "*** Begin Patch" }),
      output("b", "not JSON"),
      output("a", '{"output":"a.txt","metadata":{"exit_code":1,"duration_seconds":0.1}}'),
      item({
        type: "custom_tool_call_output",
        call_id: "c",
        output: [{ type: "input_text", text: "patched" }],
      }),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(ofKind(entries, "assistant-message")).toHaveLength(1);
    expect(told(entries).slice(1)).toEqual([
      'shell {"command":["ls"]} = a.txt',
      'shell "{\\"command\\":" = not JSON',
      'apply_patch "*** Begin Patch" = patched',
    ]);
    expect(ofKind(entries, "tool-result").map(({ failure }) => failure?.kind)).toEqual([
      undefined,
      "failed",
      undefined,
    ]);
    expect(ofKind(entries, "tool-intent").map(({ callId }) => callId)).toEqual(["a", "c"]);
  });

  it("counts the tokens of each request once, without those from the cache", () => {
    const count = (total: number, last: JsonObject) =>
      event({
        type: "token_count",
        info: { total_token_usage: { input_tokens: total }, last_token_usage: last },
      });
    const { entries } = readLines("codex", [
      meta,
      say("go"),
      call("a"),
      output("a", "ok"),
      count(10, { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3, reasoning_output_tokens: 1 }),
      count(10, { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3, reasoning_output_tokens: 1 }),
      answer("done"),
      count(10, { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3, reasoning_output_tokens: 1 }),
      count(30, { input_tokens: 20, cached_input_tokens: 10, output_tokens: 5, reasoning_output_tokens: 0 }),
      count(99, { input_tokens: 69, output_tokens: 9 }),
    ]);
    expect(costs(entries)).toMatchObject({
      requests: 2,
      usage: { input: 16, cacheRead: 14, output: 8, reasoning: 1 },
    });
  });

  it("rewinds the turns that were rolled back, and reports that a turn was stopped", () => {
    const { entries } = readLines("codex", [
      meta,
      say("one"),
      answer("1"),
      say("two"),
      answer("2"),
      say("three"),
      event({ type: "turn_aborted", reason: "interrupted" }),
      event({ type: "thread_rolled_back", num_turns: 2 }),
      say("four"),
      answer("4"),
    ]);
    expect(lawBreaks(entries)).toEqual([]);
    expect(told(entries)).toEqual(["user: one", "text: 1", "done", "user: four", "text: 4", "done"]);
    expect(ofKind(entries, "outcome").map(({ outcome }) => outcome)).toEqual([
      "done",
      "done",
      "cancelled",
      "done",
    ]);
  });

  it("goes on after a compaction from its summary", () => {
    const { entries } = readLines("codex", [
      meta,
      say("one"),
      answer("1"),
      { timestamp, type: "compacted", payload: { message: "They counted." } },
      say("two"),
    ]);
    expect(modelContext(entries)).toMatchObject([
      { content: [{ text: "They counted." }] },
      { content: [{ text: "two" }] },
    ]);
  });

  it("is read in its first form too: items without an envelope", () => {
    const { entries, id } = readLines("codex", [
      { id: "old", timestamp, instructions: null },
      { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
      { record_type: "state" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "hello" }] },
    ]);
    expect(told(entries)).toEqual(["user: hi", "text: hello", "done"]);
    expect(id).toBe("codex-old");
  });
});
