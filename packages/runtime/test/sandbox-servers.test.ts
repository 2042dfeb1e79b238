import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { extractText } from "@skein/protocol";
import { collect, folderOutsideTmp } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { sandboxTiers } from "../src/index.ts";
import { done, setUp, shell, use } from "./set-up.ts";
import type { SandboxSettings } from "../src/sandbox/open-sandbox.ts";

const tier = (await sandboxTiers()).found[0]?.tier;

/** A server with one tool that runs what it is given. */
const source = `
const { execSync } = require("node:child_process");
const send = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    send(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "runner", version: "1" } });
  } else if (method === "tools/list") {
    send(id, { tools: [{ name: "run", description: "Runs it.", inputSchema: { type: "object" } }] });
  } else if (method === "tools/call") {
    let text = "ran";
    try { execSync(params.arguments.script, { stdio: "pipe" }); } catch { text = "failed"; }
    send(id, { content: [{ type: "text", text }] });
  } else if (id !== undefined) {
    console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
  }
});`;

/** What the server and a hook could do: write outside the project, and read a hidden file. */
async function ranWith(sandbox: SandboxSettings) {
  await using folder = await folderOutsideTmp();
  const home = folder.path;
  const cwd = join(home, "project");
  const hidden = join(home, "keys");
  for (const path of [cwd, hidden]) await mkdir(path);
  await writeFile(join(hidden, "key"), "KEY");
  await writeFile(join(cwd, "server.cjs"), source);
  const script = `touch ${home}/by-server; cat ${hidden}/key`;
  const call = use("runner__run", { script });
  const { runtime, settings } = setUp(join(home, "data"), [call, shell("c2", "true"), done], cwd);
  await using _ = runtime;
  const { agent } = await runtime.open({
    ...settings,
    session: "s",
    // Where Node itself is in the folder for temporary files.
    sandbox: { ...sandbox, hidden: [hidden], readable: [dirname(process.execPath)] },
    servers: [{ name: "runner", command: process.execPath, args: [join(cwd, "server.cjs")], cwd }],
    hooks: {
      hooks: [
        {
          event: "PreToolUse",
          matcher: { text: "", matches: () => true },
          action: { type: "command", command: `touch ${home}/by-hook || true` },
          timeoutMs: 60_000,
          onFailure: "deny",
          variables: [],
          origin: "code",
        },
      ],
    },
  });
  expect((await agent.run("go").result).outcome).toBe("done");
  const entries = await collect(runtime.sessions.entries("s"));
  const result = entries.find((entry) => entry.kind === "tool-result");
  return {
    server: extractText(result?.content ?? []),
    wroteByServer: existsSync(join(home, "by-server")),
    wroteByHook: existsSync(join(home, "by-hook")),
  };
}

describe.skipIf(tier === undefined)("MCP servers and hooks", () => {
  it("run outside the sandbox unless they are named", async () => {
    expect(await ranWith({ mode: "require" })).toEqual({
      server: "ran",
      wroteByServer: true,
      wroteByHook: true,
    });
  });

  it("are held like commands where they are: nothing written outside, no key read", async () => {
    expect(await ranWith({ mode: "require", servers: ["runner"], hooks: true })).toEqual({
      server: "failed",
      wroteByServer: false,
      wroteByHook: false,
    });
  });
});
