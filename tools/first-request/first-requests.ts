import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  anthropicServer,
  googleServer,
  openaiChatServer,
  openaiResponsesServer,
  temporaryFolder,
  type ScriptedServer,
} from "../../packages/test-kit/src/index.ts";
import { root } from "./modules-of.ts";

const key = "first-request-key-0123456789";
const reply = { parts: [{ type: "text" as const, text: "Hello" }] };
const openai = (api: string) => (url: string) => ({
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: `${url}/v1`,
  SKEIN_OPENAI_API: api,
});

const wires: readonly {
  readonly provider: string;
  readonly serve: () => Promise<ScriptedServer>;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}[] = [
  {
    provider: "anthropic",
    serve: () => anthropicServer([reply]),
    env: (url) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
  },
  { provider: "openai", serve: () => openaiChatServer([reply]), env: openai("chat") },
  { provider: "openai", serve: () => openaiResponsesServer([reply]), env: openai("responses") },
  {
    provider: "google",
    serve: () => googleServer([reply]),
    env: (url) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  },
];

const kinds: readonly (readonly string[])[] = [[], ["--no-session"], ["--output-format", "stream-json"]];

interface Ended {
  /** Its arguments, for an error. */
  readonly what: string;
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** Runs the bundle once for each wire and kind of run, in homes of their own. */
export async function* firstRequests(env: Readonly<Record<string, string>>): AsyncGenerator<Ended> {
  for (const { provider, serve, env: address } of wires)
    for (const flags of kinds) {
      await using server = await serve();
      await using home = await temporaryFolder();
      const args = ["run", "-q", "-t", "hello", "--provider", provider, "--model", "any", ...flags];
      const child = spawn(process.execPath, [join(root, "apps/cli/bin/skein.js"), ...args], {
        cwd: home.path,
        env: { PATH: process.env["PATH"] ?? "", HOME: home.path, ...address(server.url), ...env },
        stdio: ["ignore", "ignore", "pipe"],
      });
      const [stderr] = await Promise.all([text(child.stderr), once(child, "exit")]);
      yield { what: args.join(" "), exitCode: child.exitCode, stderr };
    }
}
