import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** Tells each module of telemetry that is asked for. The bundle has its own names for them. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      if (/opentelemetry|[/@]skein[/]telemetry|packages[/]telemetry[/]/.test(name + " " + found.url)) process._rawDebug("telemetry: " + name);
      return found;
    },
  });
`)}`;

async function loadedIn(env: Readonly<Record<string, string>>): Promise<string> {
  await using server = await anthropicServer([{ parts: [{ type: "text", text: "Hello" }] }]);
  await using skein = await skeinHome(server.url);
  const given = { ...env, NODE_OPTIONS: `--import=${telling}` };
  const { exitCode, stderr } = await skein.run(["run", "-q", "-t", "hello"], given);
  expect([exitCode, server.requests.length > 0]).toEqual([0, true]);
  return stderr;
}

// The sources have a file for each module; which chunks of the bundle come first is held by first-request.test.ts.
describe.skipIf(process.env["SKEIN_TEST_BUNDLE"])("telemetry", () => {
  it("is not loaded in a run without an endpoint", async () => {
    expect(await loadedIn({})).not.toContain("telemetry: ");
  });

  it("is loaded with one", async () => {
    const loaded = await loadedIn({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    expect(loaded).toContain("telemetry: @opentelemetry/sdk-trace");
  });
});
