import { describe, expect, it } from "vitest";
import { costOf } from "@skein/protocol";
import { collect, never } from "@skein/test-kit";
import { googleServer } from "@skein/provider-conformance/servers";
import { createGoogle, google } from "../src/index.ts";
import { simple } from "./replies.ts";

describe("the provider", () => {
  it("is made without a key, and asks for one before the first request", async () => {
    const model = google("gemini-3.8-flash", { env: {} });
    expect(model).toMatchObject({
      provider: "google",
      id: "gemini-3.8-flash",
      limits: { contextTokens: 1_048_576, outputTokens: 65_536 },
    });
    const hint = expect.stringContaining("Set GEMINI_API_KEY or GOOGLE_API_KEY") as string;
    const missing = { name: "ConfigError", code: "missing-key", hint };
    await expect(collect(model.stream(simple, never))).rejects.toMatchObject(missing);
    await expect(createGoogle({ env: {} }).prepare()).rejects.toMatchObject(missing);
  });

  it.each([
    [{ GEMINI_API_KEY: "gemini", GOOGLE_API_KEY: "google" }, "gemini"],
    [{ GOOGLE_API_KEY: "google" }, "google"],
  ])("takes key and address from the environment it is given (%j)", async (keys, key) => {
    await using server = await googleServer([{ parts: [] }]);
    const env = { ...keys, GOOGLE_GEMINI_BASE_URL: server.url, GOOGLE_GENAI_USE_VERTEXAI: "true" };
    await collect(google("gemini-test", { env, headers: { "x-team": "geese" } }).stream(simple, never));
    expect(server.requests[0]).toMatchObject({
      path: "/v1beta/models/gemini-test:streamGenerateContent?alt=sse",
      headers: { "x-goog-api-key": key, "x-team": "geese", "content-type": "application/json" },
    });
  });

  it.each([
    ["/gateway", "/gateway/v1beta/models/m"],
    ["/v1beta/", "/v1beta/models/m"],
    ["/x/v1alpha", "/x/v1alpha/models/m"],
  ])("keeps the path %s of an address", async (path, expected) => {
    await using server = await googleServer([{ parts: [] }]);
    const env = { GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:1" };
    const settings = { apiKey: "mine", baseUrl: `${server.url}${path}`, env };
    await collect(google("m", settings).stream(simple, never));
    expect(server.requests[0]?.path.startsWith(`${expected}:stream`)).toBe(true);
    expect(server.requests[0]?.headers["x-goog-api-key"]).toBe("mine");
  });

  it("finds a key that is set after the first try, and one of a keyring", async () => {
    await using server = await googleServer(() => ({ parts: [] }));
    const env: Record<string, string> = { GOOGLE_GEMINI_BASE_URL: server.url };
    const made = createGoogle({ env });
    await expect(made.prepare()).rejects.toMatchObject({ code: "missing-key" });
    env["GEMINI_API_KEY"] = "later";
    await made.prepare();
    await collect(made.model("m").stream(simple, never));
    const secrets = (name: string) => (name === "GOOGLE_API_KEY" ? "kept" : undefined);
    await collect(
      google("m", { env: { GOOGLE_GEMINI_BASE_URL: server.url }, secrets }).stream(simple, never),
    );
    expect(server.requests.map(({ headers }) => headers["x-goog-api-key"])).toEqual(["later", "kept"]);
  });

  it.each(["not an address", "ftp://x", "https://user:secret@example.com"])(
    "refuses the address %s without repeating it",
    async (baseUrl) => {
      const error: unknown = await createGoogle({ apiKey: "k", env: {}, baseUrl })
        .prepare()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "ConfigError", code: "usage" });
      expect(String(error)).not.toContain("secret");
    },
  );

  it.each(["../files", "a?key=b", "a b", ""])("sends nothing for a model named %j", async (modelId) => {
    await using server = await googleServer([]);
    const model = google(modelId, { apiKey: "k", env: {}, baseUrl: server.url });
    await expect(collect(model.stream(simple, never))).rejects.toMatchObject({
      code: "not-found",
      retryable: false,
    });
    expect(server.requests).toEqual([]);
  });

  it("lists the models that write text and checks key and address", async () => {
    await using server = await googleServer([]);
    const made = createGoogle({ apiKey: "k", env: {}, baseUrl: server.url });
    expect(await made.models()).toEqual([
      { id: "gemini-test", name: "Gemini Test", limits: { contextTokens: 1000, outputTokens: 100 } },
    ]);
    await made.check();
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/v1beta/models?pageSize=1000",
      "/v1beta/models?pageSize=1",
    ]);
    expect(server.requests[0]?.headers["x-goog-api-key"]).toBe("k");
  });

  it("fails its check with what is wrong", async () => {
    const refused = (): Promise<Response> =>
      Promise.resolve(
        Response.json(
          { error: { message: "API key not valid.", status: "INVALID_ARGUMENT" } },
          { status: 400 },
        ),
      );
    await expect(createGoogle({ apiKey: "k", env: {}, fetch: refused }).check()).rejects.toMatchObject({
      code: "auth",
    });
    const page = (): Promise<Response> => Promise.resolve(new Response("<html><body>Hi</body></html>"));
    await expect(createGoogle({ apiKey: "k", env: {}, fetch: page }).check()).rejects.toMatchObject({
      code: "bad-stream",
    });
    const nobody = createGoogle({ apiKey: "k", env: {}, baseUrl: "http://127.0.0.1:1" });
    await expect(nobody.check()).rejects.toMatchObject({
      code: "network",
      message: expect.stringContaining("127.0.0.1:1") as string,
    });
    await expect(nobody.check(AbortSignal.abort("no"))).rejects.toBe("no");
  });

  it("knows prices, and says nothing where it does not", () => {
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 1_000_000, cacheWrite: 0 };
    expect(costOf(usage, google("gemini-2.5-flash").price)).toBeCloseTo(0.3 + 0.25 + 0.03);
    const pro = google("gemini-2.5-pro").price;
    expect(costOf({ input: 200_000, output: 0, cacheRead: 0, cacheWrite: 0 }, pro)).toBeCloseTo(0.25);
    expect(costOf(usage, pro)).toBeCloseTo(2.5 + 1.5 + 0.25);
    expect(google("gemini-flash-latest").price).toBeUndefined();
    expect(google("constructor")).toMatchObject({ limits: {}, price: undefined });
  });
});
