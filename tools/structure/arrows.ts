/** What one part of the repository may import. Names are those of the packages without `@skein/`. */
export interface Part {
  /** Arrows go from a higher rank to a lower one. */
  readonly rank: number;
  /** Names of parts; a name that ends in `*` stands for all parts whose names begin that way. */
  readonly mayImport: readonly string[];
  /**
   * For tests only: any package may have it in its devDependencies, and no `src` may import it but that of a part for
   * tests only. A `private` one serves this repository alone, a `published` one everybody's tests.
   */
  readonly testsOnly?: "private" | "published";
}

export type ArrowTable = Readonly<Record<string, Part>>;

/** The one table of which package may import which. An exact name wins over one that ends in `*`. */
export const arrows: ArrowTable = {
  protocol: { rank: 0, mayImport: [] },
  // The ground: what the process asks of the operating system, files, folders and SQLite, and which hosts it connects to by
  // which proxy. It knows nothing of Skein, and has an entry for each subject, so that a reader of one loads no other.
  platform: { rank: -1, mayImport: [] },
  // Random values of tests: it knows fast-check and vitest, and nothing of Skein, so that every package can have it.
  "property-tests": { rank: 0, mayImport: [], testsOnly: "private" },
  "test-kit": { rank: 3, mayImport: ["protocol", "provider-conformance"], testsOnly: "private" },

  agent: { rank: 1, mayImport: ["protocol"] },
  "provider-kit": { rank: 1, mayImport: ["platform", "protocol"] },
  "extension-kit": { rank: 1, mayImport: ["platform", "protocol"] },
  recipes: { rank: 1, mayImport: ["platform", "protocol"] },
  compaction: { rank: 1, mayImport: ["protocol"] },
  permissions: { rank: 1, mayImport: ["platform", "protocol"] },
  redaction: { rank: 1, mayImport: ["platform", "protocol"] },
  sandbox: { rank: 1, mayImport: ["platform", "protocol"] },
  hooks: { rank: 1, mayImport: ["platform", "protocol"] },
  settings: { rank: 1, mayImport: ["platform", "protocol"] },
  telemetry: { rank: 1, mayImport: ["platform", "protocol"] },

  "provider-conformance": { rank: 2, mayImport: ["provider-kit", "protocol"], testsOnly: "published" },
  "provider-*": { rank: 2, mayImport: ["provider-kit", "protocol"] },
  // One platform, the wires of two vendors: docs/decisions says why it does not have them twice.
  "provider-vertex": {
    rank: 3,
    mayImport: ["provider-anthropic", "provider-google", "provider-kit", "protocol"],
  },
  // An agent is a program that is spoken to over its standard input and output, as servers of MCP are.
  "provider-acp": { rank: 2, mayImport: ["platform", "extension-kit", "provider-kit", "protocol"] },
  // Models in the process: it has their files, too.
  "provider-local": { rank: 2, mayImport: ["platform", "provider-kit", "protocol"] },
  sessions: { rank: 1, mayImport: ["platform", "protocol"] },
  "journal-postgres": {
    rank: 2,
    mayImport: ["platform", "protocol", "sessions"],
  },
  "queue-postgres": { rank: 3, mayImport: ["sessions", "protocol", "schedules"] },
  "session-transfer": { rank: 2, mayImport: ["protocol", "sessions"] },
  checkpoints: { rank: 2, mayImport: ["platform", "protocol", "settings"] },
  schedules: { rank: 2, mayImport: ["platform", "protocol"] },
  extensions: { rank: 2, mayImport: ["extension-kit", "platform", "protocol"] },
  // Programs alone: nothing of them is imported.
  launcher: { rank: 0, mayImport: [] },
  "create-extension": { rank: 2, mayImport: ["extension-kit"] },
  // Its entry for web pages reads them from the addresses that `platform` allows.
  "extensions-builtin": {
    rank: 2,
    mayImport: ["agent", "extension-kit", "launcher", "platform", "protocol"],
  },
  // Reviews: git and sessions are handed in.
  review: { rank: 2, mayImport: ["extension-kit", "platform", "protocol"] },

  runtime: {
    rank: 4,
    mayImport: [
      "agent",
      "checkpoints",
      "compaction",
      "extension-kit",
      "extensions",
      "extensions-builtin",
      "hooks",
      "journal-postgres",
      "permissions",
      "platform",
      "protocol",
      "provider-kit",
      "queue-postgres",
      "recipes",
      "redaction",
      "sandbox",
      "schedules",
      "session-transfer",
      "sessions",
      "settings",
      "telemetry",
    ],
  },
  // What screens show, for all faces: it knows nothing of how a run is made.
  "session-view": { rank: 3, mayImport: ["protocol"] },
  // What a command draws, for any command: it knows terminals and nothing of Skein.
  terminal: { rank: 1, mayImport: ["platform", "protocol"] },
  // A definition is data that names one of the app's providers: whoever reads settings reads it too.
  host: {
    rank: 5,
    mayImport: [
      "agent",
      "extension-kit",
      "extensions",
      "extensions-builtin",
      "hooks",
      "permissions",
      "platform",
      "protocol",
      "provider-definitions",
      "recipes",
      "redaction",
      "runtime",
      "schedules",
      "session-transfer",
      "sessions",
      "settings",
      "checkpoints",
    ],
  },
  // Sessions in processes of their own: background runs, slots of schedules, workers of a queue; and joining them.
  "session-processes": {
    rank: 6,
    mayImport: [
      "agent",
      "host",
      "journal-postgres",
      "platform",
      "protocol",
      "queue-postgres",
      "recipes",
      "runtime",
      "schedules",
      "session-transfer",
      "sessions",
      "settings",
      "checkpoints",
    ],
  },
  // What a user can do in a session besides talking, as data: each front end words it.
  "session-commands": {
    rank: 7,
    mayImport: [
      "agent",
      "extension-kit",
      "extensions-builtin",
      "host",
      "permissions",
      "platform",
      "protocol",
      "recipes",
      "runtime",
      "session-processes",
      "session-transfer",
      "sessions",
    ],
  },
  "test-host": {
    rank: 6,
    mayImport: ["host", "platform", "protocol", "provider-replay", "settings"],
    testsOnly: "private",
  },
  // What other agents left on a machine, read and planned into Skein's own settings.
  imports: {
    rank: 6,
    mayImport: ["hooks", "host", "permissions", "platform", "protocol", "runtime", "settings"],
  },
  // How commands and flags are declared, for any program: its name and output are handed in. The flags that commands share, and
  // what one command alone does: completion, configuration, notes of a project, the demo, a replay, a review. And what a workflow
  // on a code host decides and writes: environment, log and files are handed in.
  "command-line": {
    rank: 7,
    mayImport: [
      "extensions-builtin",
      "hooks",
      "host",
      "permissions",
      "platform",
      "protocol",
      "provider-kit",
      "recipes",
      "review",
      "runtime",
      "session-processes",
      "session-transfer",
      "sessions",
      "settings",
    ],
  },
  // The interactive chat, and what the host knows as text of a terminal, for any command: streams, the terminal and the names
  // of commands are handed in.
  "terminal-chat": {
    rank: 8,
    mayImport: [
      "command-line",
      "extensions-builtin",
      "host",
      "imports",
      "platform",
      "protocol",
      "recipes",
      "runtime",
      "schedules",
      "session-commands",
      "session-processes",
      "session-transfer",
      "session-view",
      "sessions",
      "settings",
      "terminal",
      "checkpoints",
    ],
  },
  "server-acp": {
    rank: 8,
    mayImport: ["extensions", "host", "permissions", "session-commands", "session-view", "protocol"],
  },
  // It knows the server by its OpenAPI document alone, and runs in browsers.
  client: { rank: 0, mayImport: [] },
  "server-http": {
    rank: 8,
    mayImport: [
      "host",
      "platform",
      "protocol",
      "runtime",
      "session-commands",
      "session-transfer",
      "settings",
    ],
  },
  // The browser app: it knows the server by its client, and sessions by what a screen shows of them.
  "web-app": { rank: 6, mayImport: ["client", "protocol", "session-view"] },
  cli: {
    rank: 9,
    mayImport: [
      "command-line",
      "extensions",
      "host",
      "imports",
      "launcher",
      "permissions",
      "platform",
      "protocol",
      "provider-*",
      "recipes",
      "review",
      "runtime",
      "schedules",
      "server-acp",
      "server-http",
      "session-commands",
      "session-processes",
      "session-transfer",
      "session-view",
      "sessions",
      "settings",
      "terminal",
      "terminal-chat",
      "checkpoints",
    ],
  },
};

