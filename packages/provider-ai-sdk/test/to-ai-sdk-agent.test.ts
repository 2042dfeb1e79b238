import { generateText, streamText } from "ai";
import { describe, expect, it } from "vitest";
import { createAgent } from "@skein/agent";
import { defineTool } from "@skein/extension-kit";
import { ProviderError, type AssistantPart } from "@skein/protocol";
import { withRetries } from "@skein/provider-kit";
import { scriptedModel, type ScriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { anthropicServer, openaiChatServer } from "@skein/provider-conformance/servers";
import { collect } from "@skein/test-kit";
import { z } from "zod";
import { fromAiSdk, toAiSdk } from "../src/index.ts";
import { anthropicOf, compatibleOf } from "./vendors.ts";

const weather = defineTool({
  name: "weather",
  description: "Weather of a city now.",
  effect: "reads",
  input: z.object({ city: z.string() }),
  run: ({ city }) => `Sunny in ${city}`,
});
const call: AssistantPart = { type: "tool-call", id: "c1", name: "weather", input: { city: "Oslo" } };
const turns: readonly ScriptedTurn[] = [
  [{ type: "thinking", text: "Hm." }, { type: "text", text: "I will look." }, call],
  [{ type: "text", text: "It is sunny." }],
];

function agentOf(model: ScriptedModel) {
  return createAgent({ model, extensions: [weather], ask: () => Promise.resolve({ allow: "once" }) });
}

describe("a Skein agent in the AI SDK", () => {
  it("runs its own tools, which are shown as run by the provider", async () => {
    await using agent = agentOf(scriptedModel(turns));
    const result = streamText({ model: toAiSdk(agent), prompt: "Weather in Oslo?" });
    const parts = await collect(result.fullStream);
    expect(parts.filter(({ type }) => type === "error")).toEqual([]);
    expect(await result.text).toBe("I will look.It is sunny.");
    expect(parts.map((part) => (part.type === "reasoning-delta" ? part.text : "")).join("")).toBe("Hm.");
    const id = expect.stringMatching(/./) as string;
    expect(parts.filter(({ type }) => type === "tool-call" || type === "tool-result")).toMatchObject([
      {
        type: "tool-call",
        toolCallId: id,
        toolName: "weather",
        input: { city: "Oslo" },
        providerExecuted: true,
      },
      { type: "tool-result", toolName: "weather", output: "Sunny in Oslo", providerExecuted: true },
    ]);
    expect(await result.finishReason).toBe("stop");
    expect(await result.steps).toHaveLength(1);
  });

  it("gives the same without streaming, and continues its own conversation", async () => {
    const model = scriptedModel([...turns, [{ type: "text", text: "Bergen too." }]]);
    await using agent = agentOf(model);
    const first = await generateText({ model: toAiSdk(agent), prompt: "Weather in Oslo?" });
    expect(first.text).toBe("I will look.It is sunny.");
    expect(first.providerMetadata).toMatchObject({ skein: { turns: 2, toolCalls: 1 } });
    const messages = [
      { role: "user", content: "Weather in Oslo?" } as const,
      ...first.responseMessages,
      { role: "user", content: "And in Bergen?" } as const,
    ];
    const second = await generateText({ model: toAiSdk(agent), messages });
    expect(second.text).toBe("Bergen too.");
    const asked = model.requests[2]!.messages.filter(({ role }) => role === "user");
    expect(asked).toMatchObject([
      { content: [{ text: "Weather in Oslo?" }] },
      { content: [{ text: "And in Bergen?" }] },
    ]);
  });

  it("made for each call is told what was said before, and closed after it", async () => {
    let closed = 0;
    const model = scriptedModel([[{ type: "text", text: "Yes." }]]);
    const made = () => {
      const agent = agentOf(model);
      return {
        run: agent.run.bind(agent),
        async [Symbol.asyncDispose]() {
          closed++;
          await agent.close();
        },
      };
    };
    await generateText({
      model: toAiSdk(made),
      system: "Be kind.",
      messages: [
        { role: "user", content: "I am Kim." },
        { role: "assistant", content: "Hello Kim." },
        { role: "user", content: "Who am I?" },
      ],
    });
    expect(closed).toBe(1);
    const told = JSON.stringify(model.requests[0]!.messages);
    for (const words of ["Be kind.", "I am Kim.", "You: Hello Kim.", "Who am I?"])
      expect(told).toContain(words);
  });

  it("fails where the run does not end with an answer", async () => {
    const failure = new ProviderError("quota", "Used up.", { provider: "p", retryable: false });
    await using agent = agentOf(scriptedModel([failure]));
    await expect(generateText({ model: toAiSdk(agent), prompt: "Hi" })).rejects.toMatchObject({
      name: "AI_APICallError",
      message: expect.stringContaining("Used up.") as string,
    });
  });

  it("marks the text of a restarted reply, and leaves it out of the result", async () => {
    const cut = new ProviderError("network", "Cut.", { provider: "p", retryable: true });
    const begun = [
      { type: "message-start", modelId: "m" },
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: "Ha" },
    ] as const;
    const model = withRetries(
      scriptedModel([{ events: begun, error: cut }, [{ type: "text", text: "Yes." }]]),
      {
        clock: { sleep: () => Promise.resolve() },
      },
    );
    await using agent = createAgent({ model });
    const { text } = await generateText({ model: toAiSdk(agent), prompt: "Hi" });
    expect(text).toBe("Yes.");
  });

  it("gives a typed result as text", async () => {
    const done: AssistantPart = { type: "tool-call", id: "f", name: "final_output", input: { celsius: 9 } };
    await using agent = createAgent({
      model: scriptedModel([[done]]),
      output: z.object({ celsius: z.number() }),
    });
    const { text } = await generateText({ model: toAiSdk(agent), prompt: "Hi" });
    expect(JSON.parse(text)).toEqual({ celsius: 9 });
  });

  it("is interrupted when the last reader leaves", async () => {
    const model = scriptedModel([[{ type: "text", text: "A long answer." }]], { delayMs: 10, deltaSize: 1 });
    await using agent = agentOf(model);
    const { stream } = await toAiSdk(agent).doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    });
    const reader = stream.getReader();
    while ((await reader.read()).value?.type !== "text-delta");
    await reader.cancel();
    await agent.run("Again").result;
    const [, again] = model.requests;
    const { content } = again!.messages.find(({ role }) => role === "assistant")!;
    expect(content).toMatchObject([{ type: "text", text: expect.not.stringContaining("answer") as string }]);
  });
});

