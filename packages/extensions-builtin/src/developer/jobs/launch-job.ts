import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { ToolFailure } from "@skein/protocol";
import { launchCommand, type LaunchedCommand, type LaunchOptions } from "../shell/launch-command.ts";
import { folderOfJob, removeInput, writeRecord, type JobRecord } from "./job-record.ts";
import { jobArgv } from "./job-script.ts";
import { terminalSize } from "./terminal-size.ts";

export interface JobStart extends Omit<
  LaunchOptions,
  "around" | "inside" | "folder" | "keepsNewest" | "timeoutMs"
> {
  readonly callFolder: string;
  /** Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** The program that makes terminals, for a job that is to run in one. Default: it runs in none. */
  readonly terminalProgram?: string | undefined;
}

export interface JobLaunch {
  readonly newId: () => string;
  readonly keepJobs: boolean;
  /** A folder that no sandbox shows to commands. */
  readonly inputFolder: string;
  /** See `JobSettings`. */
  readonly jobLease: { readonly beatMs: number; readonly mostMissed: number };
  readonly holdsSecret: (text: string) => boolean;
}

interface LaunchedJob {
  readonly folder: string;
  readonly record: JobRecord;
  readonly launched: LaunchedCommand;
}

/** The longest deadline that what watches a command can keep, 24 days. */
const noDeadlineMs = 2 ** 31 - 1;

/** Starts a job, of which nothing stays when it cannot be started. */
export async function launchJob(
  command: string,
  { callFolder, timeoutMs = noDeadlineMs, terminalProgram, ...options }: JobStart,
  { newId, keepJobs, inputFolder, jobLease: { beatMs, mostMissed }, holdsSecret }: JobLaunch,
): Promise<LaunchedJob | ToolFailure> {
  const folder = folderOfJob(callFolder);
  makeFolders(folder, 0o700);
  makeFolders(inputFolder, 0o700);
  const input = join(await mkdtemp(join(inputFolder, "skein-job-")), "input");
  const record: JobRecord = {
    id: newId(),
    command: holdsSecret(command) ? "(a command with a secret)" : command,
    startedAt: Date.now(),
    ...(keepJobs ? { kept: true } : {}),
    input,
    ...(terminalProgram === undefined ? {} : { terminal: true }),
  };
  // Before it starts, so that it is found however this process ends.
  writeRecord(folder, record);
  const script = { folder, input, beatMs, mostMissed: keepJobs ? 0 : mostMissed };
  const launched = await launchCommand(command, {
    ...options,
    ...(terminalProgram === undefined ? {} : inTerminal(terminalProgram, options)),
    folder,
    timeoutMs,
    keepsNewest: true,
    around: (argv) => jobArgv(argv, script),
  });
  if (!("kind" in launched)) return { folder, record, launched };
  rmSync(folder, { recursive: true, force: true });
  removeInput(record);
  return launched;
}

/** Inside the sandbox, so that what is typed reaches the command as from any terminal. */
function inTerminal(
  program: string,
  { readable }: Pick<LaunchOptions, "readable">,
): Pick<LaunchOptions, "inside" | "readable"> {
  const { columns, rows } = terminalSize;
  return {
    inside: (argv) => [program, "terminal", String(columns), String(rows), ...argv],
    readable: [...readable, dirname(program)],
  };
}
