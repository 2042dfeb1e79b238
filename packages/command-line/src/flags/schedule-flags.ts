import { onlyFlags, type Flags } from "../flag.ts";
import { runFlags } from "./run-flags.ts";

/** Of commands about the schedules of this machine, or those of the database. */
export const ofWorkers = {
  workers: { description: "The schedules in the database: its workers submit what comes due" },
  ...onlyFlags(runFlags, "database-url"),
} as const;

/** Of the command that adds a schedule. */
export const scheduleFlags = {
  cron: {
    value: "LINE",
    description:
      'When: "30 6 * * 1-5", with seconds in front if there are six, or @hourly, @daily, @weekly, …',
  },
  tz: { value: "ZONE", description: "The time zone of that: Europe/Berlin say; default: this machine's" },
  text: { short: "t", value: "TEXT", description: "The task" },
  recipe: {
    value: "RECIPE",
    description: "The recipe to run, its file or name; adding it agrees to the commands in it, as it is now",
  },
  params: { value: "KEY=VALUE", repeatable: true, description: "A value for the recipe" },
  cwd: runFlags.cwd,
  worktree: { description: "Each slot in a git worktree of its own, on a branch of its own" },
  "worktree-end": runFlags["worktree-end"],
  mode: { value: "MODE", description: "What it may do: auto, plan (reads only) or chat (no tools)" },
  provider: runFlags.provider,
  model: runFlags.model,
  "max-turns": { value: "N", description: "Replies of the model in one slot" },
  "max-tool-calls": { value: "N", description: "Tool calls in one slot" },
  "max-time": { value: "DURATION", description: "Time one slot may take: 90s, 10m, 1h30m" },
  "max-cost": { value: "USD", description: "What one slot may cost" },
  "max-tokens": { value: "N", description: "Tokens one slot may use" },
  overlap: {
    value: "WHAT",
    description: "While the one before still runs: skip (the default), queue, allow, cancel-previous",
  },
  "catch-up": {
    value: "WHAT",
    description: "Missed slots: one (the latest, the default), all, none",
  },
  jitter: { value: "DURATION", description: "Start up to so much later, to spread load" },
  "no-resume": { description: "Do not resume a slot whose daemon died" },
} as const satisfies Flags;
