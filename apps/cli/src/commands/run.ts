import { resolve } from "node:path";
import { ConfigError, exitCodeOfSignal, exitCodes, type Redactor } from "@skein/protocol";
import { createRuntime, type AgentSettings, type Runtime } from "@skein/runtime";
import { directories } from "@skein/settings";
import { delegated } from "@skein/host/agents";
import { usedSecrets } from "@skein/host/secrets";
import { notSecret, userModelFacts } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { knownProviders } from "../providers.ts";
import { forkChoice, type ChooseSession, type ForkChoice } from "../arguments/choose-session.ts";
import { slotFlags, type runFlags } from "../arguments/flags.ts";
import { parseFlags, type Parsed } from "../arguments/parse-flags.ts";
import { readTask } from "../arguments/read-task.ts";
import { refuseRecipeFlags } from "../arguments/recipe-flags.ts";
import { runHelp } from "../arguments/run-help.ts";
import { withTaskWords } from "../arguments/task-words.ts";
import { runSettings } from "../arguments/run-settings.ts";
import { collectEntries } from "../chat/collect-entries.ts";
import type { Command } from "../command.ts";
import { debugFolder, debugNotice } from "../debug-folder.ts";
import { forkSettings } from "../fork-settings.ts";
import { openEnd, type OpenEnd } from "../open-end.ts";
import { failedResult } from "../output/failed-result.ts";
import { outputWriter } from "../output/output-writer.ts";
import type { OutputWriter } from "../output/writer.ts";
import { learnProviders, loadersTelling } from "../providers.ts";
import type { OpenedRecipe, OpenRecipeOptions } from "../recipe/open-recipe.ts";
import { showRun } from "../show-run.ts";
import { watchEarly, type EarlyStop } from "../signals.ts";
import { cleanText } from "../terminal/clean-text.ts";

export const main: Command = async (args, commands = {}) => {
  const { flags: given, words } = parseFlags("run", slotFlags, args);
  if (given.help) {
    process.stdout.write(runHelp());
    return exitCodes.done;
  }
  const flags = await withTaskWords(given, words, commands);
  if (flags.recipe === undefined) refuseRecipeFlags("run", flags);
  else if (flags.explain || flags["render-recipe"]) {
    const { showRecipe } = await import("../recipe/show-recipe.ts");
    return showRecipe(flags.recipe, flags);
  }
  if (!flags.interactive) return runWith(flags, { schedule: flags.schedule });
  const { chatWithRecipe } = await import("../recipe/chat-with-recipe.ts");
  return chatWithRecipe(flags);
};

export interface RunOptions {
  /** Finds the session to go on with, where the flags do not say it. */
  readonly choose?: ChooseSession;
  /** No task is read: the run goes on with what was left open. */
  readonly goesOn?: boolean;
  /** The id of the schedule that it is a slot of. */
  readonly schedule?: string | undefined;
}

/** Does what the flags of a run say, and shows it. @returns the exit code. */
export async function runWith(flags: Parsed<typeof runFlags>, options: RunOptions = {}): Promise<number> {
  const writer = outputWriter(flags);
  using early = watchEarly();
  try {
    return await Promise.race([runTask(flags, writer, { ...options, early }), early.stopped]);
  } catch (error) {
    const result = failedResult(error);
    const signal = early.received();
    const exitCode = signal === undefined ? exitCodes[result.outcome] : exitCodeOfSignal[signal];
    writer.result(result, exitCode);
    return exitCode;
  }
}

async function runTask(
  flags: Parsed<typeof runFlags>,
  writer: OutputWriter,
  { choose, goesOn = false, schedule, early }: RunOptions & { readonly early: EarlyStop },
): Promise<number> {
  const fork = forkChoice(flags);
  const { data } = directories({ env: process.env });
  const warn = (text: string): void => void process.stderr.write(`skein: ${cleanText(text)}\n`);
  const note = flags.quiet ? () => undefined : warn;
  const used = usedSecrets();
  for (const warning of await learnProviders(resolve(flags.cwd ?? "."))) warn(warning);
  const tap = debugFolder(flags.debug);
  if (tap !== undefined) note(debugNotice(tap));
  const recipe = flags.recipe === undefined ? undefined : await openedRecipe(flags, { warn, note, used });
  let redactor: Redactor | undefined;
  await using runtime = createRuntime({
    providers: loadersTelling({ say: flags.quiet ? undefined : warn, used, tap, redactor: () => redactor }),
    dataFolder: data,
    facts: () => userModelFacts(thisMachine()),
    secrets: async () => used.all(),
    notSecret: await notSecret(thisMachine(), knownProviders),
    onRedactor: (opened) => (redactor = opened),
  });
  const said = await runSettings(flags, runtime, {
    used,
    choose: choose && ((cwd) => choose(runtime, cwd)),
  });
  const base = schedule === undefined ? said : await scheduled(said, schedule);
  const found = recipe ? await recipe.agent(base, false) : base;
  const isOptional = recipe !== undefined || (flags.resume ?? false);
  const text = goesOn ? undefined : await readTask(flags, { isOptional, warn });
  const end = text === undefined && flags.resume ? await openEndOf(runtime, found, fork) : undefined;
  if (text === undefined && !end && !recipe) throw nothingOpen(found);
  // With a text for a session that goes on, the recipe's prompt is in the session already.
  const isTextAlone = text !== undefined && flags.resume;
  const input = recipe && !end && !isTextAlone ? recipe.input(text) : text;
  const settings = fork ? await forkSettings(runtime, found, { ...fork, say: note }) : found;
  const delegatedInput = input === undefined ? undefined : await delegated(input, settings);
  early[Symbol.dispose](); // from here on the run hears of signals
  const { exitCode } = await showRun({
    runtime,
    settings: { ...settings, warn },
    input: delegatedInput,
    open: end?.calls,
    writer,
  });
  return exitCode;
}

async function scheduled(settings: AgentSettings, id: string): Promise<AgentSettings> {
  const { slotSettings } = await import("../schedule/slot-settings.ts");
  return slotSettings(settings, id);
}

/** Loaded for the few who need it. Throws `ConfigError` and `NotStarted` before anything is written. */
async function openedRecipe(
  flags: Parsed<typeof runFlags>,
  options: Omit<OpenRecipeOptions, "canAsk">,
): Promise<OpenedRecipe> {
  const { openRecipe } = await import("../recipe/open-recipe.ts");
  const canAsk = process.stdin.isTTY && process.stderr.isTTY && (flags["output-format"] ?? "text") === "text";
  return openRecipe(flags, { ...options, canAsk });
}

async function openEndOf(
  runtime: Runtime,
  { session = "" }: AgentSettings,
  fork: ForkChoice | undefined,
): Promise<OpenEnd | undefined> {
  const entries = await collectEntries(runtime.sessions.entries(session));
  const at = fork?.at ?? Infinity;
  return openEnd(entries.filter(({ seq }) => seq <= at));
}

function nothingOpen({ session = "" }: AgentSettings): ConfigError {
  return new ConfigError(
    "usage",
    "There is nothing to go on with: the model has answered all it was asked.",
    {
      hint: `Say what to do next: skein resume ${session} -t "…"`,
    },
  );
}
