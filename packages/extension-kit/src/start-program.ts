// Programs that are spoken to over their standard input and output: MCP servers
// and agents. The hard part is their end. A program can start others, ignore
// signals, or outlive this process if that is killed; each case has a mechanism
// here: a process group, a mark in the environment, and a watchdog.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcesses } from "./processes.ts";
import { killGroup } from "./send-signal.ts";
import { startWatchdog } from "./watchdog.ts";

/**
 * Options of `startProgram`.
 *
 * The three times bound the end of the program: its own end, SIGTERM, SIGKILL.
 */
export interface ProgramOptions {
  /**
   * Program and its arguments. The program is searched for on the PATH, or is a
   * path. No shell is involved.
   */
  readonly argv: readonly string[];
  /** Working folder. Default: that of this process. */
  readonly cwd?: string | undefined;
  /** Whole environment of the program, except for the mark. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Environment variable with a value that no other program has: all processes
   * of the program are recognized by it.
   */
  readonly mark: { readonly name: string; readonly value: string };
  /** Milliseconds from the end of its input to SIGTERM. */
  readonly untilTermMs: number;
  /**
   * Milliseconds from SIGTERM to SIGKILL, if this process was killed and cannot
   * do it itself.
   */
  readonly untilKillMs: number;
  /**
   * Milliseconds to wait for the remaining output of a program that has ended.
   */
  readonly lastOutputMs: number;
}

/**
 * Running program.
 *
 * Read `child.stdout` and `child.stderr`: a pipe that is full stops the
 * program.
 */
export interface Program {
  /** Process of Node, with its streams. */
  readonly child: ChildProcessWithoutNullStreams;
  /**
   * Resolves when the program has exited and its remaining output was read.
   * Never rejects.
   */
  readonly gone: Promise<void>;
  /**
   * Ends the program and everything that it started: closes its input, then
   * SIGTERM, then SIGKILL. Takes 2 s at most. May be called twice.
   */
  end(): Promise<void>;
}

/**
 * Process groups that must not outlive this process. One exit listener handles
 * all of them.
 */
const groups = new Set<number>();
let isListening = false;

/**
 * Starts a program that ends with this process, however that ends. Throws the
 * system's error if it cannot be started.
 *
 * What ends the program in each case:
 *
 * - `end` was called: its input is closed, then SIGTERM, then SIGKILL.
 * - This process exits: its group gets SIGKILL.
 * - This process is killed: the watchdog sends SIGTERM and later SIGKILL to the
 *   group, and to all processes with the mark.
 *
 * @param options - program, environment and times.
 *
 * @example
 * ```ts
 * const program = await startProgram({
 *   argv: ["cat"],
 *   env: { PATH: "/usr/bin:/bin" },
 *   mark: { name: "EXAMPLE_CALL", value: crypto.randomUUID() },
 *   untilTermMs: 500,
 *   untilKillMs: 500,
 *   lastOutputMs: 100,
 * });
 * program.child.stdin.write("hello\n");
 * await program.end();
 * ```
 */
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
  // Listens before anything can be missed.
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
  // The input is closed first: a server of MCP ends by itself then. What
  // remains is ended with its whole group, and processes that have left the
  // group are found by their mark.
  async function end(): Promise<void> {
    child.stdin.end();
    // A closed input tells a well-behaved program to end.
    await Promise.race([gone, sleep(untilTermMs, undefined, { ref: false })]);
    await endProcesses({ group, mark: marked });
    groups.delete(group);
    watchdog.dismiss();
  }
  return { child, gone, end: () => (ended ??= end()) };
}

/** Kills a group when this process exits. */
function endWithThisProcess(group: number): void {
  if (!isListening) process.once("exit", () => groups.forEach(killGroup));
  isListening = true;
  groups.add(group);
}

/**
 * Waits for the exit and the remaining output. After the process has exited,
 * its pipes may still contain a message; child processes that keep them open
 * are not waited for.
 */
async function whenGone(child: ChildProcessWithoutNullStreams, lastOutputMs: number): Promise<void> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  await new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  await Promise.race([closed, sleep(lastOutputMs, undefined, { ref: false })]);
}
