/**
 * Agents of other people, as they come from npm, against model servers on loopback. They are looked for in the folder that
 * `SKEIN_ACP_AGENTS` names: `npm install @agentclientprotocol/codex-acp@2.6.0
 * @agentclientprotocol/claude-agent-acp@0.101.0 @aaif/goose-binary-linux-x64@1.52.0`.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentParts } from "@skein/agent";
import {
  anthropicServer,
  openaiChatServer,
  openaiResponsesServer,
} from "@skein/provider-conformance/servers";
import { memoryJournal, type AssistantPart, type Question } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, test } from "vitest";
import { createAcp, knownAgents, type AcpProvider } from "../src/index.ts";
import { runOnce } from "./agents.ts";

const folder = process.env["SKEIN_ACP_AGENTS"] ?? "";
const programOf = (name: string) => join(folder, "node_modules", ".bin", name);
const has = (name: string) => folder !== "" && existsSync(programOf(name));
const text = (words: string): AssistantPart => ({ type: "text", text: words });
/** The second prompt meets another process of the agent, which has to load its session. */
async function continued(
  { provider, cwd }: { readonly provider: AcpProvider; readonly cwd: string },
  task: string,
) {
  const journal = memoryJournal();
  const parts = { model: provider.model("default"), cwd, journal, session: "s" };
  const first = await runOnce(parts, task);
  await provider.close();
  const second = await runOnce({ ...parts, model: provider.model("default") }, `${task} again`);
  return [first.outcome, second.outcome];
}

const lookup = (calls: unknown[]): NonNullable<AgentParts["tools"]>[number] => ({
  name: "lookup",
  description: "Looks a word up.",
  inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
  effect: "reads",
  repeat: "safe",
  check: (value) => ({ ok: true, value }),
  async call(value) {
    calls.push(value);
    return { content: [text("It means geese.") as { type: "text"; text: string }] };
  },
});

describe.runIf(has("claude-agent-acp"))("claude-agent-acp", () => {
  async function claude(parts: readonly (readonly AssistantPart[])[]) {
    const home = await temporaryFolder();
    let count = 0;
    const server = await anthropicServer((received) => {
      // It asks for a title, too.
      const { tools = [] } = (received.json() ?? {}) as { readonly tools?: readonly unknown[] };
      const isTurn = tools.length > 0;
      return { parts: isTurn ? (parts[Math.min(count++, parts.length - 1)] ?? []) : [text("A title")] };
    });
    const notices: string[] = [];
    const provider = createAcp({
      ...knownAgents.claude,
      notice: (said) => void notices.push(said),
      command: programOf("claude-agent-acp"),
      variables: {
        HOME: home.path,
        CLAUDE_CONFIG_DIR: join(home.path, ".claude"),
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: "sk-test",
        IS_SANDBOX: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      },
    });
    return {
      provider,
      notices,
      model: provider.model("default"),
      cwd: home.path,
      async [Symbol.asyncDispose]() {
        await provider.close();
        await server[Symbol.asyncDispose]();
        await home[Symbol.asyncDispose]();
      },
    };
  }

  test("replies", async () => {
    await using agent = await claude([[text("Hello from Claude Code.")]]);
    const result = await runOnce({ model: agent.model, cwd: agent.cwd }, "do the task");
    expect(result).toMatchObject({
      outcome: "done",
      text: expect.stringContaining("Hello from Claude Code."),
    });
  });

  test("continues its session in another process", async () => {
    await using agent = await claude([[text("One.")], [text("Two.")]]);
    expect(await continued(agent, "do the task")).toEqual(["done", "done"]);
    expect(agent.notices).toEqual([]);
  });

  test("asks before it writes, and writes when it is allowed", async () => {
    const questions: Question[] = [];
    await using agent = await claude([]);
    const file = join(agent.cwd, "a.txt");
    await using writing = await claude([
      [{ type: "tool-call", id: "toolu_1", name: "Write", input: { file_path: file, content: "written\n" } }],
      [text("Done.")],
    ]);
    const ask = async (question: Question) => {
      questions.push(question);
      return { allow: "once" } as const;
    };
    const result = await runOnce({ model: writing.model, cwd: agent.cwd, ask }, "do the task");
    expect(result).toMatchObject({ outcome: "done", calls: ["agent_edit"] });
    expect(questions).toMatchObject([{ tool: "agent_edit", preview: "@@ line 1 @@\n+written" }]);
    expect(await readFile(file, "utf8")).toBe("written\n");
  });

  test("calls the session's tools", async () => {
    const calls: unknown[] = [];
    await using agent = await claude([
      [{ type: "tool-call", id: "toolu_1", name: "mcp__skein__lookup", input: { word: "skein" } }],
      [text("Done.")],
    ]);
    const gate = { decide: () => ({ verdict: "allow", by: "test" }) as const };
    const parts = { model: agent.model, cwd: agent.cwd, tools: [lookup(calls)], gate };
    const result = await runOnce(parts, "do the task");
    expect(result).toMatchObject({ outcome: "done" });
    expect(calls).toEqual([{ word: "skein" }]);
  });
});

