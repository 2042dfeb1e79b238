import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { inheritedVariables } from "@skein/platform/variables";
import {
  exitCodeOfSignal,
  exitCodes,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OutcomeName,
} from "@skein/protocol";
import type { Job, ScheduledJobEnd } from "@skein/schedules";
import type { Machine } from "@skein/host";

/** After it was told to end, a slot has so long before it is ended, in milliseconds. */
const patienceMs = 10_000;
/** Of what a slot says, so much of the end is kept, in characters. */
const keptOutput = 4_000_000;
const keptErrors = 4000;

/** A program that does what one slot says, in the schedule's folder. */
export interface SlotCommand {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Goes to its standard input: command lines can be read by others, and are short. */
  readonly input: string;
}

/**
 * Runs each slot as a process of its own, so that whatever becomes of one, the daemon and the other slots go on. It goes
 * on without the daemon, too: the next daemon finds it.
 *
 * @param commandFor - its exit code is that of an outcome. It may print the result of its run as a JSON object, with
 *   `outcome`, `exitCode`, `costUsd` and `error.message`, of which the slot's history has more to tell.
 */
export function slotProcesses(
  { env }: Pick<Machine, "env">,
  commandFor: (job: Job) => SlotCommand,
): (job: Job, signal: AbortSignal) => Promise<ScheduledJobEnd> {
  return (job, signal) => runSlotProcess(job.schedule.cwd, env, commandFor(job), signal);
}

async function runSlotProcess(
  cwd: string,
  env: Machine["env"],
  { command: [program, ...args], input }: SlotCommand,
  signal: AbortSignal,
): Promise<ScheduledJobEnd> {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return { outcome: "not-started", reason: `${cwd} is not a folder any more.` };
  }
  signal.throwIfAborted();
  // A group of its own: Ctrl+C is for the daemon, which ends its slots in good order.
  const child = spawn(program, args, { cwd, env: inheritedVariables("skein", env), detached: true });
  child.stdin.on("error", () => undefined); // it may have ended before it read
  child.stdin.end(input);
  let [output, errors] = ["", ""];
  child.stdout
    .setEncoding("utf8")
    .on("data", (text: string) => (output = (output + text).slice(-keptOutput)));
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (errors = (errors + text).slice(-keptErrors)));

  let killedBy: NodeJS.Signals | null = null as NodeJS.Signals | null;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill("SIGTERM");
    timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, killer) => {
        killedBy = killer;
        resolve(code ?? codeOfSignal(killer));
      });
    });
    return killedBy === null || faults.includes(killedBy)
      ? endOf(exitCode, output, errors)
      : { outcome: "cancelled", ...(exitCode === null ? {} : { exitCode }), reason: `ended by ${killedBy}` };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Signals that a program brings upon itself; whatever else ends one comes from outside. */
const faults: readonly NodeJS.Signals[] = [
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSEGV",
  "SIGSYS",
  "SIGTRAP",
];

/** As shells have it, so that a process which is ended before it listens for signals ends as it would have. */
function codeOfSignal(signal: NodeJS.Signals | null): number | null {
  return signal === null ? null : 128 + constants.signals[signal];
}

/** What the process said of itself, where it says the same as its exit code; otherwise the exit code alone. */
function endOf(exitCode: number | null, output: string, errors: string): ScheduledJobEnd {
  const result = resultIn(output);
  const isStopped = Object.values<number | null>(exitCodeOfSignal).includes(exitCode);
  const byCode = isStopped
    ? "cancelled"
    : (Object.entries(exitCodes).find(([, code]) => code === exitCode)?.[0] as OutcomeName | undefined);
  const said = Object.keys(exitCodes).find((name) => name === result["outcome"]) as OutcomeName | undefined;
  const outcome = (result["exitCode"] === exitCode ? said : undefined) ?? byCode ?? "internal";
  const { costUsd, error } = result;
  const message = isJsonObject(error ?? null) ? (error as JsonObject)["message"] : undefined;
  const reason = typeof message === "string" ? message : errors.trim().split("\n").at(-1);
  return {
    outcome,
    ...(exitCode === null ? {} : { exitCode }),
    ...(typeof costUsd === "number" ? { costUsd } : {}),
    ...(outcome === "done" || !reason ? {} : { reason }),
  };
}

function resultIn(output: string): JsonObject {
  try {
    const value = JSON.parse(output) as JsonValue;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
