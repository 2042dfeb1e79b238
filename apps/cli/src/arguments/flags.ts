/** One flag of a command: what parsing, checking and `--help` need to know of it. */
export interface Flag {
  readonly short?: string;
  /** Shown for the value; a flag without one is a switch. */
  readonly value?: string;
  readonly repeatable?: true;
  readonly description: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export const runFlags = {
  text: { short: "t", value: "TEXT", description: "The task, as text" },
  instructions: { short: "i", value: "FILE", description: "The task, from a file; - reads standard input" },
  provider: { value: "ID", description: "Who answers: see `skein run --help`, Providers" },
  model: { value: "ID", description: "The model, by the provider's own name" },
  fallback: {
    value: "MODELS",
    repeatable: true,
    description: "By comma: who goes on when the model has no quota, is overloaded or stalls",
  },
  effort: { value: "LEVEL", description: "How much to reason: none, low, medium, high, max" },
  temperature: { value: "N", description: "Sampling temperature" },
  mode: { value: "MODE", description: "What may happen unasked: see Modes" },
  system: { value: "TEXT", description: "Added to the system text" },
  "system-file": { value: "FILE", description: "Replaces the system text" },
  cwd: { value: "DIR", description: "Where tools work; default: here" },
  "no-hints": { description: "Without the notes in AGENTS.md, .goosehints and CLAUDE.md" },
  "with-builtin": {
    value: "NAMES",
    repeatable: true,
    description: "Built-in extensions, by comma: developer",
  },
  "with-extension": {
    value: "COMMAND",
    repeatable: true,
    description: 'An MCP server to start: "KEY=value command words"; without it nothing runs',
  },
  "with-streamable-http-extension": {
    value: "URL",
    repeatable: true,
    description: "An MCP server on the network; without it nothing runs",
  },
  "no-profile": { description: "Without the extensions that are on by default" },
  "max-turns": { value: "N", description: "Replies of the model in this run; default 1000" },
  "max-tool-repetitions": { value: "N", description: "The same call in a row; default 50" },
  "max-time": { value: "DURATION", description: "For example 90s, 10m, 1h30m" },
  "max-cost": { value: "USD", description: "Stop before a call that is expected to exceed this" },
  "max-tokens": { value: "N", description: "Stop before a call that is expected to exceed this" },
  sandbox: {
    value: "WHEN",
    description: "auto, require or off; there is none yet, so require refuses to run",
  },
  "on-crash": {
    value: "WHAT",
    description: "What commands do when Skein is killed: continue or stop (Linux)",
  },
  name: { short: "n", value: "NAME", description: "A name for the session; with -r: the one to resume" },
  "session-id": { value: "ID", description: "An id for the session; with -r: the one to resume" },
  resume: { short: "r", description: "Go on with a session; without -n or --session-id: the last one here" },
  fork: { description: "With -r: work on a copy of the session, and leave it as it is" },
  at: { value: "SEQ", description: "With --fork: the last entry of the session that the copy has" },
  "no-checkpoints": { description: "Do not keep files before they change; then nothing can be undone" },
  "no-session": { description: "Keep nothing on disk" },
  "output-format": { value: "FORMAT", description: "text, json or stream-json; default text" },
  "output-schema": { value: "FILE", description: "JSON Schema that the result must fit" },
  quiet: { short: "q", description: "Only the answer and errors" },
  debug: { description: "Write requests to the model and its answers to files, without keys" },
  help: { short: "h", description: "This text" },
} as const satisfies Flags;

export const demoFlags = {
  provider: { value: "ID", description: "Do the task on a real model, asking before commands" },
  model: { value: "ID", description: "The model, by the provider's own name" },
  mode: { value: "MODE", description: "With --provider: what may happen unasked" },
  keep: { description: "Keep the temporary project" },
  help: { short: "h", description: "This text" },
} as const satisfies Flags;

const jsonFlag = { description: "One JSON object on standard output" } as const;
const helpFlag = { short: "h", description: "This text" } as const;

export const configureFlags = {
  provider: { value: "ID", description: "Who answers" },
  model: { value: "ID", description: "The model, by the provider's own name" },
  mode: { value: "MODE", description: "What may happen unasked" },
  "base-url": { value: "URL", description: 'Where the provider is reached; "" for its usual address' },
  "key-stdin": { description: "Read the key from standard input" },
  "no-check": { description: "Save without trying it" },
  help: helpFlag,
} as const satisfies Flags;

export const doctorFlags = {
  offline: { description: "Ask no provider" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const infoFlags = {
  json: jsonFlag,
  schemas: { description: "The JSON Schemas of what Skein reads and writes" },
  help: helpFlag,
} as const satisfies Flags;

export const providerFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const providerAddFlags = {
  name: { value: "NAME", description: "The word for --provider; default: what the file says" },
  "base-url": { value: "URL", description: "Where it is reached" },
  engine: { value: "WIRE", description: "What it speaks: openai (the default), anthropic, google, ollama" },
  "key-env": { value: "VARIABLE", description: "Name of the environment variable that holds its key" },
  model: { value: "ID", repeatable: true, description: "A model; the first one is taken by default" },
  try: { description: "Ask it once first, and keep nothing when it does not answer" },
  force: { description: "In place of a definition with that name" },
  help: helpFlag,
} as const satisfies Flags;

export const sessionListFlags = {
  all: { short: "a", description: "Those of all folders" },
  limit: { short: "l", value: "N", description: "At most so many; default 20, 0 for all" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionShowFlags = {
  context: { description: "What the model would be sent now, instead of what happened" },
  entries: { description: "The journal, an entry a line: the numbers are for --to and --at" },
  from: { value: "N", description: "With --entries: the first one" },
  to: { value: "N", description: "With --entries: the last one" },
  kind: { value: "KIND", description: "With --entries: those of one kind, tool-result say" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

const yesFlag = { short: "y", description: "Without asking" } as const;

export const sessionSearchFlags = {
  all: { short: "a", description: "In the sessions of all folders" },
  cwd: { value: "DIR", description: "In those of this folder and the folders in it; default: here" },
  since: { value: "AGE", description: "Not older than 7d, 12h, …, or since a day: 2026-01-31" },
  role: {
    value: "ROLE",
    description: "Said by user or assistant, in results of a tool, a file, a session's name",
  },
  session: { short: "s", value: "ID", description: "In this one" },
  limit: {
    short: "l",
    value: "N",
    description: "At most so many; default 20, 0 for as many as there can be: 1000",
  },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionForkFlags = {
  at: { value: "SEQ", description: "The last entry that both have; default: the last one" },
  name: { short: "n", value: "NAME", description: "A name for the fork" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionUndoFlags = {
  "dry-run": { description: "Only show what would be done" },
  "keep-files": { description: "Go back in the conversation alone" },
  yes: yesFlag,
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionRewindFlags = {
  to: { value: "SEQ", description: "The entry after which it stands again" },
  ...sessionUndoFlags,
} as const satisfies Flags;

export const sessionRenameFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const sessionRemoveFlags = {
  "older-than": { value: "AGE", description: "Those of this folder that nobody wrote for 30d, 12h, …" },
  all: { short: "a", description: "With --older-than: those of all folders" },
  "dry-run": { description: "Only show what would go" },
  yes: yesFlag,
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionScrubFlags = {
  all: { short: "a", description: "All sessions, of all folders" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionExportFlags = {
  format: {
    short: "f",
    value: "FORMAT",
    description: "json, markdown, yaml or html; default: by the file's ending, else markdown",
  },
  output: { short: "o", value: "FILE", description: "Where to; - is standard output, the default" },
  bundle: { description: "For a bug report: JSON, secrets hidden, with versions and platform" },
  full: { description: "Nothing is shortened; JSON and YAML always are whole" },
  force: { description: "Replace a file that is there" },
  json: { description: "With a FILE: say as JSON what was written" },
  help: helpFlag,
} as const satisfies Flags;

export const sessionImportFlags = {
  from: { value: "AGENT", description: "Who wrote the file: skein, goose, claude, codex, pi, opencode" },
  session: { short: "s", value: "ID", description: "Which one of a database; default: the newest" },
  list: { description: "List what other agents keep on this machine: the same as without FILE" },
  all: { short: "a", description: "All that other agents keep on this machine; --from: one agent" },
  limit: { short: "l", value: "N", description: "Of a list: at most so many; default 20, 0 for all" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionDiagnosticsFlags = {
  output: {
    short: "o",
    value: "FILE",
    description: "Where to; - is standard output; default: skein-diagnostics-ID.json here",
  },
  force: sessionExportFlags.force,
  json: sessionExportFlags.json,
  help: helpFlag,
} as const satisfies Flags;

export const mcpFlags = {
  cwd: runFlags.cwd,
  help: helpFlag,
} as const satisfies Flags;

export const trustFlags = {
  remove: { description: "Trust it no longer" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

/** A chat is a run whose tasks are typed. */
export const chatFlags = {
  provider: runFlags.provider,
  model: runFlags.model,
  fallback: runFlags.fallback,
  effort: runFlags.effort,
  temperature: runFlags.temperature,
  mode: runFlags.mode,
  system: runFlags.system,
  "system-file": runFlags["system-file"],
  cwd: runFlags.cwd,
  "no-hints": runFlags["no-hints"],
  "with-builtin": runFlags["with-builtin"],
  "with-extension": runFlags["with-extension"],
  "with-streamable-http-extension": runFlags["with-streamable-http-extension"],
  "no-profile": runFlags["no-profile"],
  "max-turns": runFlags["max-turns"],
  "max-tool-repetitions": runFlags["max-tool-repetitions"],
  "max-time": runFlags["max-time"],
  "max-cost": runFlags["max-cost"],
  "max-tokens": runFlags["max-tokens"],
  sandbox: runFlags.sandbox,
  "on-crash": runFlags["on-crash"],
  name: runFlags.name,
  "session-id": runFlags["session-id"],
  resume: runFlags.resume,
  fork: runFlags.fork,
  at: runFlags.at,
  "no-checkpoints": runFlags["no-checkpoints"],
  debug: runFlags.debug,
  plain: { description: "Lines only: nothing is drawn, moved or coloured" },
  help: helpFlag,
} as const satisfies Flags;

export const importFlags = {
  from: { value: "DIR", description: "The program's folder; default: where it keeps its settings" },
  only: { value: "AREAS", description: "By comma: settings, extensions, permissions, memory, secrets" },
  overwrite: { description: "Replace what Skein has; a stricter rule stays" },
  "dry-run": { description: "Only show what would change" },
  yes: { short: "y", description: "Write without asking" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

const { resume: _resume, "no-session": _noSession, ...resumableFlags } = runFlags;

/** With a terminal and no task it is a chat, otherwise a run. */
export const resumeFlags = {
  ...resumableFlags,
  name: { short: "n", value: "NAME", description: "The session, by its name" },
  "session-id": { value: "ID", description: "The session, by its id" },
  fork: { description: "Work on a copy of the session, and leave it as it is" },
  continue: { description: "Go on with what was left open, without a question, also in a terminal" },
  plain: chatFlags.plain,
  help: helpFlag,
} as const satisfies Flags;

const { name: _name, "session-id": _id, fork: _fork, at: _at, ...forkedFlags } = resumableFlags;

/** Those of a run count with `--from`: then it is one. */
export const replayFlags = {
  json: jsonFlag,
  from: { value: "SEQ", description: "Go on from this entry on a real model, in a copy of the session" },
  ...forkedFlags,
  system: { value: "TEXT", description: "Added to the system text" },
  "system-file": { value: "FILE", description: "In place of the system text" },
  quiet: { short: "q", description: "Say nothing but what differs" },
  help: helpFlag,
} as const satisfies Flags;
