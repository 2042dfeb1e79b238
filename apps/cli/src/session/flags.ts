import { forceFlag, helpFlag, jsonFlag, yesFlag } from "../arguments/common-flags.ts";
import { runFlags, type Flags } from "../arguments/flags.ts";

export const sessionListFlags = {
  all: { short: "a", description: "Those of all folders" },
  subagents: { description: "Those of subagents too" },
  limit: { short: "l", value: "N", description: "At most so many; default 20, 0 for all" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionShowFlags = {
  context: { description: "How full the model's window is, and of what, instead of what happened" },
  full: { description: "With --context: word for word what the model would be sent now" },
  entries: { description: "The journal, an entry a line: the numbers are for --to and --at" },
  from: { value: "N", description: "With --entries: the first one" },
  to: { value: "N", description: "With --entries: the last one" },
  kind: { value: "KIND", description: "With --entries: those of one kind, tool-result say" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionCacheFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const sessionCompactFlags = {
  keep: { short: "k", value: "TEXT", description: "What must not get lost, in your own words" },
  provider: runFlags.provider,
  model: runFlags.model,
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

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
  quiet: { short: "q", description: "Only say what could not be brought back" },
  yes: yesFlag,
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const sessionRewindFlags = {
  to: { value: "SEQ", description: "The entry after which it stands again" },
  ...sessionUndoFlags,
} as const satisfies Flags;

export const sessionRenameFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const sessionAnswerFlags = {
  allow: { value: "SCOPE", description: "Allow the call: once, session or always" },
  deny: { description: "Deny the call" },
  reason: { value: "TEXT", description: "With --deny: why; the model reads it" },
  input: { value: "JSON", description: "With --allow: the input to run the call with, instead of its own" },
  all: { short: "a", description: "All that are open, alike" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

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
  subagents: { description: "With a FILE: its subagents too, each into a file beside it: FILE.ID.ENDING" },
  force: forceFlag,
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
