import {
  type Command,
  type Parsed,
  parseFlags,
  refuseOwnerFlags,
  refuseRecipeFlags,
  workingFolder,
  withAttachedFiles,
} from "@skein/command-line";
import { runFlags, slotFlags } from "@skein/command-line/flags";
import { ConfigError, exitCodeOfSignal, exitCodes } from "@skein/protocol";
import type { Host } from "@skein/host";
import type { OpenedRecipe } from "@skein/host/recipes";
import { openEndOf } from "@skein/host/sessions";
import { forkChoice, forkNotice } from "../arguments/fork-choice.ts";
import { readTask } from "../arguments/read-task.ts";
import { runHelp } from "../arguments/run-help.ts";
import { sessionFolder } from "../arguments/session-place.ts";
import {
  chosenByFlags,
  isAtTerminal,
  sessionWishes,
  type ChooseSession,
} from "../arguments/session-wishes.ts";
import { withTaskWords } from "../arguments/task-words.ts";
import { debugFolder, debugNotice } from "../debug-folder.ts";
import { loginPage } from "../login-page.ts";
import { failedResult } from "../output/failed-result.ts";
import { outputWriter } from "../output/output-writer.ts";
import type { OutputWriter } from "@skein/terminal-chat/run";
import type { AskForRecipeOptions } from "../recipe/ask-for-recipe.ts";
import { showRun } from "../show-run.ts";
import { watchStop, type StopWatch } from "../signals.ts";
import { askHere } from "../terminal/ask-here.ts";
import { userHost } from "../user-host.ts";
import { sayWarning } from "../wording/say-notice.ts";
import { rootWarnings } from "../wording/session-warnings.ts";
import { loadAskForRecipe, loadChatWithRecipe, loadFirstTime, loadShowRecipe } from "../later.ts";

type RunFlags = Parsed<typeof runFlags>;

const runCommand: Command = async (args, commands = {}) => {
  const { flags: given, words } = parseFlags("skein run", slotFlags, args);
  if (given.help) {
    process.stdout.write(runHelp());
    return exitCodes.done;
  }
  const flags = await withTaskWords(given, words, commands);
  if (flags.recipe === undefined) refuseRecipeFlags("run", flags);
  else if (flags.explain || flags["render-recipe"]) {
    const { showRecipe } = await loadShowRecipe();
    return showRecipe(flags.recipe, flags);
  }
  if (!flags.interactive) return runWith(flags, { schedule: flags.schedule, isBackground: flags.background });
  const { chatWithRecipe } = await loadChatWithRecipe();
  return chatWithRecipe(flags);
};

export const main: Command = Object.assign(runCommand, { flags: runFlags });

export interface RunOptions {
  /** Finds the session to resume, where the flags do not say it. */
  readonly choose?: ChooseSession;
  /** No task is read: the run resumes what was left open. */
  readonly goesOn?: boolean;
  /** The id of the schedule that it is a slot of. */
  readonly schedule?: string | undefined;
  /** Its questions wait for other processes to answer. */
  readonly isBackground?: boolean | undefined;
}

/** Does what the flags of a run say, and shows it. @returns the exit code. */
export async function runWith(flags: RunFlags, options: RunOptions = {}): Promise<number> {
  const writer = outputWriter(flags);
  using stopWatch = watchStop();
  // Nothing else keeps a process alive that waits for an answer from another one.
  const alive = options.isBackground ? setInterval(() => undefined, 2 ** 30) : undefined;
  try {
    return await Promise.race([runTask(flags, writer, { ...options, stopWatch }), stopWatch.stopped]);
  } catch (error) {
    const result = await failedResult(error);
    const signal = stopWatch.received();
    const exitCode = signal === undefined ? exitCodes[result.outcome] : exitCodeOfSignal[signal];
    writer.result(result, exitCode);
    return exitCode;
  } finally {
    clearInterval(alive);
  }
}

async function runTask(
  flags: RunFlags,
  writer: OutputWriter,
  {
    choose = chosenByFlags(flags),
    goesOn = false,
    schedule,
    isBackground = false,
    stopWatch,
  }: RunOptions & { readonly stopWatch: StopWatch },
): Promise<number> {
  const fork = forkChoice(flags);
  const note = flags.quiet ? () => undefined : sayWarning;
  const httpLog = debugFolder(flags.debug);
  if (httpLog !== undefined) note(debugNotice(httpLog));
  const isQuiet = flags.quiet ?? false;
  const canAsk = isAtTerminal(flags);
  if (canAsk) {
    const { configuredFirst } = await loadFirstTime();
    if (!(await configuredFirst(flags))) return exitCodes.cancelled;
  }
  await using host = await userHost({ openPage: loginPage(canAsk, sayWarning), isQuiet, httpLog });
  const cwd = workingFolder(flags.cwd);
  const recipe = flags.recipe === undefined ? undefined : await openedRecipe(host, flags, { canAsk, note });
  const resumed = await choose(host, cwd);
  const place = await sessionFolder(flags, cwd, { resumed, say: sayWarning });
  const found = await host.open({
    ...(await sessionWishes(flags, place, resumed)),
    joins: resumed !== undefined && fork === undefined,
    attended: isBackground || (canAsk && askHere(place.cwd)),
    schedule,
    recipe,
    countedFrom: Date.now() - process.uptime() * 1000,
  });
  refuseOwnerFlags(found, flags, place.cwd);
  rootWarnings(found.settings().mode, process.getuid?.()).forEach(sayWarning);
  const isOptional = recipe !== undefined || resumed !== undefined;
  const text = goesOn ? undefined : await readTask(flags, { isOptional, warn: sayWarning });
  const end = text === undefined && resumed ? await openEndOf(host.sessions, found.id, fork) : undefined;
  // With a text for a session that is resumed, the recipe's prompt is in the session already.
  const isTextAlone = text !== undefined && resumed !== undefined;
  const task = recipe && !end && !isTextAlone ? recipe.input(text) : text;
  const input = withAttachedFiles(task, flags.attach);
  if (text === undefined && !end && !recipe) throw nothingOpen(found.id);
  const session = fork ? await found.fork(fork) : found;
  if (fork) note(forkNotice(session.id, found.id, fork));
  const { exitCode } = await showRun({ session, sessions: host.sessions, input, writer, stopWatch });
  const isAsWished = await place.leave(session, exitCode === exitCodes.done, note);
  return exitCode === exitCodes.done && !isAsWished ? unmerged : exitCode;
}

/** Loaded for the few who need it. Throws `ConfigError` and `NotStartedError` before anything is written. */
async function openedRecipe(
  host: Host,
  flags: RunFlags,
  options: AskForRecipeOptions,
): Promise<OpenedRecipe> {
  const { askForRecipe } = await loadAskForRecipe();
  return askForRecipe(host, flags, options);
}

/** The run is done, and its worktree could not be merged. */
const unmerged = 11;

function nothingOpen(session: string): ConfigError {
  return new ConfigError("usage", "Nothing to resume: the model has already answered.", {
    nextStep: { do: "send-message", session },
  });
}
