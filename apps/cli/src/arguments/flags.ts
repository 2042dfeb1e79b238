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
  "with-builtin": {
    value: "NAMES",
    repeatable: true,
    description: "Built-in extensions, by comma: developer",
  },
  "no-profile": { description: "Without the extensions that are on by default" },
  "max-turns": { value: "N", description: "Replies of the model in this run; default 1000" },
  "max-tool-repetitions": { value: "N", description: "The same call in a row; default 50" },
  "max-time": { value: "DURATION", description: "For example 90s, 10m, 1h30m" },
  "max-cost": { value: "USD", description: "Stop before a call that could exceed this" },
  "max-tokens": { value: "N", description: "Stop before a call that could exceed this" },
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
