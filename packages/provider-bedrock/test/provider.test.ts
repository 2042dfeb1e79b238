import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { collect, never } from "@skein/test-kit";
import { bedrockFrames, serveScript } from "@skein/provider-conformance/servers";
import { bedrock, createBedrock } from "../src/index.ts";
import { eventStream, hello, keys, modelId, provider, simple } from "./replies.ts";

const json = (body: unknown) => ({
  status: 200,
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(body)),
});

describe("the provider", () => {
  it("looks nothing up and loads nothing before the first request", async () => {
    const index = new URL("../src/index.ts", import.meta.url).href;
    const script = `
      const { createBedrock } = await import(${JSON.stringify(index)});
      const provider = createBedrock({ region: "us-east-1", env: { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B" } });
      provider.model("m");
      const { createRequire } = await import("node:module");
      const { cache } = createRequire(import.meta.url);
      const loaded = () => Object.keys(cache).some((file) => /smithy|aws-sdk/.test(file));
      const before = loaded();
      await provider.prepare();
      console.log(before, loaded());`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout.trim()).toBe("false true");
  });

  it("streams a reply", async () => {
    await using server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
    }));
    const settings = { baseUrl: server.url, region: "us-east-1", credentials: keys, env: {} };
    const events = await collect(bedrock(modelId, settings).stream(simple, never));
    expect(events.at(-1)).toMatchObject({ stop: "answered", usage: { input: 9, output: 4 } });
    expect(server.requests[0]!.json()).toMatchObject({ messages: [{ role: "user" }] });
    expect(server.requests[0]!.headers).toMatchObject({
      accept: eventStream,
      "content-type": "application/json",
    });
  });

  it("takes the ARN of a profile for a model", async () => {
    const arn = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-opus-4-8";
    await using server = await serveScript(() => ({
      status: 200,
      contentType: eventStream,
      body: bedrockFrames(hello),
    }));
    await collect(provider({ baseUrl: server.url }).model(arn).stream(simple, never));
    expect(server.requests[0]!.path).toBe(`/model/${encodeURIComponent(arn)}/converse-stream`);
  });

  it("lists what answers by its own name and streams, and the profiles, with the limits that are known", async () => {
    const modelSummaries = [
      {
        modelId: "amazon.nova-pro-v1:0",
        modelName: "Nova Pro",
        inferenceTypesSupported: ["ON_DEMAND"],
        responseStreamingSupported: true,
      },
      { modelId: "anthropic.claude-opus-4-8", inferenceTypesSupported: ["INFERENCE_PROFILE"] },
      { modelId: "ai21.batch", responseStreamingSupported: false },
    ];
    const inferenceProfileSummaries = [
      { inferenceProfileId: "us.anthropic.claude-opus-4-8", inferenceProfileName: "US Claude" },
    ];
    await using server = await serveScript(({ path }) =>
      json(path.startsWith("/foundation-models") ? { modelSummaries } : { inferenceProfileSummaries }),
    );
    const own = provider({ controlUrl: server.url });
    expect(await own.models()).toEqual([
      {
        id: "amazon.nova-pro-v1:0",
        name: "Nova Pro",
        limits: { contextTokens: 300_000, outputTokens: 10_000, images: true, pdfs: true },
      },
      {
        id: "us.anthropic.claude-opus-4-8",
        name: "US Claude",
        limits: { contextTokens: 1_000_000, outputTokens: 128_000, images: true, pdfs: true },
      },
    ]);
    await own.check();
    expect(server.requests.length).toBe(3);
  });

  it("says of a list that is none what came", async () => {
    await using server = await serveScript(() => json({ hello: 1 }));
    await expect(provider({ controlUrl: server.url }).check()).rejects.toMatchObject({
      code: "bad-stream",
      retryable: false,
    });
  });
});

describe("limits and prices", () => {
  const of = (id: string) => createBedrock().model(id);

  it.each([
    ["global.anthropic.claude-opus-4-8", 5, 25],
    ["global.anthropic.claude-fable-5-1", 10, 50],
    ["us.anthropic.claude-opus-4-1", 15, 75],
    ["eu.anthropic.claude-opus-4-8", 5.5, 27.5],
    ["us.anthropic.claude-sonnet-4-20250514-v1:0", 3, 15],
    ["us.anthropic.claude-haiku-4-5-20251001-v1:0", 1.1, 5.5],
    ["anthropic.claude-opus-4-1-20250805-v1:0", 15, 75],
    ["us.amazon.nova-pro-v1:0", 0.8, 3.2],
    ["us.amazon.nova-2-lite-v1:0", 0.33, 2.75],
    ["openai.gpt-oss-120b-1:0", 0.15, 0.6],
    ["arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-6-v1", 5.5, 27.5],
  ])("of %s are known", (id, input, output) => {
    expect(of(id).price).toMatchObject({ input, output });
    expect(of(id).limits.contextTokens).toBeGreaterThan(100_000);
  });

  it.each([
    ["eu.amazon.nova-pro-v1:0"],
    ["anthropic.claude-opus-4-8"],
    ["acme.unknown-v1:0"],
    ["arn:aws:bedrock:us-east-1:1:application-inference-profile/abc"],
  ])("of %s: no price is guessed", (id) => {
    expect(of(id).price).toBeUndefined();
  });
});
