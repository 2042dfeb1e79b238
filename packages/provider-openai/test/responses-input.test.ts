import { describe, expect, it } from "vitest";
import type { AssistantPart, Message, Sidecar } from "@skein/protocol";
import { assistant, results, user } from "@skein/test-kit";
import { responsesInput } from "../src/request/responses-input.ts";
import { result } from "./requests.ts";

const owner = { provider: "openai", model: "gpt-5" };

function own(data: object): { readonly sidecar: Sidecar } {
  return { sidecar: { ...owner, data: { api: "responses", ...data } } };
}

const thought: AssistantPart = {
  type: "thinking",
  text: "hm",
  ...own({ id: "rs_1", summary: [], encrypted_content: "SEALED" }),
};
const call: AssistantPart = {
  type: "tool-call",
  id: "call_1",
  name: "look",
  input: { at: "x" },
  ...own({ id: "fc_1" }),
};
const answer = results(result("call_1", "seen"));

function inputOf(...messages: readonly Message[]): readonly Record<string, unknown>[] {
  return responsesInput(messages, owner);
}

describe("the conversation as input items", () => {
  it("gives thoughts back sealed, before their call, with the ids they had", () => {
    expect(inputOf(user("Hi"), assistant(thought, call), answer)).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "Hi" }] },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "SEALED" },
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: '{"at":"x"}' },
      { type: "function_call_output", call_id: "call_1", output: "seen" },
    ]);
  });

  it.each([
    ["another model", { provider: "openai", model: "gpt-4.1" }],
    ["another provider", { provider: "groq", model: "gpt-5" }],
  ])("drops thoughts and ids for %s", (_, other) => {
    expect(responsesInput([assistant(thought, call), answer], other)).toEqual([
      { type: "function_call", call_id: "call_1", name: "look", arguments: '{"at":"x"}' },
      { type: "function_call_output", call_id: "call_1", output: "seen" },
    ]);
  });

  it("drops what the other interface wrote", () => {
    const chat: AssistantPart = {
      type: "thinking",
      text: "hm",
      sidecar: { ...owner, data: { api: "chat", field: "reasoning" } },
    };
    expect(inputOf(assistant(chat, { type: "text", text: "a" }))).toEqual([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "a", annotations: [] }] },
    ]);
  });

  it("leaves out a thought that nothing follows, and one that came without its content", () => {
    expect(inputOf(assistant(thought), user("b")).map(({ type }) => type)).toEqual(["message"]);
    expect(inputOf(assistant({ type: "text", text: "a" }, thought)).map(({ type }) => type)).toEqual([
      "message",
    ]);
    const [item, ...rest] = inputOf(assistant({ type: "thinking", text: "hm" }, call), answer);
    expect(item).toEqual({ type: "function_call", call_id: "call_1", name: "look", arguments: '{"at":"x"}' });
    expect(rest).toHaveLength(1);
  });

  it("gives texts back with their phase, as the messages they were", () => {
    const text = (words: string, data: object): AssistantPart => ({
      type: "text",
      text: words,
      ...own(data),
    });
    const first = text("I cannot", { id: "msg_1", phase: "commentary" });
    const refusal = text("No.", { id: "msg_1", phase: "commentary", refusal: true });
    expect(inputOf(assistant(first, refusal, text("Bye", { id: "msg_2" })))).toEqual([
      {
        type: "message",
        id: "msg_1",
        status: "completed",
        phase: "commentary",
        role: "assistant",
        content: [
          { type: "output_text", text: "I cannot", annotations: [] },
          { type: "refusal", refusal: "No." },
        ],
      },
      {
        type: "message",
        id: "msg_2",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Bye", annotations: [] }],
      },
    ]);
  });

  it("sends no id of a reply that was interrupted: the thought before it is gone", () => {
    const part: AssistantPart = { type: "text", text: "Half", ...own({ id: "msg_1" }) };
    expect(inputOf({ role: "assistant", content: [part], partial: true })[0]).not.toHaveProperty("id");
  });

  it("answers every call right behind the reply, in its order, and says what was lost", () => {
    const calls = ["a", "b"].map((id): AssistantPart => ({ type: "tool-call", id, name: "look", input: {} }));
    const input = inputOf(assistant(...calls), user("stop"), results(result("b", "two")));
    expect(input.slice(2, 5)).toEqual([
      { type: "function_call_output", call_id: "a", output: "The result of this call was lost." },
      { type: "function_call_output", call_id: "b", output: "two" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "stop" }] },
    ]);
  });

  it("tells a result without a call as text", () => {
    expect(inputOf(user("a"), results(result("gone", "ok")))[1]).toEqual({
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "Result of an earlier call of look:" },
        { type: "input_text", text: "ok" },
      ],
    });
  });

  it("matches results by place where an id came twice, and makes the ids differ", () => {
    const calls = [1, 2].map((at): AssistantPart => ({
      type: "tool-call",
      id: "Z",
      name: "look",
      input: { at },
    }));
    const input = inputOf(
      assistant(...calls),
      results(result("Z", "one"), result("Z", "two")),
      assistant(calls[0]!),
      results(result("Z", "three")),
    );
    expect(input.map(({ call_id: id, output }) => [id, output])).toEqual([
      ["Z", undefined],
      ["Z_2", undefined],
      ["Z", "one"],
      ["Z_2", "two"],
      ["Z_3", undefined],
      ["Z_3", "three"],
    ]);
  });

  it("shortens ids that are too long the same way on both sides", () => {
    const id = `resp_${"y".repeat(90)}:call_0`;
    const [sent, output] = inputOf(
      assistant({ type: "tool-call", id, name: "look", input: {} }),
      results(result(id, "ok")),
    );
    expect(sent!["call_id"]).toBe(output!["call_id"]);
    expect((sent!["call_id"] as string).length).toBe(64);
  });

  it("puts an empty object where arguments were broken, or none", () => {
    const broken: AssistantPart = {
      type: "tool-call",
      id: "a",
      name: "look",
      raw: '{"a',
      problem: "cut-off",
    };
    const list: AssistantPart = { type: "tool-call", id: "b", name: "look", input: [1] };
    expect(
      inputOf(assistant(broken, list))
        .slice(0, 2)
        .map((item) => item["arguments"]),
    ).toEqual(["{}", "{}"]);
  });

  it("answers a free-text call in its own form", () => {
    const custom: AssistantPart = {
      type: "tool-call",
      id: "c",
      name: "sql",
      input: "SELECT 1",
      ...own({ type: "custom_tool_call", id: "ct_1" }),
    };
    expect(inputOf(assistant(custom), results(result("c", "no such tool")))).toEqual([
      { type: "custom_tool_call", id: "ct_1", call_id: "c", name: "sql", input: "SELECT 1" },
      { type: "custom_tool_call_output", call_id: "c", output: "no such tool" },
    ]);
  });

  it("says in the text that a call failed, and never sends an empty result", () => {
    const failed = { ...result("call_1", "Exit code 2"), failure: "failed" as const };
    expect(inputOf(assistant(call), results(failed))[1]!["output"]).toBe(
      "The call failed (failed).\nExit code 2",
    );
    expect(inputOf(assistant(call), results(result("call_1", " ")))[1]!["output"]).toBe("(no output)");
  });

  it("sends pictures and files in place, and a line where a model takes none", () => {
    const content = [
      { type: "text", text: "See" },
      { type: "image", mediaType: "image/png", data: "AA==" },
      { type: "file", mediaType: "application/pdf", data: "BB==", name: "a.pdf" },
      { type: "file", mediaType: "text/csv", data: Buffer.from("a,b").toString("base64"), name: "a.csv" },
      { type: "file", mediaType: "video/mp4", data: "CC==", name: "a.mp4" },
    ] as const;
    expect(
      inputOf(assistant(call), results({ type: "tool-result", callId: "call_1", name: "look", content }))[1]![
        "output"
      ],
    ).toEqual([
      { type: "input_text", text: "See" },
      { type: "input_image", image_url: "data:image/png;base64,AA==", detail: "auto" },
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,BB==" },
      { type: "input_text", text: "The file a.csv:\na,b" },
      { type: "input_text", text: "[a.mp4 was left out: the model does not take video/mp4]" },
    ]);
  });

  it("sends no lone surrogate", () => {
    const lone: AssistantPart = { type: "tool-call", id: "a", name: "look", input: { at: "x\ud83d" } };
    const bytes = JSON.stringify(
      inputOf(user("a\ud83d"), assistant(lone), results(result("a", "ok \ud83d"))),
    );
    expect(bytes).not.toMatch(/\\ud83d/);
  });
});
