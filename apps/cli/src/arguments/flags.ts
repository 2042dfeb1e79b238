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
  "on-crash": { value: "WHAT", description: "continue or stop (which needs a sandbox)" },
  name: { short: "n", value: "NAME", description: "A name for the session; with -r: the one to resume" },
  "session-id": { value: "ID", description: "An id for the session; with -r: the one to resume" },
  resume: { short: "r", description: "Go on with a session; without -n or --session-id: the last one here" },
  "no-session": { description: "Keep nothing on disk" },
  "output-format": { value: "FORMAT", description: "text, json or stream-json; default text" },
  "output-schema": { value: "FILE", description: "JSON Schema that the result must fit" },
  quiet: { short: "q", description: "Only the answer and errors" },
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

export const sessionListFlags = {
  all: { short: "a", description: "Those of all folders" },
  limit: { short: "l", value: "N", description: "At most so many; default 20, 0 for all" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionShowFlags = {
  context: { description: "What the model would be sent now, instead of what happened" },
  json: jsonFlag,
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
  plain: { description: "Lines only: nothing is drawn, moved or coloured" },
  help: helpFlag,
} as const satisfies Flags;
