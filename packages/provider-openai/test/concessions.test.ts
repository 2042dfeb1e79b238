import { describe, expect, it } from "vitest";
import { isBroken } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf, openaiChatServer, openaiResponsesServer } from "@skein/provider-conformance/servers";
import { never } from "@skein/test-kit";
import { outcomeOf as read, partsOf } from "@skein/provider-conformance/cases";
import { endOf, outcomeOf, provider, sse } from "./replies.ts";
import { look, simple } from "./requests.ts";

const withTools = { ...simple, tools: [look] };
const hello = [{ type: "text", text: "Hello" }] as const;
const refusal = (error: object) => ({ status: 400, body: { error } });

const slip = {
  message: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
  type: "invalid_request_error",
  code: "tool_use_failed",
  failed_generation: '<function=look{"at": a}</function>',
};
const misfit = {
  message:
    "tool call validation failed: parameters for tool look did not match schema: errors: [missing properties: 'at']",
  type: "invalid_request_error",
  code: "tool_use_failed",
  failed_generation: '{"name": "look", "arguments": {"where": "a"}}',
};

describe("a call that the vendor could not read", () => {
  it.each([
    ["that is no JSON", slip],
    ["that does not fit the tool", misfit],
  ])("%s is a failed call for the model to read, and takes nothing from the tools", async (_, error) => {
    await using server = await openaiChatServer([refusal(error), { parts: hello }]);
    const notices: string[] = [];
    const model = provider({ baseUrl: server.url, notice: (text) => void notices.push(text) }).model(
      "demo-1",
    );
    const first = await read(model.stream(withTools, never));
    expect(first.error).toBeUndefined();
    expect(streamLawBreaks(first.events)).toEqual([]);
    const [part] = partsOf(first.events);
    expect(part).toMatchObject({ type: "tool-call", name: "look", problem: "not-json" });
    expect(part?.type === "tool-call" && isBroken(part) && part.raw).toContain(error.message);
    expect(part?.type === "tool-call" && isBroken(part) && part.raw).toContain(error.failed_generation);
    expect(endOf(first.events)).toMatchObject({ stop: "tool-calls", rawStop: "tool_use_failed", usage: {} });

    await read(model.stream(withTools, never));
    const [asked, again] = server.requests.map((request) => request.json() as { readonly tools: unknown });
    expect(again!.tools).toEqual(asked!.tools);
    expect([server.requests.length, notices]).toEqual([2, []]);
  });

  it("inside of a stream ends the reply behind what it had said", async () => {
    const begun = { id: "x", choices: [{ index: 0, delta: { content: "I will look." } }] };
    const fetch = fetchOf(sse([begun, { error: slip }]), 11);
    const { events, error } = await outcomeOf({ api: "chat", fetch }, withTools);
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
    expect(partsOf(events)).toMatchObject([
      { type: "text", text: "I will look." },
      { type: "tool-call", name: "look", problem: "not-json" },
    ]);
    expect(endOf(events)?.stop).toBe("tool-calls");
  });

  it("is one in Responses as well", async () => {
    await using server = await openaiResponsesServer([refusal(misfit)]);
    const { events, error } = await outcomeOf({ baseUrl: server.url, api: "responses" }, withTools);
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
    expect(partsOf(events)).toMatchObject([{ name: "look", problem: "not-json" }]);
    const event = { type: "response.failed", response: { status: "failed", error: slip } };
    const streamed = await outcomeOf({ api: "responses", fetch: fetchOf(sse([event]), 20) }, withTools);
    expect(partsOf(streamed.events)).toMatchObject([{ name: "look", problem: "not-json" }]);
  });

  it.each([
    "tool call validation failed: parameters for tool look did not match schema",
    "Failed to parse tool call arguments as JSON: invalid schema",
    "The model generated an invalid tool call",
  ])("without the vendor's word for it leaves the schemas as they are: %s", async (message) => {
    await using server = await openaiChatServer([refusal({ message }), { parts: hello }]);
    const { error } = await outcomeOf({ baseUrl: server.url }, withTools);
    expect(error).toMatchObject({ code: "bad-request" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a concession", () => {
  it.each([
    [
      "temperature",
      "Unsupported value: 'temperature' does not support 0.5 with this model.",
      { temperature: 0.5 },
    ],
    ["stream_options", "stream_options: Extra inputs are not permitted", {}],
    ["max_tokens", "Unsupported parameter: 'max_tokens'.", { maxOutputTokens: 9 }],
    ["the schema of a tool", "Invalid schema for function 'look': 'format' is not permitted.", {}],
  ])("names %s, is announced once, and holds for the model's life alone", async (named, message, options) => {
    await using server = await openaiChatServer([
      refusal({ message }),
      { parts: hello },
      { parts: hello },
      refusal({ message }),
      { parts: hello },
    ]);
    const notices: string[] = [];
    const vendor = provider({ baseUrl: server.url, notice: (text) => void notices.push(text) });
    const request = { ...withTools, options };
    const ask = (model: ReturnType<typeof vendor.model>) => read(model.stream(request, never));
    const model = vendor.model("demo-1");
    for (const asked of [model, model, vendor.model("demo-1")])
      expect((await ask(asked)).error).toBeUndefined();
    expect(server.requests).toHaveLength(5);
    const bodies = server.requests.map((asked) => asked.bytes.toString());
    expect([bodies[2], bodies[3]]).toEqual([bodies[1], bodies[0]]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(new RegExp(`^openai refused .*${named}.*: the session continues with`));
  });

  it("is not made for a refusal that names nothing that was sent", async () => {
    await using server = await openaiChatServer([refusal({ message: "messages: too many images" })]);
    const { error } = await outcomeOf({ baseUrl: server.url }, withTools);
    expect(error).toMatchObject({ code: "bad-request" });
    expect(server.requests).toHaveLength(1);
  });
});
