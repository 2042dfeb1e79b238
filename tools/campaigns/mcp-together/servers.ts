import { join } from "node:path";
import type { JsonObject } from "../../../packages/protocol/src/index.ts";

/** What the servers of a run work on. */
export interface Bench {
  readonly folder: string;
  /** A page on this machine. */
  readonly page: string;
  /** `undefined`: there is no browser. */
  readonly chromium: string | undefined;
}

export interface ShownCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** What the result contains. */
  readonly contains: string;
}

export interface ShownServer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** Inside the package. */
  readonly program: string;
  readonly args: (bench: Bench) => readonly string[];
  readonly env?: (bench: Bench) => Readonly<Record<string, string>>;
  readonly calls: (bench: Bench) => readonly ShownCall[];
  readonly needsBrowser?: true;
}

const none = () => [];

/** The servers, as their authors publish them. Their names are those of the extensions. */
export const shownServers: readonly ShownServer[] = [
  {
    name: "everything",
    package: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    program: "dist/index.js",
    args: none,
    calls: () => [
      { tool: "echo", input: { message: "hello" }, contains: "Echo: hello" },
      {
        tool: "trigger-sampling-request",
        input: { prompt: "Say hello.", maxTokens: 50 },
        contains: sampledAnswer,
      },
      { tool: "trigger-elicitation-request", input: {}, contains: elicitedName },
    ],
  },
  {
    name: "filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    program: "dist/index.js",
    args: ({ folder }) => [folder],
    calls: ({ folder }) => [
      { tool: "read_text_file", input: { path: join(folder, "note.txt") }, contains: "from a file" },
    ],
  },
  {
    name: "graph",
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    program: "dist/index.js",
    args: none,
    env: ({ folder }) => ({ MEMORY_FILE_PATH: join(folder, "memory.jsonl") }),
    calls: () => [
      {
        tool: "create_entities",
        input: { entities: [{ name: "Ada", entityType: "person", observations: ["wrote programs"] }] },
        contains: "wrote programs",
      },
    ],
  },
  {
    name: "sequential-thinking",
    package: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    program: "dist/index.js",
    args: none,
    calls: () => [
      {
        tool: "sequentialthinking",
        input: { thought: "One step.", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        contains: "thoughtNumber",
      },
    ],
  },
  {
    name: "git",
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    program: "dist/index.js",
    args: none,
    env: ({ folder }) => ({ GIT_BASE_DIR: folder, LOGS_DIR: join(folder, "git-logs") }),
    calls: ({ folder }) => [
      { tool: "git_log", input: { path: join(folder, "repository") }, contains: "First commit" },
    ],
  },
  {
    name: "sqlite",
    package: "mcp-sqlite",
    version: "1.0.9",
    program: "mcp-sqlite-server.js",
    args: ({ folder }) => [join(folder, "data.sqlite")],
    calls: () => [{ tool: "query", input: { sql: "select 40 + 2 as answer" }, contains: "42" }],
  },
  {
    name: "playwright",
    package: "@playwright/mcp",
    version: "0.0.83",
    program: "cli.js",
    args: ({ chromium = "" }) => ["--headless", "--no-sandbox", "--isolated", "--executable-path", chromium],
    calls: ({ page }) => [{ tool: "browser_navigate", input: { url: page }, contains: "Skein shows" }],
    needsBrowser: true,
  },
  {
    name: "chrome-devtools",
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    program: "build/src/bin/chrome-devtools-mcp.js",
    args: ({ chromium = "" }) => [
      "--headless",
      "--isolated",
      "--no-usage-statistics",
      "--chromeArg=--no-sandbox",
      "--executablePath",
      chromium,
    ],
    calls: ({ page }) => [{ tool: "new_page", input: { url: page }, contains: page }],
    needsBrowser: true,
  },
];

export const sampledAnswer = "An answer of the model.";
export const elicitedName = "Ada Lovelace";
