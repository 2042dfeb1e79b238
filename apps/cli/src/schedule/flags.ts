import { helpFlag, jsonFlag } from "../arguments/common-flags.ts";
import { runFlags, type Flags } from "../arguments/flags.ts";

export const scheduleAddFlags = {
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
  mode: { value: "MODE", description: "What it may do: auto, plan (reads only) or chat (no tools)" },
  provider: runFlags.provider,
  model: runFlags.model,
  "max-turns": { value: "N", description: "Replies of the model in one slot" },
  "max-time": { value: "DURATION", description: "Time one slot may take: 90s, 10m, 1h30m" },
  "max-cost": { value: "USD", description: "What one slot may cost" },
  "max-tokens": { value: "N", description: "Tokens one slot may use" },
  overlap: {
    value: "WHAT",
    description: "While the one before still runs: skip (the default), queue, allow, cancel-previous",
  },
  "catch-up": {
    value: "WHAT",
    description: "Slots that nobody was there for: one (the latest, the default), all, none",
  },
  jitter: { value: "DURATION", description: "Start up to so much later, to spread load" },
  "no-resume": { description: "Do not go on with a slot whose daemon died" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const scheduleFlags = { json: jsonFlag, help: helpFlag } as const satisfies Flags;

export const scheduleHistoryFlags = {
  limit: { short: "l", value: "N", description: "At most so many; default 20, 0 for all" },
  json: jsonFlag,
  help: helpFlag,
} as const satisfies Flags;

export const scheduleDaemonFlags = {
  "max-parallel": { value: "N", description: "Slots that may run at once; default 4" },
  quiet: { short: "q", description: "Say only what goes wrong" },
  help: helpFlag,
} as const satisfies Flags;

export const scheduleInstallFlags = {
  now: { description: "Also start it, now and at each login" },
  "dry-run": { description: "Only show the file" },
  force: { description: "Replace a file that is there and differs" },
  help: helpFlag,
} as const satisfies Flags;

export const scheduleUninstallFlags = {
  now: { description: "Also stop it" },
  help: helpFlag,
} as const satisfies Flags;
