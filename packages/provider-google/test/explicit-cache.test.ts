import { describe, expect, it } from "vitest";
import { costOf, type ModelOptions, type Usage } from "@skein/protocol";
import { collect, never, requestOf, user } from "@skein/test-kit";
import { googleServer, type GoogleReply } from "@skein/provider-conformance/servers";
import { provider } from "./replies.ts";

const modelId = "gemini-2.5-flash";
const system = "Be brief. ".repeat(4000);
const tool = { name: "look", description: "Looks.", inputSchema: { type: "object", properties: {} } };
const usage = { promptTokenCount: 9020, cachedContentTokenCount: 9000, candidatesTokenCount: 7 };
const answer: GoogleReply = { parts: [{ type: "text", text: "Hi" }], usage };
const made = (number: number): GoogleReply => ({
  status: 200,
  body: { name: `cachedContents/c${number}`, usageMetadata: { totalTokenCount: 9000 } },
});
const refusal = (status: number): GoogleReply => ({
  status,
  body: { error: { code: status, message: "CachedContent not found (or permission denied)" } },
});

interface Turn {
  readonly system?: string;
  readonly options?: ModelOptions;
}

interface Sent {
  readonly systemInstruction?: unknown;
  readonly cachedContent?: string;
}

/** Runs turns one after another. `generate` and `create` answer by how often they were asked before. */
async function conversation(
  turns: readonly Turn[],
  replies: {
    readonly create?: (count: number) => GoogleReply;
    readonly generate?: (count: number, body: Sent) => GoogleReply;
  } = {},
) {
  const { create = (count: number) => made(count + 1), generate = () => answer } = replies;
  const counts = { created: 0, generated: 0 };
  await using server = await googleServer((request) =>
    request.path.endsWith("/cachedContents")
      ? create(counts.created++)
      : generate(counts.generated++, request.json() as Sent),
  );
  const notices: string[] = [];
  const model = provider({ baseUrl: server.url, notice: (text) => void notices.push(text) }).model(modelId);
  const usages: Usage[] = [];
  for (const turn of turns) {
    const request = requestOf([user("Hello")], { system, tools: [tool], ...turn });
    const options = { explicitCache: true, ...turn.options };
    for (const event of await collect(model.stream({ ...request, options }, never)))
      if (event.type === "message-end") usages.push(event.usage);
  }
  const bodies = server.requests.map((request) => ({
    path: request.path,
    text: request.bytes.toString(),
    body: request.json() as Record<string, unknown>,
  }));
  const created = bodies.filter(({ path }) => path.endsWith("/cachedContents"));
  const generated = bodies.filter(({ path }) => !path.endsWith("/cachedContents"));
  return { created, generated, notices, usages, price: model.price };
}

const named = (sent: readonly { readonly body: Record<string, unknown> }[]) =>
  sent.map(({ body }) => body["cachedContent"]);

describe("an explicit cache", () => {
  it("is made once over five turns, which name it instead of repeating it", async () => {
    const turns = Array.from({ length: 5 }, () => ({}));
    const { created, generated, notices } = await conversation(turns);
    expect(created).toHaveLength(1);
    expect(created[0]?.path).toBe("/v1beta/cachedContents");
    expect(created[0]?.body).toEqual({
      model: `models/${modelId}`,
      systemInstruction: { parts: [{ text: system }] },
      tools: [{ functionDeclarations: [expect.objectContaining({ name: "look" })] }],
      ttl: "300s",
    });
    expect(named(generated)).toEqual(Array.from({ length: 5 }, () => "cachedContents/c1"));
    for (const { body } of generated)
      expect(Object.keys(body)).toEqual(["cachedContent", "generationConfig", "contents"]);
    expect(notices).toEqual([]);
  });

  it("lasts as long as is wanted, holds the choice of tools, and never has the key", async () => {
    const options = { cacheTtl: "1h", toolChoice: "required" } as const;
    const { created, generated, notices } = await conversation([{ options }]);
    const toolConfig = { functionCallingConfig: { mode: "ANY" } };
    expect(created[0]?.body).toMatchObject({ ttl: "3600s", toolConfig });
    expect(generated[0]?.body).not.toHaveProperty("toolConfig");
    expect(created[0]?.text).not.toContain("test-key");
    expect(notices).toEqual([]);
  });

  it("counts as written in the request that made it only", async () => {
    const { usages, price } = await conversation([{}, {}]);
    const read = { input: 20, output: 7, cacheRead: 9000, reasoning: 0 };
    expect(usages).toEqual([
      { ...read, cacheWrite: 9000, prompt: 9020 },
      { ...read, cacheWrite: 0 },
    ]);
    const [first, second] = usages.map((one) => costOf(one, price)!);
    expect(first! - second!).toBeCloseTo((9000 * 0.3) / 1_000_000, 10);
  });

  it("counts at most a token per byte when the vendor counts nothing", async () => {
    const { usages } = await conversation([{}], {
      create: () => ({ status: 200, body: { name: "cachedContents/c1" } }),
    });
    expect(usages[0]?.cacheWrite).toBeGreaterThan(system.length);
  });

  it("is made for another head, too, and found again for the first", async () => {
    const other = "Be long. ".repeat(4000);
    const { created, generated } = await conversation([{}, { system: other }, {}]);
    expect(created).toHaveLength(2);
    expect(named(generated)).toEqual(["cachedContents/c1", "cachedContents/c2", "cachedContents/c1"]);
  });

  it.each([403, 404])("is made again after the vendor answered %i for it", async (status) => {
    const { created, generated, notices } = await conversation([{}, {}, {}], {
      generate: (count) => (count === 1 ? refusal(status) : answer),
    });
    expect(created).toHaveLength(2);
    expect(named(generated)).toEqual([
      "cachedContents/c1",
      "cachedContents/c1",
      undefined,
      "cachedContents/c2",
    ]);
    expect(generated[2]?.body).toHaveProperty("systemInstruction");
    expect(notices).toEqual([]);
  });

  it("is not made again and again when the vendor does not take what it made", async () => {
    const { created, generated, notices, usages } = await conversation([{}, {}], {
      generate: (_, { cachedContent }) => (cachedContent === undefined ? answer : refusal(403)),
    });
    expect(created).toHaveLength(1);
    expect(named(generated)).toEqual(["cachedContents/c1", undefined, undefined]);
    expect(notices).toHaveLength(1);
    expect(usages.map(({ cacheWrite }) => cacheWrite)).toEqual([9000, 0]);
  });

  it.each([
    ["400", refusal(400)],
    ["429", refusal(429)],
    ["no name", { status: 200, body: {} }],
  ])("is done without, with one notice, when it is refused (%s)", async (_, reply: GoogleReply) => {
    const { created, generated, notices } = await conversation([{}, {}], { create: () => reply });
    expect(created).toHaveLength(1);
    expect(named(generated)).toEqual([undefined, undefined]);
    expect(notices).toEqual([expect.stringContaining("gets no explicit cache") as string]);
  });

  it.each<[string, Turn]>([
    ["below the vendor's minimum", { system: "Be brief." }],
    ["unless it is wanted", { options: { explicitCache: false } }],
    ["next to one of the user's own", { options: { body: { cachedContent: "cachedContents/own" } } }],
  ])("is not made %s", async (_, turn) => {
    const { created, generated, notices } = await conversation([turn]);
    expect(created).toEqual([]);
    expect(generated[0]?.body).toHaveProperty("systemInstruction");
    expect(notices).toEqual([]);
  });
});
