import { APICallError, generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError, ProviderError } from "@skein/protocol";
import type { AssistantPart, AttemptModel } from "@skein/protocol";
import { complete, withRetries } from "@skein/provider-kit";
import { scriptedModel } from "@skein/provider-replay";
import type { ScriptedTurn } from "@skein/provider-replay";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { toAiSdk } from "../src/index.ts";
import { once } from "./vendors.ts";

const sidecar = { provider: "replay", model: "scripted", data: { signature: "signed" } };
const thought: AssistantPart = { type: "thinking", text: "Hm.", sidecar };
const call: AssistantPart = { type: "tool-call", id: "c1", name: "look", input: { at: "x" } };
const yes: readonly AssistantPart[] = [{ type: "text", text: "Yes, seen." }];

function lookingAt(ran: unknown[]) {
  return tool({
    description: "Looks.",
    inputSchema: jsonSchema<{ at: string }>({
      type: "object",
      properties: { at: { type: "string" } },
      required: ["at"],
    }),
    execute: (input) => {
      ran.push(input);
      return Promise.resolve("seen");
    },
  });
}

describe("a Skein model in the AI SDK", () => {
  it("has its calls run there, and gets its thoughts back with their sidecar", async () => {
    const model = scriptedModel([[thought, call, { type: "opaque", sidecar }], yes]);
    const ran: unknown[] = [];
    const { text, steps, totalUsage } = await generateText({
      model: toAiSdk(model),
      system: "Brief.",
      prompt: "Look.",
      temperature: 0.5,
      reasoning: "xhigh",
      tools: { look: lookingAt(ran) },
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe("Yes, seen.");
    expect(ran).toEqual([{ at: "x" }]);
    expect(steps).toHaveLength(2);
    expect(totalUsage.inputTokens).toBe(0);
    const [first, second] = model.requests;
    expect(first).toMatchObject({
      system: "Brief.",
      tools: [{ name: "look", description: "Looks." }],
      messages: [{ role: "user", content: [{ type: "text", text: "Look." }] }],
      options: { temperature: 0.5, effort: "max" },
    });
    expect(second!.messages.slice(1)).toEqual([
      { role: "assistant", content: [thought, call, { type: "opaque", sidecar }] },
      {
        role: "tool",
        content: [
          { type: "tool-result", callId: "c1", name: "look", content: [{ type: "text", text: "seen" }] },
        ],
      },
    ]);
  });

  it("streams text and thoughts", async () => {
    const result = streamText({ model: toAiSdk(scriptedModel([[thought, ...yes]])), prompt: "Look." });
    const parts = await collect(result.fullStream);
    const joined = (type: string) =>
      parts.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
    expect(joined("reasoning-delta")).toBe("Hm.");
    expect(joined("text-delta")).toBe("Yes, seen.");
    expect(await result.finishReason).toBe("stop");
  });

  it.each([
    ["", "cut-off"],
    ['{"at":"x"}', "cut-off"],
    ['{"at":"x', "cut-off"],
    ['{"at":}', "not-json"],
  ] as const)("never has a call run whose arguments %j are %s", async (raw, problem) => {
    const broken: AssistantPart = { type: "tool-call", id: "c1", name: "look", raw, problem };
    const model = scriptedModel([[broken], yes]);
    const ran: unknown[] = [];
    const { text } = await generateText({
      model: toAiSdk(model),
      prompt: "Look.",
      tools: { look: lookingAt(ran) },
      stopWhen: stepCountIs(3),
    });
    expect(ran).toEqual([]);
    expect(text).toBe("Yes, seen.");
    expect(model.requests[1]!.messages.at(-1)).toMatchObject({
      role: "tool",
      content: [{ failure: "failed" }],
    });
  });

  it("fails as an APICallError that is not tried again", async () => {
    const failure = new ProviderError("overloaded", "Down.", { provider: "p", retryable: true, status: 503 });
    const model = scriptedModel([failure]);
    const failed = generateText({ model: toAiSdk(model), prompt: "Hi" }).catch((error: unknown) => error);
    expect(APICallError.isInstance(await failed)).toBe(true);
    expect(await failed).toMatchObject({ statusCode: 503, message: "Down.", data: { code: "overloaded" } });
    expect(model.requests).toHaveLength(1);
  });

  it("says that a key is missing", async () => {
    const missing = new ConfigError("missing-key", "There is no key.", { hint: "Set KEY." });
    const failed = generateText({ model: toAiSdk(scriptedModel([missing])), prompt: "Hi" });
    await expect(failed).rejects.toMatchObject({
      name: "AI_LoadAPIKeyError",
      message: expect.stringContaining("KEY") as string,
    });
  });

  const broken = new ProviderError("network", "Cut.", { provider: "p", retryable: true });
  const half = [
    { type: "message-start", modelId: "m" },
    { type: "part-start", part: 0, kind: "text" },
    { type: "text-delta", part: 0, delta: "Ha" },
  ] as const;
  const restarting = (): AttemptModel => {
    const turns: ScriptedTurn[] = [{ events: half, error: broken }, yes];
    return withRetries(scriptedModel(turns), { clock: { sleep: () => Promise.resolve() } });
  };

  it("never withdraws text: a restarted stream fails, a complete reply does not", async () => {
    const { text } = await generateText({ model: toAiSdk(restarting()), prompt: "Hi" });
    expect(text).toBe("Yes, seen.");
    const result = streamText({ model: toAiSdk(restarting()), prompt: "Hi", onError: () => undefined });
    const parts = await collect(result.fullStream);
    expect(parts.filter(({ type }) => type === "error")).toMatchObject([
      { error: { data: { code: "bad-stream" } } },
    ]);
    expect(parts.map((part) => (part.type === "text-delta" ? part.text : "")).join("")).toBe("Ha");
  });

  it("stops when it is told to", async () => {
    const model = scriptedModel([yes], { delayMs: 20, deltaSize: 1 });
    const stop = new AbortController();
    const result = streamText({ model: toAiSdk(model), prompt: "Hi", abortSignal: stop.signal });
    const seen: string[] = [];
    for await (const part of result.fullStream) {
      seen.push(part.type);
      if (part.type === "text-delta") stop.abort();
    }
    expect(seen.at(-1)).toBe("abort");
  });

  it("says which options it has no word for", async () => {
    const { warnings } = await generateText({
      model: toAiSdk(scriptedModel([[call]])),
      prompt: "Hi",
      topK: 3,
      seed: 1,
      toolChoice: "required",
      tools: { look: lookingAt([]) },
    });
    const features = warnings?.map((warning) => ("feature" in warning ? warning.feature : ""));
    expect(features).toEqual(["topK", "seed", "toolChoice"]);
  });
});

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.string({ minLength: 1 }).map((text) => ({ type: "text" as const, text, sidecar })),
  fc.string().map((text) => ({ type: "thinking" as const, text, sidecar })),
  fc.dictionary(fc.string(), fc.jsonValue()).map((input) => ({
    type: "tool-call" as const,
    id: "c",
    name: "sh",
    input: JSON.parse(JSON.stringify(input)) as never,
  })),
);

describe("there and back again", () => {
  it("a reply is the same", async () => {
    await checkProperty(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (drawn) => {
        const content = drawn.map((one, at) => (one.type === "tool-call" ? { ...one, id: `c${at}` } : one));
        const model = once(toAiSdk(scriptedModel([content])));
        const reply = await complete(model, requestOf([user("Hi")]), never);
        const plain = (one: AssistantPart) => ({ ...one, sidecar: undefined });
        expect(reply.content.map(plain)).toEqual(content.map(plain));
        expect(reply.usage).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
      }),
      { numRuns: 100 },
    );
  });
});