describe("a Skein agent on a model of the AI SDK", () => {
  it("works through a compatible server, both ways round", async () => {
    const replies = turns as readonly (readonly AssistantPart[])[];
    await using server = await openaiChatServer(replies.map((parts) => ({ parts })));
    const model = fromAiSdk(compatibleOf(server), { warn: () => undefined });
    await using agent = createAgent({
      model,
      extensions: [weather],
      ask: () => Promise.resolve({ allow: "once" }),
    });
    const { text } = await generateText({ model: toAiSdk(agent), prompt: "Weather in Oslo?" });
    expect(text).toBe("I will look.It is sunny.");
    expect(server.requests[1]!.bytes.toString()).toContain("Sunny in Oslo");
  });

  it("works through Anthropic's wire", async () => {
    await using server = await anthropicServer([
      { parts: [call] },
      { parts: [{ type: "text", text: "Sunny." }] },
    ]);
    const model = fromAiSdk(anthropicOf(server), { warn: () => undefined });
    await using agent = createAgent({
      model,
      extensions: [weather],
      ask: () => Promise.resolve({ allow: "once" }),
    });
    expect(await agent.run("Weather?").result).toMatchObject({
      outcome: "done",
      text: "Sunny.",
      toolCalls: 1,
    });
    expect(server.requests[1]!.bytes.toString()).toContain("Sunny in Oslo");
  });
});