/** Packages that are released together under one version. */
export const releasedTogether: readonly string[] = [
  "agent",
  "runtime",
  "host",
  "session-commands",
  "session-processes",
  "extensions",
  "sessions",
  "session-transfer",
  "permissions",
  "compaction",
  "recipes",
  "extensions-builtin",
  "cli",
];

/** What every package that talks to a model vendor has in its `src`, so that who knows one knows all. */
export const providerFiles: readonly string[] = [
  "index.ts",
  "provider.ts",
  "model.ts",
  "errors.ts",
  "request/",
  "reply/",
];

/** Those that speak the wires of other providers have no reading of replies of their own. */
export const wireBorrowers: readonly string[] = ["provider-vertex"];

/** Packages named `provider-…` that talk to no vendor. */
export const vendorlessProviders: readonly string[] = [
  "provider-kit",
  "provider-conformance",
  "provider-replay",
  "provider-definitions",
];

/** Where vendor and model names may be compared: in the providers, and in the CLI's list of them. */
export const mayCompareVendors = /^(packages\/provider-[^/]+\/|apps\/cli\/src\/providers(\.ts|\/))/;

/** Names of vendors and models, anywhere in a string. */
export const vendorNames =
  /anthropic|openai|google|gemini|claude|gpt-|bedrock|vertex-?ai|ollama|mistral|deepseek|grok|qwen/i;

/** The row of a part, or `undefined` when the table does not know it. */
export function partOf(name: string, table: ArrowTable): Part | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const pattern = Object.keys(table).find((key) => matches(key, name));
  return pattern === undefined ? undefined : table[pattern];
}

/** Whether a part is for tests only and its importer is not, whose `src` must do without it. */
export function isForTestsOf(importer: string, name: string, table: ArrowTable): boolean {
  const testsOnly = (part: string): boolean => partOf(part, table)?.testsOnly !== undefined;
  return testsOnly(name) && !testsOnly(importer);
}

export function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** What any face may stand on: these know neither the process nor a console. */
export const faceless: readonly string[] = [
  "host",
  "imports",
  "session-commands",
  "session-processes",
  "session-view",
  "command-line",
  "terminal",
  "terminal-chat",
  "client",
  "server-acp",
  "server-http",
];
