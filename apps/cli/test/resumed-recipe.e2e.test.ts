import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { expect, it } from "vitest";
import { importHome } from "./import-home.ts";

const everything = fileURLToPath(
  new URL("dist/index.js", import.meta.resolve("@modelcontextprotocol/server-everything/package.json")),
);
const done: AnthropicReply = { parts: [{ type: "text", text: "Done." }] };
const withServer = `title: Watch
description: Watches
instructions: Look at {{ what }} alone.
prompt: Begin
parameters: [{ key: what, input_type: string, requirement: required, description: What }]
settings: { max_turns: 7 }
extensions:
  - { type: builtin, name: todo }
  - { type: stdio, name: everything, cmd: node, args: [${JSON.stringify(everything)}], available_tools: [echo] }
  - type: frontend
    name: screen
    tools: [{ name: look, description: Looks., inputSchema: { type: object } }]
`;
const plain = (mode: string) => `title: Plain
description: Says something
prompt: Begin
extensions: []
instructions: Be ${mode}.
`;

interface Body {
  readonly system: unknown;
  readonly tools?: readonly { readonly name: string }[];
}
type Server = Awaited<ReturnType<typeof anthropicServer>>;
const bodyOf = (server: Server, at: number): Body =>
  JSON.parse(server.requests[at]?.bytes.toString() ?? "{}") as Body;
const toolsOf = (server: Server, at: number) => bodyOf(server, at).tools?.map(({ name }) => name);

async function begun(files: Readonly<Record<string, string>>, args: readonly string[], replies = 3) {
  const server = await anthropicServer(Array.from({ length: replies }, () => done));
  const skein = await importHome(files);
  const env = { ANTHROPIC_BASE_URL: server.url };
  const ran = await skein.here(["run", "--mode", "auto", "--output-format", "json", ...args], env);
  const { sessionId: session = "" } = JSON.parse(ran.stdout) as { readonly sessionId?: string };
  return {
    server,
    skein,
    ran,
    session,
    here: (...more: string[]) => skein.here(more, env),
    async [Symbol.asyncDispose]() {
      await skein[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

it("a resumed session has its recipe's extensions, instructions and values again", async () => {
  const begin = ["--recipe", "watch.yaml", "--params", "what=birds"];
  await using run = await begun({ "watch.yaml": withServer }, begin);
  expect(run.ran.exitCode).toBe(7);
  const hash = /--trust-hash ([0-9a-f]{64})/.exec(run.ran.stdout + run.ran.stderr)?.[1] ?? "";
  const agreed = ["--mode", "auto", "--output-format", "json", "--trust-hash", hash];
  const { stdout } = await run.here("run", ...begin, ...agreed);
  const { sessionId: session } = JSON.parse(stdout) as { readonly sessionId: string };
  const tools = toolsOf(run.server, 0);
  expect(tools).toEqual(expect.arrayContaining(["everything__echo", "look"]));
  // Agreed to for that run alone.
  const refused = await run.here("resume", session, "-t", "more");
  expect(refused.exitCode).toBe(7);
  expect(refused.stderr).toContain(hash);
  const resumed = await run.here("resume", session, "-t", "more", "--trust-hash", hash, "--mode", "auto");
  expect(resumed).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  expect(toolsOf(run.server, 1)).toEqual(tools);
  expect(JSON.stringify(bodyOf(run.server, 1).system)).toContain("Look at birds alone.");

  const without = await run.here("resume", session, "-t", "more", "--no-recipe", "--mode", "auto");
  expect(without.exitCode).toBe(0);
  expect(toolsOf(run.server, 2)).not.toContain("everything__echo");
});

it("a fork of it has them, too, and a recipe that has changed is told of", async () => {
  await using run = await begun({ "plain.yaml": plain("brief") }, ["--recipe", "plain.yaml"]);
  expect(toolsOf(run.server, 0) ?? []).not.toContain("shell");
  run.skein.write("plain.yaml", plain("loud"));
  const resumed = await run.here("resume", run.session, "--fork", "-t", "more", "--mode", "auto");
  expect(resumed.exitCode).toBe(0);
  expect(resumed.stderr).toContain("has changed since session");
  expect(toolsOf(run.server, 1)).toEqual(toolsOf(run.server, 0));
  expect(JSON.stringify(bodyOf(run.server, 1).system)).toContain("Be loud.");
});

it("one whose recipe is gone is not resumed with more rights, and the error has two ways out", async () => {
  await using run = await begun({ "plain.yaml": plain("brief") }, ["--recipe", "plain.yaml"]);
  rmSync(join(run.skein.home, "plain.yaml"));
  const resumed = await run.here("resume", run.session, "-t", "more");
  expect(resumed).toMatchObject({ exitCode: 2, stdout: "" });
  expect(resumed.stderr).toContain("cannot be opened again");
  expect(resumed.stderr).toContain(`skein resume ${run.session} --no-recipe`);
  expect(run.server.requests).toHaveLength(1);
});

it("a value that held a secret is not kept, so the recipe has to be named again", async () => {
  const asking = plain("brief").replace("prompt: Begin", "prompt: Begin with {{ what }}");
  const parameters =
    "parameters: [{ key: what, input_type: string, requirement: required, description: W }]\n";
  const files = { "plain.yaml": `${asking}${parameters}` };
  const secret = "sk-ant-api03-0123456789abcdefghijklmnop";
  await using run = await begun(files, ["--recipe", "plain.yaml", "--params", `what=${secret}`]);
  expect(run.ran.exitCode).toBe(0);
  const resumed = await run.here("resume", run.session, "-t", "more");
  expect(resumed.exitCode).toBe(2);
  expect(resumed.stderr).toContain("with a secret in what, which is not kept");
});
