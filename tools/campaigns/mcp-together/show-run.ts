import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { AgentEvent, AssistantPart, JsonObject } from "../../../packages/protocol/src/index.ts";
import { isJsonObject } from "../../../packages/protocol/src/index.ts";
import { openaiChatServer } from "../../../packages/provider-conformance/src/servers/index.ts";
import { programOf } from "./install-servers.ts";
import { elicitedName, sampledAnswer, type Bench, type ShownCall, type ShownServer } from "./servers.ts";

const skein = fileURLToPath(new URL("../../../apps/cli/bin/skein.cjs", import.meta.url));

export interface ShownRun {
  readonly exitCode: number;
  /** Milliseconds until the model was asked, and the size of what it was sent. */
  readonly firstRequest: { readonly ms: number; readonly bytes: number; readonly tools: number } | undefined;
  /** By the calls' ids. */
  readonly results: ReadonlyMap<string, string>;
  /** What the command said last, on both streams. */
  readonly said: string;
}

export interface RunPlan {
  readonly bench: Bench;
  /** Where the servers are installed. */
  readonly cache: string;
  readonly servers: readonly ShownServer[];
  /** Settings beside the extensions. */
  readonly settings?: JsonObject;
  /** With the calls of all servers; otherwise the model answers at once. */
  readonly makesCalls: boolean;
}

export function callId(server: ShownServer, call: ShownCall): string {
  return `${server.name}/${call.tool}`;
}

/** `skein run` with all servers and a scripted model. */
export async function showRun({
  bench,
  cache,
  servers,
  settings = {},
  makesCalls,
}: RunPlan): Promise<ShownRun> {
  const home = join(bench.folder, "skein");
  writeConfig(home, { bench, cache, servers, settings });
  let firstRequest: ShownRun["firstRequest"];
  let startedAt = performance.now();
  await using model = await openaiChatServer((request) => {
    const body = request.json();
    const tools = toolNames(body);
    if (tools.length === 0) return { parts: [{ type: "text", text: sampledAnswer }] };
    const isFirst = firstRequest === undefined;
    firstRequest ??= { ms: performance.now() - startedAt, bytes: request.bytes.length, tools: tools.length };
    const calls = isFirst && makesCalls ? servers.flatMap((server) => callsOf(server, bench, body)) : [];
    return { parts: calls.length > 0 ? calls : [{ type: "text", text: "Done." }] };
  });

  startedAt = performance.now();
  const args = ["run", "-t", "Use each server.", "--mode", "auto", "--output-format", "stream-json"];
  const child = spawn(process.execPath, [skein, ...args, "--provider", "openai", "--model", "gpt-test"], {
    cwd: bench.folder,
    env: environment(bench, home, model.url),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-4_000)));
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)));
  const results = new Map<string, string>();
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    const event = JSON.parse(line) as AgentEvent;
    if (event.type === "tool-end")
      results.set(
        event.callId,
        event.content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n"),
      );
  }
  return { exitCode: await ended, firstRequest, results, said: `${last}\n${stderr}` };
}

function toolNames(body: unknown): readonly string[] {
  const tools = isJsonObject(body) && Array.isArray(body["tools"]) ? body["tools"] : [];
  return tools.map((tool: { readonly function: { readonly name: string } }) => tool.function.name);
}

/** A deferred tool is called through the one that forwards calls. */
function callsOf(server: ShownServer, bench: Bench, body: unknown): readonly AssistantPart[] {
  return server.calls(bench).map((call): AssistantPart => {
    const full = `${server.name}__${call.tool}`;
    // Its name has the extension's in front when another extension has a tool of the same name.
    const name = JSON.stringify(body).includes(full) ? full : call.tool;
    const id = callId(server, call);
    return toolNames(body).includes(name)
      ? { type: "tool-call", id, name, input: call.input }
      : { type: "tool-call", id, name: "call_tool", input: { name, input: call.input } };
  });
}

function writeConfig(
  home: string,
  { bench, cache, servers, settings = {} }: Omit<RunPlan, "makesCalls">,
): void {
  const extensions = Object.fromEntries(
    servers.map((server) => [
      server.name,
      {
        command: process.execPath,
        args: [programOf(cache, server), ...server.args(bench)],
        env: server.env?.(bench) ?? {},
      },
    ]),
  );
  const accepted = {
    hookSpecificOutput: {
      hookEventName: "Elicitation",
      action: "accept",
      content: { name: elicitedName, check: true },
    },
  };
  const hooks = {
    Elicitation: [{ hooks: [{ type: "command", command: `echo '${JSON.stringify(accepted)}'` }] }],
  };
  writeFileSync(join(home, "config", "config.yaml"), JSON.stringify({ ...settings, extensions, hooks }));
}

function environment({ folder }: Bench, home: string, url: string) {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    SKEIN_HOME: home,
    SKEIN_NO_KEYRING: "1",
    SKEIN_OPENAI_API: "chat",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `${url}/v1`,
  };
}
