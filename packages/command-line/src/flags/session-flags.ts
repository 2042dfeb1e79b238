import type { Flags } from "../flag.ts";
import { settingFlags } from "../setting-flags.ts";

export const placeFlags = {
  cwd: { value: "DIR", description: "Where tools work; default: here" },
  worktree: {
    value: "NAME",
    optional: true,
    description: "In a new git worktree on a branch of its own",
  },
  "worktree-end": {
    value: "WHAT",
    suggests: ["keep", "merge", "drop"],
    description: "What becomes of the worktree's changes at the end: keep (default), merge, drop",
  },
  ...settingFlags("checkpoints"),
} as const satisfies Flags;

export const sessionFlags = {
  name: { short: "n", value: "NAME", description: "A name for the session; with -r: the one to resume" },
  "session-id": {
    value: "ID",
    suggests: "sessions",
    description: "An id for the session; with -r: the one to resume",
  },
  resume: { short: "r", description: "Resume a session; without -n or --session-id: the last one here" },
  fork: { description: "With -r: work on a copy of the session, and leave it as it is" },
  at: { value: "SEQ", description: "With --fork: the last entry of the session that the copy has" },
  "no-session": { description: "Keep nothing on disk" },
  ...settingFlags("journal"),
} as const satisfies Flags;

export const outputFlags = {
  "output-format": {
    value: "FORMAT",
    suggests: ["text", "json", "stream-json"],
    description: "text, json or stream-json; default text",
  },
  stream: { description: "With text: show replies as they stream in, also in a pipe or a file" },
  "no-deltas": { description: "With stream-json: whole messages only, without the pieces they stream in" },
  "include-messages": {
    description: "With json and stream-json: the result has the messages of the run, tool results too",
  },
  "output-schema": { value: "FILE", description: "JSON Schema that the result must fit" },
  quiet: { short: "q", description: "Only the answer and errors" },
  debug: { description: "Write requests to the model and its answers to files, without keys" },
} as const satisfies Flags;