describe.runIf(has("codex-acp"))("codex-acp", () => {
  async function codex(parts: readonly (readonly AssistantPart[])[]) {
    const home = await temporaryFolder();
    const server = await openaiResponsesServer((_, count) => ({
      parts: parts[Math.min(count, parts.length - 1)] ?? [],
    }));
    const own = join(home.path, ".codex");
    await mkdir(own);
    const lines = [
      'model = "gpt-test"',
      'model_provider = "loopback"',
      "[model_providers.loopback]",
      'name = "loopback"',
      `base_url = "${server.url}/v1"`,
      'wire_api = "responses"',
      'env_key = "LOOPBACK_KEY"',
      "requires_openai_auth = false",
    ];
    await writeFile(join(own, "config.toml"), lines.join("\n"));
    const notices: string[] = [];
    const provider = createAcp({
      ...knownAgents.codex,
      notice: (said) => void notices.push(said),
      command: programOf("codex-acp"),
      variables: { HOME: home.path, CODEX_HOME: own, LOOPBACK_KEY: "sk-test" },
    });
    return {
      provider,
      notices,
      model: provider.model("default"),
      cwd: home.path,
      async [Symbol.asyncDispose]() {
        await provider.close();
        await server[Symbol.asyncDispose]();
        await home[Symbol.asyncDispose]();
      },
    };
  }

  test("replies", async () => {
    await using agent = await codex([[text("Hello from Codex.")]]);
    const result = await runOnce({ model: agent.model, cwd: agent.cwd }, "do the task");
    expect(result).toMatchObject({ outcome: "done", text: expect.stringContaining("Hello from Codex.") });
  });

  test("continues its session in another process", async () => {
    await using agent = await codex([[text("One.")], [text("Two.")]]);
    expect(await continued(agent, "do the task")).toEqual(["done", "done"]);
    expect(agent.notices).toEqual([]);
  });
});

const goose = join(folder, "node_modules/@aaif/goose-binary-linux-x64/bin/goose");

describe.runIf(folder !== "" && existsSync(goose))("goose", () => {
  test("replies, and asks before it runs a command", async () => {
    await using home = await temporaryFolder();
    const file = join(home.path, "made");
    let count = 0;
    await using server = await openaiChatServer((received) => {
      const { tools = [] } = (received.json() ?? {}) as { readonly tools?: readonly unknown[] };
      if (tools.length === 0) return { parts: [text("A title")] };
      return count++ === 0
        ? { parts: [{ type: "tool-call", id: "call_1", name: "shell", input: { command: `touch ${file}` } }] }
        : { parts: [text("Hello from Goose.")] };
    });
    const provider = createAcp({
      ...knownAgents.goose,
      command: goose,
      variables: {
        ...knownAgents.goose.variables,
        HOME: home.path,
        GOOSE_PROVIDER: "openai",
        GOOSE_MODEL: "gpt-4o",
        GOOSE_DISABLE_KEYRING: "1",
        GOOSE_TELEMETRY_ENABLED: "false",
        OPENAI_HOST: server.url,
        OPENAI_API_KEY: "sk-test",
      },
    });
    const questions: Question[] = [];
    const ask = async (question: Question) => {
      questions.push(question);
      return { deny: "No." };
    };
    const result = await runOnce({ model: provider.model("default"), cwd: home.path, ask }, "do the task");
    await provider.close();
    expect(result).toMatchObject({ outcome: "done", text: expect.stringContaining("Hello from Goose.") });
    expect(questions).toMatchObject([{ kind: "approval" }]);
    expect(existsSync(file)).toBe(false);
  });
});
