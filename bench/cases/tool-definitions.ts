import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveReplies, textReply } from "../anthropic-server.ts";
import { node, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const program = fileURLToPath(new URL("../mcp-server.mjs", import.meta.url));
const bytesPerToken = 4;

/**
 * Tokens of the first request, estimated, with the tools of real MCP servers: all of them listed, and deferred behind a search as
 * usual. Their definitions are outside of the repository: SKEIN_FIXTURES names the folder.
 */
export async function toolDefinitions(): Promise<readonly Row[]> {
  const outside = process.env["SKEIN_FIXTURES"];
  if (outside === undefined) return [];
  const folder = join(outside, "mcp-tools");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "index.json");
  const entries = files.map((name) => [
    // Not like a built-in extension.
    `${name.replace(".json", "")}-server`,
    { command: node, args: [program, join(folder, name)] },
  ]);
  const usual = await tokensOf(Object.fromEntries(entries), {});
  const all = await tokensOf(Object.fromEntries(entries), {
    SKEIN_TOOL_COUNT: "1000",
    SKEIN_TOOL_TOKENS: "1000000",
  });
  return [
    {
      what: `tokens of the first request with ${files.length} MCP servers, deferred / all listed`,
      skein: `${usual.tokens} (${usual.tools} tools)`,
      floor: `${all.tokens} (${all.tools} tools)`,
      value: usual.tokens / all.tokens,
    },
  ];
}

async function tokensOf(
  extensions: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly tokens: number; readonly tools: number }> {
  await using server = await serveReplies(() => textReply(["Done."]));
  let body = "{}";
  server.onRequest = (text) => (body = text);
  const home = benchHome(server.url);
  mkdirSync(join(home["HOME"] ?? "", ".config"));
  mkdirSync(join(home["HOME"] ?? "", ".config", "skein"));
  writeFileSync(join(home["HOME"] ?? "", ".config", "skein", "config.yaml"), JSON.stringify({ extensions }));
  const where = temporaryFolder();
  await timeProcess(node, [skein, "run", "-t", "hello", "--no-session", "--cwd", where], { ...home, ...env });
  const { tools = [] } = JSON.parse(body) as { readonly tools?: readonly unknown[] };
  return { tokens: Math.ceil(Buffer.byteLength(body) / bytesPerToken), tools: tools.length };
}
