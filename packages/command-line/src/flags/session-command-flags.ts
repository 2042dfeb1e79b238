import type { Flags } from "../flag.ts";
import { forceFlag, jsonFlag, writtenJsonFlag } from "./common-flags.ts";

export const answerFlags = {
  allow: { value: "SCOPE", description: "Allow the call: once, session or always" },
  deny: { description: "Deny the call" },
  reason: { value: "TEXT", description: "With --deny: why; the model reads it" },
  input: {
    value: "JSON",
    description: "Of a call that is allowed: the input to run it with, instead of its own",
  },
  mode: { value: "MODE", description: "Of a plan that is allowed: the permission mode to continue in" },
  plan: {
    value: "FILE",
    description: "Of a plan that is allowed: the plan to follow instead; - reads standard input",
  },
  reply: {
    value: "TEXT",
    repeatable: true,
    description:
      "Answers the model's question: once for each, in order; the number of an option, or any text",
  },
  all: { short: "a", description: "All that are open, alike" },
  json: jsonFlag,
} as const satisfies Flags;

export const exportFlags = {
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
  json: writtenJsonFlag,
} as const satisfies Flags;

/** Of the search in sessions. */
export const searchFlags = {
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
} as const satisfies Flags;

/** Of the file for a bug report. */
export const diagnosticsFlags = {
  output: {
    short: "o",
    value: "FILE",
    description: "Where to; - is standard output; default: skein-diagnostics-ID.json here",
  },
  force: forceFlag,
  json: writtenJsonFlag,
} as const satisfies Flags;
