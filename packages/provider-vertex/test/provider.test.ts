import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { serveScript } from "@skein/provider-conformance/servers";
import { createVertex, vertex } from "../src/index.ts";
import { provider } from "./replies.ts";

const json = (body: unknown) => ({
  status: 200,
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(body)),
});

describe("the provider", () => {
  it("loads no library of a vendor before the first request, and then only the one for credentials", async () => {
    const index = new URL("../src/index.ts", import.meta.url).href;
    const script = `
      const { createVertex } = await import(${JSON.stringify(index)});
      const provider = createVertex({ project: "p", credentialsFile: "/nowhere", env: {} });
      provider.model("gemini-2.5-pro");
      const { createRequire } = await import("node:module");
      const { cache } = createRequire(import.meta.url);
      const loaded = (name) => Object.keys(cache).some((file) => file.includes(name));
      const before = loaded("google-auth-library");
      await provider.prepare().catch(() => undefined);
      console.log(before, loaded("google-auth-library"), loaded("genai"), loaded("anthropic-ai"));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout.trim()).toBe("false true false false");
  });

  it("lists Gemini and Claude, with the limits that are known", async () => {
    const lists: Record<string, object> = {
      google: {
        publisherModels: [
          { name: "publishers/google/models/gemini-2.5-pro" },
          { name: "publishers/google/models/imagen-4" },
        ],
      },
      anthropic: { publisherModels: [{ name: "publishers/anthropic/models/claude-opus-4-8" }] },
    };
    await using server = await serveScript(({ path }) => json(lists[/publishers\/(\w+)\//.exec(path)![1]!]));
    const own = provider({ baseUrl: server.url });
    expect(await own.models()).toEqual([
      {
        id: "gemini-2.5-pro",
        limits: { contextTokens: 1_048_576, outputTokens: 65_536, images: true, pdfs: true },
      },
      {
        id: "claude-opus-4-8",
        limits: { contextTokens: 1_000_000, outputTokens: 128_000, images: true, pdfs: true },
      },
    ]);
    await own.check();
    expect(server.requests.at(-1)!.path).toBe("/v1beta1/publishers/google/models?pageSize=1");
  });

  it("says of a list that is none what came", async () => {
    await using server = await serveScript(() => json({ hello: 1 }));
    await expect(provider({ baseUrl: server.url }).check()).rejects.toMatchObject({
      code: "bad-stream",
      retryable: false,
    });
  });
});

describe("limits and prices", () => {
  it.each([
    ["claude-opus-4-5@20251101", "global", 5],
    ["claude-opus-4-5@20251101", "us-east5", 5.5],
    ["claude-haiku-4-5@20251001", "eu", 1.1],
    ["gemini-2.5-flash", "us-central1", 0.3],
    ["publishers/google/models/gemini-2.5-flash", "global", 0.3],
  ])("of %s in %s are known", (modelId, location, input) => {
    const model = vertex(modelId, { location, env: {} });
    expect(model.price?.input).toBe(input);
    expect(model.limits.contextTokens).toBeGreaterThan(100_000);
    expect([model.provider, model.id]).toEqual(["vertex", modelId]);
  });

  it.each([["publishers/meta/models/llama-4"], ["projects/p/locations/l/endpoints/1"]])(
    "of %s are not guessed",
    (modelId) => {
      expect(createVertex({ env: {} }).model(modelId)).toMatchObject({ limits: {}, price: undefined });
    },
  );
});
