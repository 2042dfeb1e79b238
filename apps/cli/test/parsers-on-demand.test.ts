import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** Tells when the shell parser in WebAssembly is loaded. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (name === "web-tree-sitter") process._rawDebug("parser loaded");
      return next(name, context);
    },
  });
`)}`;
const env = { NODE_OPTIONS: `--import=${telling}` };

describe("the parser of shell commands", () => {
  it.each([["--help"], ["--version"], ["permissions"]])("is not loaded for: skein %s", async (...args) => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.run(args, env);
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  it("is loaded with the first command, and not with the first request", async () => {
    await using server = await anthropicServer([
      { parts: [{ type: "text", text: "Hello" }] },
      { parts: [{ type: "tool-call", id: "1", name: "shell", input: { command: "ls | wc -l" } }] },
      { parts: [{ type: "text", text: "Done" }] },
    ]);
    await using skein = await skeinHome(server.url);
    const run = async () => skein.run(["run", "-q", "-t", "hello"], env);
    expect((await run()).stderr).not.toContain("parser loaded");
    const { exitCode, stderr } = await run();
    expect([exitCode, stderr.includes("parser loaded")]).toEqual([0, true]);
  });
});
