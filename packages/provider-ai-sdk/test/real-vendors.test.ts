import { describe, expect, it } from "vitest";
import { taggedContext, type AssistantPart, type Message, type ToolDefinition } from "@skein/protocol";
import { complete, streamLawBreaks } from "@skein/provider-kit";
import { assistant, never, requestOf, result, results, user } from "@skein/test-kit";
import { anthropicServer, openaiChatServer, serveScript } from "@skein/provider-conformance/servers";
import { outcomeOf } from "@skein/provider-conformance/cases";
import { fromAiSdk } from "../src/index.ts";
import { anthropicOf, compatibleOf, once } from "./vendors.ts";

const look: ToolDefinition = {
  name: "my.look",
  description: "Looks.",
  inputSchema: { type: "object", properties: { at: { type: "string" } } },
};
const call: AssistantPart = { type: "tool-call", id: "toolu_1", name: "my.look", input: { at: "x" } };
const question = requestOf([{ ...user("Hello"), dynamicContext: ["Noon."] }], {
  system: "You are brief.",
  tools: [look],
});

describe("the AI SDK's Anthropic package", () => {
  it("answers with thoughts, text and a call, and gets them back with its signature", async () => {
    const thought: AssistantPart = {
      type: "thinking",
      text: "I should look.",
      sidecar: { provider: "", model: "", data: { signature: "signed" } },
    };
    const said: AssistantPart = { type: "text", text: "Lösung 🔍" };
    const wireCall = { ...call, name: "my_look_wire" };
    await using server = await anthropicServer((request) => {
      const { tools } = request.json() as { tools: { name: string }[] };
      return { parts: [thought, said, { ...wireCall, name: tools[0]!.name }] };
    });
    const model = once(anthropicOf(server));
    const { events, error } = await outcomeOf(model.stream(question, never));
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
    const reply = await complete(model, question, never);
    expect(reply.content.map((part) => ({ ...part, sidecar: undefined }))).toEqual([
      { type: "thinking", text: "I should look." },
      said,
      call,
    ]);
    expect(reply).toMatchObject({
      requestId: "req_test",
      modelId: "claude-test",
      stop: "tool-calls",
      rawStop: "tool_use",
      usage: { input: 11, output: 7 },
      rawUsage: { input_tokens: 11, output_tokens: 7 },
    });

    const messages: Message[] = [
      user("Hello"),
      assistant(...reply.content),
      results({ ...result("toolu_1", "seen", "my.look"), dynamicContext: ["Noon."] }),
    ];
    await complete(model, { ...question, messages }, never);
    const sent = server.requests[2]!.json() as { messages: { role: string; content: unknown[] }[] };
    expect(sent.messages[1]!.content).toMatchObject([
      { type: "thinking", thinking: "I should look.", signature: "signed" },
      { type: "text", text: "Lösung 🔍" },
      { type: "tool_use", id: "toolu_1", input: { at: "x" } },
    ]);
    expect(sent.messages[2]!.content).toMatchObject([
      { type: "tool_result", tool_use_id: "toolu_1", content: `seen\n\n${taggedContext("Noon.")}` },
    ]);
  });

  it("gives thoughts to no other model", async () => {
    await using server = await anthropicServer(() => ({ parts: [{ type: "text", text: "Yes." }] }));
    const foreign: AssistantPart = {
      type: "thinking",
      text: "Secret.",
      sidecar: { provider: "anthropic.messages", model: "another", data: { providerMetadata: {} } },
    };
    const messages = [user("Hello"), assistant(foreign, { type: "text", text: "Hi." }), user("Well?")];
    await complete(once(anthropicOf(server)), requestOf(messages), never);
    expect(server.requests[0]!.bytes.toString()).not.toContain("Secret.");
  });
});

