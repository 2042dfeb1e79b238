import {
  type Flags,
  type Parsed,
  onlyGiven,
  keyValues,
  workingFolder,
  numberOf,
  readDuration,
} from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";
import { ofWorkers, scheduleFlags } from "@skein/command-line/command-flags";
import { ConfigError } from "@skein/protocol";
import type { ScheduleInput } from "@skein/schedules";
import { effectiveSettings, permissionRules } from "@skein/host/settings";
import { defineCommand } from "../../arguments/command-line.ts";
import { thisMachine } from "../../machine.ts";
import { openSchedules, scheduledRecipe } from "@skein/session-processes/schedules";
import { note, printJson, warn } from "../../print.ts";
import { knownProvider, learnProviders } from "../../providers.ts";
import { warnWithoutDaemon } from "../no-daemon.ts";
import { longTime } from "@skein/terminal-chat/schedules";

const flagTable = {
  ...scheduleFlags,
  share: { value: "NAME", description: "Whose the runs of --workers are: see skein worker --per-share" },
  json: jsonFlag,
  ...ofWorkers,
} as const satisfies Flags;

type AddFlags = Parsed<typeof flagTable>;

export const main = defineCommand({
  name: "schedule add",
  help: {
    title: "have something done at set times",
    usage: [
      'NAME --cron "…" -t TEXT [flags]',
      'NAME --cron "…" --recipe RECIPE [--params KEY=VALUE…] [flags]',
    ],
    text: `No one is there when it runs, so the mode must answer by itself: auto, plan or chat. Adding a recipe agrees to the
commands in it; when it changes, its slots are missed until it is added again.`,
    examples: [
      'skein schedule add news --cron "30 6 * * 1-5" --mode plan -t "What changed in this project yesterday?"',
      "skein schedule add tidy --cron @weekly --tz Europe/Berlin --mode auto --max-cost 0.50 --recipe tidy.yaml",
    ],
  },
  flags: flagTable,
  words: 1,
  run: async (flags, words) => {
    const [name] = words;
    if (name === undefined || flags.cron === undefined) {
      throw new ConfigError("usage", `A schedule needs a name, and --cron for when.`, {
        hint: 'For example: skein schedule add news --cron @daily --mode plan -t "What is new?"',
      });
    }
    const input = await inputOf(name, flags.cron, flags);
    await using schedules = await openSchedules(thisMachine(), { ofWorkers: flags.workers });
    if (flags.share !== undefined && !flags.workers)
      throw new ConfigError("usage", "--share goes with --workers alone.");
    const added = await schedules.get((await schedules.add(input, flags.share)).id);
    if (flags.json) {
      printJson(added);
      return 0;
    }
    const next = added.nextAt === undefined ? "never" : longTime(added.nextAt, new Date());
    note(`${name} is added; first at ${next}.`);
    if (added.work.kind === "recipe")
      note(`Agreed to the recipe as it is now: SHA-256 ${added.work.consent}`);
    warnWithoutDaemon(schedules);
    return 0;
  },
});

async function inputOf(name: string, cron: string, flags: AddFlags): Promise<ScheduleInput> {
  const cwd = workingFolder(flags.cwd);
  // A worker has the providers of its own machine.
  if (flags.provider !== undefined && !flags.workers) {
    await learnProviders(cwd);
    knownProvider(flags.provider);
  }
  const { values, sections } = await effectiveSettings(thisMachine(), cwd, { mode: flags.mode });
  return {
    name,
    cron,
    cwd,
    work: await workOf(flags, cwd),
    mode: values.mode,
    rules: flags.workers ? [] : permissionRules(sections), // a worker has those of its machine
    limits: onlyGiven({
      maxTurns: numberOf(flags["max-turns"]),
      maxToolCalls: numberOf(flags["max-tool-calls"]),
      maxTimeMs: readDuration("max-time", flags["max-time"]),
    }),
    ...onlyGiven({ maxCostUsd: numberOf(flags["max-cost"]), maxTokens: numberOf(flags["max-tokens"]) }),
    ...onlyGiven({ jitterMs: readDuration("jitter", flags.jitter) }),
    ...onlyGiven({ tz: flags.tz, provider: flags.provider, model: flags.model }),
    // What they may be is checked with the rest.
    ...onlyGiven({
      overlap: flags.overlap,
      catchUp: flags["catch-up"],
      worktree: flags["worktree-end"] ?? (flags.worktree ? "keep" : undefined),
    } as Pick<ScheduleInput, "overlap" | "catchUp" | "worktree">),
    resume: !flags["no-resume"],
  };
}

async function workOf(
  { text, recipe, params = [] }: AddFlags,
  folder: string,
): Promise<ScheduleInput["work"]> {
  if ((text === undefined) === (recipe === undefined)) {
    throw new ConfigError("usage", "What is to be done? Give -t TEXT or --recipe RECIPE, one of them.", {
      hint: 'For example: -t "What changed in this project yesterday?"',
    });
  }
  if (recipe === undefined) {
    if (params.length > 0) throw new ConfigError("usage", "--params goes with --recipe alone.");
    return { kind: "prompt", text: text ?? "" };
  }
  const { work, consent } = await scheduledRecipe(thisMachine(), {
    recipe,
    params: keyValues("params", params),
    cwd: process.cwd(),
    folder,
    warn,
  });
  const lines = consent?.lines ?? [];
  if (lines.length > 0) note(["It runs and reaches:", ...lines.map((line) => `  ${line}`)].join("\n"));
  return work;
}
