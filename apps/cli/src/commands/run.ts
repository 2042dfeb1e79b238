import { resolve } from "node:path";
import { ConfigError, exitCodes } from "@skein/protocol";
import { createRuntime, type AgentSettings, type Runtime } from "@skein/runtime";
import { directories } from "@skein/settings";
import { forkChoice, type ChosenSession, type ForkChoice } from "../arguments/choose-session.ts";
import { runFlags } from "../arguments/flags.ts";
import { parseFlags, type Parsed } from "../arguments/parse-flags.ts";
import { readTask } from "../arguments/read-task.ts";
import { runHelp } from "../arguments/run-help.ts";
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
import { usedSecrets } from "../secrets/used-secrets.ts";
import { showRun } from "../show-run.ts";
import { cleanText } from "../terminal/clean-text.ts";
import { userModelFacts } from "../settings/model-facts.ts";

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("run", runFlags, args);
  if (flags.help) {
    process.stdout.write(runHelp());
    return exitCodes.done;
  }
  const [stray] = words;
  if (stray !== undefined) {
    throw new ConfigError("usage", `"${stray}" stands alone.`, {
      hint: `Give the task after -t: skein run -t "…"`,
    });
  }
  return runWith(flags);
};

export interface RunOptions {
  /** Finds the session to go on with, where the flags do not say it. */
  readonly choose?: (runtime: Runtime, cwd: string) => Promise<ChosenSession>;
  /** No task is read: the run goes on with what was left open. */
  readonly goesOn?: boolean;
}

/** Does what the flags of a run say, and shows it. @returns the exit code. */
export async function runWith(flags: Parsed<typeof runFlags>, options: RunOptions = {}): Promise<number> {
  const writer = outputWriter(flags);
  try {
    return await runTask(flags, writer, options);
  } catch (error) {
    const result = failedResult(error);
    const exitCode = exitCodes[result.outcome];
    writer.result(result, exitCode);
    return exitCode;
  }
}

async function runTask(
  flags: Parsed<typeof runFlags>,
  writer: OutputWriter,
  { choose, goesOn = false }: RunOptions,
): Promise<number> {
  const fork = forkChoice(flags);
  const { data } = directories({ env: process.env });
  const warn = (text: string): void => void process.stderr.write(`skein: ${cleanText(text)}\n`);
  const note = flags.quiet ? () => undefined : warn;
  const used = usedSecrets();
  for (const warning of await learnProviders(resolve(flags.cwd ?? "."))) warn(warning);
  const tap = debugFolder(flags.debug);
  if (tap !== undefined) note(debugNotice(tap));
  await using runtime = createRuntime({
    providers: loadersTelling({ say: note, used, tap }),
    dataFolder: data,
    facts: userModelFacts,
    secrets: async () => used.all(),
  });
  const found = await runSettings(flags, runtime, {
    used,
    choose: choose && ((cwd) => choose(runtime, cwd)),
  });
  const input = goesOn ? undefined : await readTask(flags, flags.resume ?? false);
  const end = input === undefined ? await requireOpenEnd(runtime, found, fork) : undefined;
  const settings = fork ? await forkSettings(runtime, found, { ...fork, say: note }) : found;
  const { exitCode } = await showRun({
    runtime,
    settings: { ...settings, warn },
    input,
    open: end?.calls,
    writer,
  });
  return exitCode;
}

/** Throws `ConfigError` before anything is written. */
async function requireOpenEnd(
  runtime: Runtime,
  { session = "" }: AgentSettings,
  fork: ForkChoice | undefined,
): Promise<OpenEnd> {
  const entries = await collectEntries(runtime.sessions.entries(session));
  const at = fork?.at ?? Infinity;
  const end = openEnd(entries.filter(({ seq }) => seq <= at));
  if (end) return end;
  throw new ConfigError("usage", "There is nothing to go on with: the model has answered all it was asked.", {
    hint: `Say what to do next: skein resume ${session} -t "…"`,
  });
}
