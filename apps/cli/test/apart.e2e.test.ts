import { describe, expect, it } from "vitest";
import { serveScript } from "@skein/provider-conformance/servers";
import { optionalProvider } from "@skein/host/providers";
import { skeinHome } from "./skein.ts";

const bedrock = ["--provider", "bedrock", "--model", "us.amazon.nova-pro-v1:0"];
const vertex = ["--provider", "vertex", "--model", "gemini-2.5-pro"];
const nothing = { ANTHROPIC_API_KEY: "", AWS_EC2_METADATA_DISABLED: "true" };

describe("a provider that is no part of the command", () => {
  it("says how to install it when it is not there", async () => {
    const name = "@skein/provider-that-does-not-exist";
    await expect(optionalProvider(name, () => import(name))).rejects.toMatchObject({
      name: "ConfigError",
      code: "unknown-provider",
      hint: expect.stringContaining(`npm install ${name}`) as string,
    });
  });

  it("is not said to be missing when something that it needs is, or when it breaks", async () => {
    const needed = "@skein/something-it-needs";
    const loading = () => import(needed);
    await expect(optionalProvider("@skein/provider-broken", loading)).rejects.toMatchObject({
      code: "ERR_MODULE_NOT_FOUND",
    });
    await expect(optionalProvider("x", () => Promise.reject(new TypeError("broken")))).rejects.toThrow(
      TypeError,
    );
  });

  it("answers, and what it says of a failure is an exit code", async () => {
    await using server = await serveScript(() => ({
      status: 403,
      contentType: "application/json",
      headers: { "x-amzn-errortype": "AccessDeniedException" },
      body: Buffer.from('{"message":"No access to the model"}'),
    }));
    await using skein = await skeinHome();
    const env = {
      ...nothing,
      AWS_BEARER_TOKEN_BEDROCK: "a-key-0123456789",
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.url,
    };
    const { exitCode, stderr } = await skein.run(["run", ...bedrock, "-t", "hi"], env);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("No access to the model");
    expect(server.requests[0]).toMatchObject({
      path: "/model/us.amazon.nova-pro-v1%3A0/converse-stream",
      headers: { authorization: "Bearer a-key-0123456789" },
    });
  });

  it.each([
    [bedrock, {}, "AWS_REGION"],
    [bedrock, { AWS_REGION: "us-east-1" }, "AWS_BEARER_TOKEN_BEDROCK"],
    [vertex, { GOOGLE_APPLICATION_CREDENTIALS: "/nowhere.json" }, "gcloud auth application-default login"],
  ])("%j with %j says what to set, and ends with 2", async (args, env, words) => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.run(["run", ...args, "-t", "hi"], { ...nothing, ...env });
    expect({ exitCode, said: stderr.includes(words) }).toEqual({ exitCode: 2, said: true });
  });
});
