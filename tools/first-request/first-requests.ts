import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "../../packages/test-kit/src/index.ts";
import {
  anthropicServer,
  googleServer,
  openaiChatServer,
  openaiResponsesServer,
  type AnthropicReply,
  type ScriptedServer,
} from "../../packages/provider-conformance/src/servers/index.ts";
import { root } from "./modules-of.ts";

const key = "first-request-key-0123456789";
const reply: AnthropicReply = { parts: [{ type: "text", text: "Hello" }] };
const call: AnthropicReply = {
  parts: [
    { type: "text", text: "I look." },
    { type: "tool-call", id: "call-1", name: "tree", input: { path: "." } },
  ],
};
const openai = (api: string) => (url: string) => ({
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: `${url}/v1`,
  SKEIN_OPENAI_API: api,
});

const wires: readonly {
  readonly provider: string;
  /** One that the provider knows; others are unknown to it. */
  readonly model: string;
  readonly serve: (next: () => AnthropicReply) => Promise<ScriptedServer>;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}[] = [
  {
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    serve: anthropicServer,
    env: (url) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
  },
  { provider: "openai", model: "gpt-5", serve: openaiChatServer, env: openai("chat") },
  {
    provider: "openai",
    model: "gpt-5",
    serve: openaiResponsesServer,
    env: openai("responses"),
  },
  {
    provider: "google",
    model: "gemini-2.5-pro",
    serve: googleServer,
    env: (url) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  },
];

const knownModel = "a model that is known";
const pipedInput = "a text on standard input";
/** In this order in one home: one resumes the session before it. */
const kinds: readonly (readonly string[])[] = [
  [],
  ["--no-session"],
  [knownModel],
  ["--output-format", "stream-json"],
  ["--resume"],
  [pipedInput],
];

/** What users have in their home and project, by path. */
const livedIn: Readonly<Record<string, string>> = {
  ".config/skein/config.yaml": `# mine
mode: smart_approve
maxTurns: 200
maxTime: 30m
permissions:
  allow: ["shell(git status)"]
models:
  any: { contextTokens: 200000, price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 } }
extensions:
  docs: { url: "https://example.com/mcp", enabled: false }
`,
  ".config/skein/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies up.\n---\nTidy up.\n",
  "AGENTS.md": "# The shop\n\nTests run with `node --test`. See @docs/more.md.\n",
  "docs/more.md": "More.\n",
  ".gitignore": "node_modules\n",
  ".skein/config.yaml": "mode: approve\n",
  ".skein/commands/check.md": "Check $ARGUMENTS.\n",
  ".skein/recipes/daily.yaml": "title: Daily\ndescription: Daily.\nprompt: Go.\n",
};

const mcpServer = join(root, "bench/mcp-server.mjs");
const withServers: Readonly<Record<string, string>> = {
  ".config/skein/config.yaml": `extensions:
  one: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(mcpServer)}] }
  two: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(mcpServer)}], env: { LEVEL: info } }
`,
};

interface Ended {
  /** Its arguments, for an error. */
  readonly what: string;
  readonly exitCode: number | null;
  readonly stderr: string;
}

export interface FirstRequests {
  /** Whether each run has a call of a tool, and so has the session that is resumed. */
  readonly hasCalls?: boolean;
  /** Whether there are MCP servers; the first run in a home asks them, and the others know their tools. */
  readonly hasServers?: boolean;
}

/** Runs the bundle once for each wire and kind of run, in homes of their own: empty ones, and some that are lived in. */
export async function* firstRequests(
  env: Readonly<Record<string, string>>,
  { hasCalls = false, hasServers = false }: FirstRequests,
): AsyncGenerator<Ended> {
  for (const { provider, model, serve, env: address } of wires)
    for (const files of hasServers ? [withServers] : [{}, livedIn]) {
      let requests = 0;
      await using server = await serve(() => (hasCalls && requests++ % 2 === 0 ? call : reply));
      await using home = await temporaryFolder();
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(home.path, path)), { recursive: true });
        writeFileSync(join(home.path, path), content);
      }
      if (files === livedIn) spawnSync("git", ["init", "--quiet"], { cwd: home.path });
      for (const flags of kinds) {
        const isPiped = flags.includes(pipedInput);
        const said = flags.filter((flag) => flag !== knownModel && flag !== pipedInput);
        const named = ["--model", flags.includes(knownModel) ? model : "any", ...said];
        const args = ["run", "-t", "hello", "--mode", "auto", "--provider", provider, ...named];
        const child = spawn(process.execPath, [join(root, "apps/cli/bin/skein.cjs"), ...args], {
          cwd: home.path,
          env: { PATH: process.env["PATH"] ?? "", HOME: home.path, ...address(server.url), ...env },
          stdio: [isPiped ? "pipe" : "ignore", "ignore", "pipe"],
        });
        child.stdin?.end("What is this?\n");
        const [stderr] = await Promise.all([text(child.stderr!), once(child, "exit")]);
        yield { what: args.join(" "), exitCode: child.exitCode, stderr };
      }
    }
}
