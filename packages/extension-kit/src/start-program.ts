import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcesses, killGroup } from "./processes.ts";
import { startWatchdog } from "./watchdog.ts";

export interface ProgramOptions {
  /** The program first: on the PATH, or its path. No shell is involved. */
  readonly argv: readonly string[];
  /** Default: that of this process. */
  readonly cwd?: string | undefined;
  /** Its whole environment, but for the mark. */
  readonly env: Readonly<Record<string, string>>;
  /** An environment variable, and a value that no other program has: all of its processes are known by it. */
  readonly mark: { readonly name: string; readonly value: string };
  /** Milliseconds from the end of its input to SIGTERM. */
  readonly untilTermMs: number;
  /** From there to SIGKILL, when this process was killed and cannot do it. */
  readonly untilKillMs: number;
  /** For the remaining output of a program that has ended. */
  readonly lastOutputMs: number;
}

/** A program that is spoken to over its standard input and output. */
export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when it has exited and its remaining output was read. */
  readonly gone: Promise<void>;
  /**
   * Ends it and everything it started: closes its input, then SIGTERM, then SIGKILL. At most 2 s. May be called
   * twice.
   */
  end(): Promise<void>;
}

/** Process groups that must not outlive this process. One exit listener handles all of them. */
const groups = new Set<number>();
let isListening = false;

/** Starts a program that ends with this process, however that ends. Throws the system's error. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { argv, cwd, env, mark, untilTermMs, untilKillMs, lastOutputMs } = options;
  const [command = "", ...args] = argv;
  const marked = `${mark.name}=${mark.value}`;
  // Started before the program, so that a kill of this process never leaves the program behind.
  const watchdog = startWatchdog(marked, untilKillMs);
  const child = spawn(command, args, {
    // Its own process group: a Ctrl-C only reaches this process, and everything the program starts can be ended with
    // it.
    detached: true,
    env: { ...env, [mark.name]: mark.value },
    stdio: ["pipe", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (child.pid !== undefined) watchdog.watch(child.pid);
  const gone = whenGone(child, lastOutputMs);
  child.stdin.on("error", () => {}); // it exited; `gone` reports it
  try {
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  } catch (error) {
    watchdog.dismiss();
    throw error;
  }
  const group = child.pid ?? 0;
  endWithThisProcess(group);
  let ended: Promise<void> | undefined;
  async function end(): Promise<void> {
    child.stdin.end();
    await Promise.race([gone, sleep(untilTermMs, undefined, { ref: false })]);
    await endProcesses({ group, mark: marked });
    groups.delete(group);
    watchdog.dismiss();
  }
  return { child, gone, end: () => (ended ??= end()) };
}

function endWithThisProcess(group: number): void {
  if (!isListening) process.once("exit", () => groups.forEach(killGroup));
  isListening = true;
  groups.add(group);
}

/**
 * After the process has exited its pipes may still contain a message; child processes that keep them open are not
 * waited for.
 */
async function whenGone(child: ChildProcessWithoutNullStreams, lastOutputMs: number): Promise<void> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  await new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  await Promise.race([closed, sleep(lastOutputMs, undefined, { ref: false })]);
}
