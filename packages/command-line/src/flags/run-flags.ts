import { helpFlag } from "../define-command.ts";
import type { FlagGroups } from "../flag-help.ts";
import type { Flags } from "../flag.ts";
import { limitFlags, modelFlags, rightsFlags, setupFlags } from "./model-flags.ts";
import { outputFlags, placeFlags, sessionFlags } from "./session-flags.ts";
import { taskFlags } from "./task-flags.ts";

export const runFlags = {
  ...taskFlags,
  ...modelFlags,
  ...rightsFlags,
  ...limitFlags,
  ...setupFlags,
  ...placeFlags,
  ...sessionFlags,
  ...outputFlags,
  help: helpFlag,
} as const satisfies Flags;

/** Titles of help, and the flags under them. */
export const flagGroups = {
  Task: taskFlags,
  Model: modelFlags,
  Permissions: rightsFlags,
  Limits: limitFlags,
  "What it knows and has": setupFlags,
  "Where it works": placeFlags,
  Session: sessionFlags,
  Output: outputFlags,
} as const satisfies FlagGroups;

/** For runs that other processes of the command start; help says nothing of it. */
export const slotFlags = {
  ...runFlags,
  background: { description: "Wait for answers that come through other processes" },
  schedule: { value: "ID", description: "Obey the rules of this schedule, and be recorded as a slot of it" },
} as const satisfies Flags;
