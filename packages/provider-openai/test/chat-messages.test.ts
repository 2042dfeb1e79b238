import { describe, expect, it } from "vitest";
import type { AssistantPart, Message, Sidecar, ToolResultPart } from "@skein/protocol";
import { assistant, results, user } from "@skein/test-kit";
import { chatMessages } from "../src/request/chat-messages.ts";
import { result } from "./requests.ts";

const owner = { provider: "openai", model: "demo-1" };

const form = { ids: "usual", hasThoughtFields: false, hasResultPictures: false } as const;

function own(data: object): { readonly sidecar: Sidecar } {
  return { sidecar: { ...owner, data: { api: "chat", ...data } } };
}

const call: AssistantPart = { type: "tool-call", id: "call_1", name: "look", input: { at: "x" } };
const wireCall = { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"x"}' } };

function messagesOf(...messages: readonly Message[]): readonly Record<string, unknown>[] {
  return chatMessages(messages, owner, form);
}

describe("the conversation as messages", () => {
  it("puts calls into the reply and a message for each result behind it", () => {
    expect(
      messagesOf(
        user("Hi"),
        assistant({ type: "text", text: "Wait" }, call),
        results(result("call_1", "seen")),
      ),
    ).toEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Wait", tool_calls: [wireCall] },
      { role: "tool", tool_call_id: "call_1", content: "seen" },
    ]);
  });

  it.each(["reasoning_content", "reasoning"])(
    "gives thoughts back in the field they came in: %s",
    (field) => {
      const thought: AssistantPart = { type: "thinking", text: "hm", ...own({ field }) };
      expect(messagesOf(assistant(thought, call))[0]).toEqual({
        role: "assistant",
        content: null,
        [field]: "hm",
        tool_calls: [wireCall],
      });
      const empty: AssistantPart = { type: "thinking", text: "", ...own({ field }) };
      expect(messagesOf(assistant(empty, call))[0]).toHaveProperty(field, "");
    },
  );

  it("gives details back as they were, and thoughts of a content list in the list", () => {
    const details = [{ type: "reasoning.text", text: "hm", signature: "S" }];
    const thought: AssistantPart = { type: "thinking", text: "hm", ...own({ field: "reasoning", details }) };
    expect(messagesOf(assistant(thought, { type: "text", text: "a" }))).toEqual([
      { role: "assistant", content: "a", reasoning_details: details },
    ]);
    const listed: AssistantPart = { type: "thinking", text: "hm", ...own({ field: "content" }) };
    expect(messagesOf(assistant(listed, { type: "text", text: "a" }))).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
          { type: "text", text: "a" },
        ],
      },
    ]);
  });

  it("drops the thoughts and signatures of others", () => {
    const thought: AssistantPart = { type: "thinking", text: "hm", ...own({ field: "reasoning" }) };
    const signed: AssistantPart = { ...call, ...own({ extra_content: { s: "S" } }) };
    expect(messagesOf(assistant(thought, signed))[0]).toEqual({
      role: "assistant",
      content: null,
      reasoning: "hm",
      tool_calls: [{ ...wireCall, extra_content: { s: "S" } }],
    });
    for (const other of [
      { ...owner, model: "demo-2" },
      { ...owner, provider: "groq" },
    ]) {
      expect(chatMessages([assistant(thought, signed)], other, form)[0]).toEqual({
        role: "assistant",
        content: null,
        tool_calls: [wireCall],
      });
    }
  });

  it("does not let what Responses wrote into a call", () => {
    const foreign: AssistantPart = {
      ...call,
      sidecar: { ...owner, data: { api: "responses", id: "fc_1" } },
    };
    expect(messagesOf(assistant(foreign))[0]!["tool_calls"]).toEqual([wireCall]);
  });

  it("leaves out a reply with neither text nor calls", () => {
    const thought: AssistantPart = { type: "thinking", text: "hm", ...own({ field: "reasoning" }) };
    expect(messagesOf(user("a"), assistant(thought, { type: "text", text: "" }), user("b"))).toHaveLength(2);
  });

  it("shows pictures of results in a user message behind all results", () => {
    const other: AssistantPart = { ...call, id: "call_2" };
    const picture = { type: "image", mediaType: "image/png", data: "AA==" } as const;
    const seen = { type: "tool-result", callId: "call_1", name: "look", content: [picture] } as const;
    expect(messagesOf(assistant(call, other), results(seen, result("call_2", "b"))).slice(1)).toEqual([
      { role: "tool", tool_call_id: "call_1", content: "The result follows in the next message." },
      { role: "tool", tool_call_id: "call_2", content: "b" },
      {
        role: "user",
        content: [
          { type: "text", text: "From the result of look:" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
        ],
      },
    ]);
  });

  it("leaves pictures in results where the server takes them, and files behind", () => {
    const picture = { type: "image", mediaType: "image/png", data: "AA==" } as const;
    const pdf = { type: "file", mediaType: "application/pdf", data: "AA==" } as const;
    const seen = (...content: ToolResultPart["content"]) =>
      results({ type: "tool-result", callId: "call_1", name: "look", content });
    const told = (message: Message) =>
      chatMessages([assistant(call), message], owner, { ...form, hasResultPictures: true }).slice(1);
    const shown = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
    const toolSays = (content: unknown) => ({ role: "tool", tool_call_id: "call_1", content });
    expect(told(seen(picture))).toEqual([toolSays([shown])]);
    expect(told(seen({ type: "text", text: "two" }, picture, picture))).toEqual([
      toolSays([{ type: "text", text: "two" }, shown, shown]),
    ]);
    expect(told(seen(picture, pdf))).toEqual([
      toolSays([{ type: "text", text: "The result follows in the next message." }, shown]),
      { role: "user", content: [{ type: "text", text: "From the result of look:" }, expect.anything()] },
    ]);
    expect(told(seen({ type: "text", text: "none" }))).toEqual([toolSays("none")]);
  });

  it("answers every call, says what was lost, and tells orphans as text", () => {
    const [, lost, orphan] = messagesOf(assistant(call), results(result("gone", "old")));
    expect(lost).toEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: "The result of this call was lost.",
    });
    expect(JSON.stringify(orphan)).toContain("Result of an earlier call of look:");
  });

  it("gives each call of an endlessly repeated id its own result", () => {
    const again = [1, 2].flatMap((turn) => [
      assistant({ ...call, id: "Z" }),
      results(result("Z", `r${turn}`)),
    ]);
    const sent = messagesOf(user("a"), ...again);
    const ids = sent.flatMap(
      ({ tool_calls: calls }) => (calls as { id: string }[] | undefined)?.map(({ id }) => id) ?? [],
    );
    expect(ids).toEqual(["Z", "Z_2"]);
    expect(
      sent
        .filter(({ role }) => role === "tool")
        .map((message) => [message["tool_call_id"], message["content"]]),
    ).toEqual([
      ["Z", "r1"],
      ["Z_2", "r2"],
    ]);
  });

  it("keeps ids within 40 characters and as they are where they fit", () => {
    const ids = ["functions.look:0", "x".repeat(90)];
    const calls = ids.map((id): AssistantPart => ({ ...call, id }));
    const [reply] = messagesOf(assistant(...calls));
    const sent = (reply!["tool_calls"] as { id: string }[]).map(({ id }) => id);
    expect(sent).toEqual(["functions.look:0", "x".repeat(40)]);
  });
});
