import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { googleServer } from "@skein/provider-conformance/servers";

const source = new URL("../src/index.ts", import.meta.url).href;

/** The vendor's library looks into the environment on its own and warns on the console. */
it.each([
  { GOOGLE_GENAI_USE_VERTEXAI: "true" },
  { GOOGLE_GENAI_USE_ENTERPRISE: "true", GOOGLE_GENAI_USE_VERTEXAI: "false" },
])("prints nothing of its own and looks nothing up, whatever the environment says (%j)", async (cloud) => {
  await using server = await googleServer([{ parts: [{ type: "text", text: "Hi" }] }]);
  const script = `
    import { google } from ${JSON.stringify(source)};
    const messages = [{ role: "user", from: "user", content: [{ type: "text", text: "Hello" }] }];
    const request = { system: "", tools: [], messages, options: {} };
    for await (const event of google("gemini-test").stream(request, new AbortController().signal)) {
      if (event.type === "text-delta") process.stdout.write(event.delta);
    }
    console.warn("mine");`;
  const env = {
    PATH: process.env["PATH"],
    GEMINI_API_KEY: "gemini",
    GOOGLE_API_KEY: "google",
    GOOGLE_GEMINI_BASE_URL: server.url,
    GOOGLE_VERTEX_BASE_URL: "http://127.0.0.1:1",
    ...cloud,
    GOOGLE_GENAI_API_VERSION: "v1",
    GOOGLE_CLOUD_PROJECT: "p",
    GOOGLE_CLOUD_LOCATION: "l",
  };
  const ran = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
  expect(ran).toEqual({ stdout: "Hi", stderr: "mine\n" });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({
    path: "/v1beta/models/gemini-test:streamGenerateContent?alt=sse",
    headers: { "x-goog-api-key": "gemini" },
  });
});