describe("the AI SDK's package for compatible servers", () => {
  it("answers with text and calls", async () => {
    const other: AssistantPart = { type: "tool-call", id: "call_2", name: "shell", input: {} };
    await using server = await openaiChatServer(() => ({
      parts: [
        { type: "thinking", text: "Hm." },
        { type: "text", text: "Both." },
        { ...call, name: "shell" },
        other,
      ],
    }));
    const model = once(compatibleOf(server));
    const { events, error } = await outcomeOf(model.stream(question, never));
    expect(error).toBeUndefined();
    expect(streamLawBreaks(events)).toEqual([]);
    expect(await complete(model, question, never)).toMatchObject({
      requestId: "req_test",
      content: [
        { type: "thinking", text: "Hm." },
        { type: "text", text: "Both." },
        { name: "shell", input: { at: "x" } },
        other,
      ],
      stop: "tool-calls",
      rawStop: "tool_calls",
      usage: { input: 11, output: 7 },
    });
  });

  it.each([
    ["destroy", "network"],
    ["end", "bad-stream"],
  ] as const)("takes a reply that ends early (%s) for a failure", async (cutBy, code) => {
    await using server = await openaiChatServer(() => ({
      parts: [{ type: "text", text: "Half an answer that goes on" }],
      cutAfterEvents: 2,
      cutBy,
    }));
    const { events, error } = await outcomeOf(once(compatibleOf(server)).stream(question, never));
    expect(error).toMatchObject({ name: "ProviderError", code, retryable: true });
    expect(streamLawBreaks(events, { cut: true })).toEqual([]);
  });

  it("does not make a call of one that the output limit cut off", async () => {
    const raw = '{"path":"a.txt","text":"half';
    const broken: AssistantPart = { type: "tool-call", id: "c1", name: "write", raw, problem: "cut-off" };
    await using server = await openaiChatServer(() => ({ parts: [broken], stop: "length" }));
    const reply = await complete(once(compatibleOf(server)), question, never);
    expect(reply.content).toEqual([broken]);
    expect(reply.stop).toBe("length");
  });

  it("says that arguments are no JSON, and sends the call back with none", async () => {
    const broken: AssistantPart = {
      type: "tool-call",
      id: "c1",
      name: "w",
      raw: '{"a":',
      problem: "not-json",
    };
    await using server = await openaiChatServer(() => ({ parts: [broken] }));
    const model = once(compatibleOf(server));
    const reply = await complete(model, question, never);
    expect(reply.content).toEqual([broken]);
    await complete(model, requestOf([user("Hi"), assistant(...reply.content)]), never);
    expect(server.requests[1]!.bytes.toString()).toContain('"arguments":"{}"');
  });

  it.each([
    [401, { error: { message: "bad key" } }, "auth", false],
    [429, { error: { message: "slow down" } }, "rate-limited", true],
    [429, { error: { message: "x", code: "insufficient_quota" } }, "quota", false],
    [400, { error: { message: "maximum context length is 8192 tokens" } }, "context-overflow", false],
    [404, { error: { message: "no such model" } }, "not-found", false],
    [503, { error: { message: "down" } }, "overloaded", true],
  ] as const)("%i %j fails as %s", async (status, body, code, retryable) => {
    await using server = await openaiChatServer(() => ({ status, body, headers: { "retry-after": "7" } }));
    const { events, error } = await outcomeOf(once(compatibleOf(server)).stream(question, never));
    expect(events).toEqual([]);
    expect(error).toMatchObject({ code, status, retryable, requestId: "req_test", retryAfterMs: 7000 });
    expect(server.requests).toHaveLength(1);
  });

  it("fails with an error inside a reply that began well", async () => {
    const bytes = 'data: {"error":{"message":"The server gave up","code":"server_error"}}\n\n';
    await using server = await openaiChatServer(() => ({ bytes }));
    const { error } = await outcomeOf(once(compatibleOf(server)).stream(question, never));
    expect(error).toMatchObject({
      name: "ProviderError",
      message: expect.stringContaining("gave up") as string,
    });
  });

  it("fails with a page that is no stream", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: "text/html",
      body: Buffer.from("<html><body>Log in</body></html>"),
    }));
    const { error } = await outcomeOf(once(compatibleOf(server)).stream(question, never));
    expect(error).toMatchObject({ code: "bad-stream" });
  });

  it("fails as network when the connection is refused, and names the host", async () => {
    const server = await openaiChatServer([]);
    await server[Symbol.asyncDispose]();
    const { error } = await outcomeOf(once(compatibleOf(server)).stream(question, never));
    const message = expect.stringContaining(new URL(server.url).host) as string;
    expect(error).toMatchObject({ code: "network", retryable: true, message });
  });

  it("is asked again by Skein, not by the AI SDK", async () => {
    const failing = { status: 503, body: "" };
    await using server = await openaiChatServer([
      failing,
      failing,
      { parts: [{ type: "text", text: "Yes." }] },
    ]);
    const clock = { sleep: () => Promise.resolve() };
    const model = fromAiSdk(compatibleOf(server), { retry: { clock }, warn: () => undefined });
    expect(await complete(model, question, never)).toMatchObject({ content: [{ text: "Yes." }] });
    expect(server.requests).toHaveLength(3);
  });

  it("stops with the signal's reason, and closes the connection", async () => {
    await using server = await openaiChatServer(() => ({
      parts: [{ type: "text", text: "A long answer that never ends." }],
      stallAfterBytes: 400,
    }));
    const stop = new AbortController();
    const reason = new Error("Enough.");
    const reading = async (): Promise<void> => {
      for await (const event of once(compatibleOf(server)).stream(question, stop.signal))
        if (event.type === "text-delta") stop.abort(reason);
    };
    await expect(reading()).rejects.toBe(reason);
    await expect.poll(() => server.openSockets()).toBe(0);
  });

  it("takes silence for a stall", async () => {
    await using server = await openaiChatServer(() => ({
      parts: [{ type: "text", text: "Silent." }],
      stallAfterBytes: 10,
    }));
    const model = once(compatibleOf(server), { watchdog: { firstByteMs: 60, idleMs: 60 } });
    const { error } = await outcomeOf(model.stream(question, never));
    expect(error).toMatchObject({ code: "stalled" });
  });

  it("uses its connections again", async () => {
    await using server = await openaiChatServer(() => ({ parts: [{ type: "text", text: "Yes." }] }));
    const model = once(compatibleOf(server));
    for (let turn = 0; turn < 4; turn++) await complete(model, question, never);
    expect(server.acceptedSockets()).toBeLessThan(3);
  });
});
