import { describe, expect, it } from "vitest";
import { costOf } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { collect, never } from "@skein/test-kit";
import { anthropic, createAnthropic } from "../src/index.ts";
import { simple } from "./replies.ts";

describe("the provider", () => {
  it("is made without a key, and asks for one before the first request", async () => {
    const model = anthropic("claude-haiku-4-5", { env: {} });
    expect(model).toMatchObject({
      provider: "anthropic",
      id: "claude-haiku-4-5",
      limits: { contextTokens: 200_000, outputTokens: 64_000 },
    });
    const missing = {
      name: "ConfigError",
      code: "missing-key",
      hint: "Set ANTHROPIC_API_KEY to your key.",
      nextStep: { do: "store-key" },
    };
    await expect(collect(model.stream(simple, never))).rejects.toMatchObject(missing);
    await expect(createAnthropic({ env: {} }).prepare()).rejects.toMatchObject(missing);
  });

  it("takes key and address from the environment it is given, the key for the server in both of its headers", async () => {
    await using server = await anthropicServer([{ parts: [] }]);
    const env = { ANTHROPIC_API_KEY: "from-env", ANTHROPIC_BASE_URL: `${server.url}/v1/` };
    await collect(anthropic("demo-1", { env }).stream(simple, never));
    expect(server.requests[0]).toMatchObject({
      path: "/v1/messages",
      headers: {
        authorization: "Bearer from-env",
        "x-api-key": "from-env",
        "anthropic-version": expect.any(String) as string,
      },
    });
  });

  it("keeps a path of the address, and takes the settings before the environment", async () => {
    await using server = await anthropicServer([{ parts: [] }]);
    const settings = {
      apiKey: "mine",
      baseUrl: `${server.url}/gateway`,
      env: { ANTHROPIC_API_KEY: "x", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" },
    };
    await collect(anthropic("demo-1", settings).stream(simple, never));
    expect(server.requests[0]).toMatchObject({
      path: "/gateway/v1/messages",
      headers: { authorization: "Bearer mine" },
    });
  });

  it("finds a key that is set after the first try", async () => {
    await using server = await anthropicServer([{ parts: [] }]);
    const env: Record<string, string> = { ANTHROPIC_BASE_URL: server.url };
    const made = createAnthropic({ env });
    await expect(made.prepare()).rejects.toMatchObject({ code: "missing-key" });
    env["ANTHROPIC_API_KEY"] = "later";
    await made.prepare();
    await collect(made.model("demo-1").stream(simple, never));
    expect(server.requests.length).toBe(1);
  });

  it.each(["not an address", "ftp://x", "https://user:secret@example.com"])(
    "refuses the address %s without repeating it",
    async (baseUrl) => {
      const error: unknown = await createAnthropic({ apiKey: "k", env: {}, baseUrl })
        .prepare()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "ConfigError", code: "usage" });
      expect(String(error)).not.toContain("secret");
    },
  );

  it("lists models and checks key and address", async () => {
    await using server = await anthropicServer([]);
    const made = createAnthropic({ apiKey: "k", env: {}, baseUrl: server.url });
    expect(await made.models()).toEqual([
      { id: "claude-test", name: "Claude Test", limits: { contextTokens: 1000, outputTokens: 100 } },
    ]);
    await made.check();
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/models?limit=1000", "/v1/models?limit=1"]);
  });

  it("fails its check with what is wrong", async () => {
    const refused = (): Promise<Response> =>
      Promise.resolve(Response.json({ error: { message: "invalid x-api-key" } }, { status: 401 }));
    await expect(createAnthropic({ apiKey: "k", env: {}, fetch: refused }).check()).rejects.toMatchObject({
      code: "auth",
    });
    const page = (): Promise<Response> => Promise.resolve(new Response("<html><body>Hi</body></html>"));
    await expect(createAnthropic({ apiKey: "k", env: {}, fetch: page }).check()).rejects.toMatchObject({
      code: "bad-stream",
    });
    const check = createAnthropic({ apiKey: "k", env: {}, baseUrl: "http://127.0.0.1:1" }).check(
      AbortSignal.abort("no"),
    );
    await expect(check).rejects.toBe("no");
  });

  it("knows prices, and says nothing where it does not", () => {
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 0, cacheWrite: 0 };
    expect(costOf(usage, anthropic("claude-haiku-4-5").price)).toBeCloseTo(1.5);
    const haiku = anthropic("claude-haiku-5-5").price;
    expect(costOf({ ...usage, input: 100_000 }, haiku)).toBeCloseTo(0.01 + 0.05);
    expect(costOf({ ...usage, input: 100_000, cacheRead: 1 }, haiku)).toBeCloseTo(0.05 + 0.25);
    expect(anthropic("constructor")).toMatchObject({ limits: {}, price: undefined });
  });
});
