import { withoutFlags, type Flags } from "../flag.ts";
import type { Parsed } from "../parse-flags.ts";
import { jsonFlag } from "./common-flags.ts";
import { resumableFlags } from "./kinds-of-runs.ts";

/** Of a replay. Those of a run count with `--from`: then it is one. */
export const replayFlags = {
  json: jsonFlag,
  from: { value: "SEQ", description: "Go on from this entry on a real model, in a copy of the session" },
  ...withoutFlags(resumableFlags, "name", "session-id", "fork", "at"),
  system: { value: "TEXT", description: "Added to the system prompt" },
  "system-file": { value: "FILE", description: "In place of the system prompt" },
  quiet: { short: "q", description: "Only print what differs" },
} as const satisfies Flags;

export type ReplayFlags = Parsed<typeof replayFlags>;
