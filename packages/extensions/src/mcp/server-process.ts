import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcesses, killGroup, startWatchdog } from "@skein/extension-kit/processes";
import { messageOf } from "@skein/protocol";
import { lastWords, type LastWords } from "./last-words.ts";
import { limits, waits } from "./limits.ts";
import { markVariable, serverEnvironment } from "./server-environment.ts";
import type { McpCommandSettings } from "./settings.ts";

/** A server's process. Its standard input and output carry the protocol. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly words: LastWords;
  /** Resolves when it has exited and its remaining output was read. */
  readonly gone: Promise<void>;
  /** How it ended and its last output, as the end of a sentence. */
  describeEnd(): string;
  /**
   * Ends it and everything it started: closes its input, then SIGTERM, then SIGKILL. At most 2 s. May be called
   * twice.
   */
  end(): Promise<void>;
}

/** Process groups that must not outlive this process. One exit listener handles all of them. */
const groups = new Set<number>();
let isListening = false;

/** Throws an `Error` whose message says why it could not be started. */
export async function startServer(settings: McpCommandSettings, name: string): Promise<ServerProcess> {
  const { command, args = [], env = {}, cwd, hold } = settings;
  const held = await hold?.({ argv: [command, ...args], cwd: cwd ?? process.cwd() });
  const [program = command, ...rest] = held?.argv ?? [command, ...args];
  const mark = `${name}.${crypto.randomUUID().slice(0, 8)}`;
  // Started before the server, so that a kill of this process never leaves the server behind.
  const watchdog = startWatchdog(`${markVariable}=${mark}`, waits.untilKill);
  const child = spawn(program, rest, {
    // Its own process group: a Ctrl-C only reaches this process, and everything the server starts can be ended with
    // it.
    detached: true,
    env: { ...serverEnvironment(process.env, env, mark), ...held?.env },
    stdio: ["pipe", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (child.pid !== undefined) watchdog.watch(child.pid);
  const words = lastWords();
  const gone = whenGone(child);
  void gone.then(held?.release);
  child.stdin.on("error", () => {}); // it exited; `gone` reports it
  // Only the end of a flood is decoded.
  child.stderr.on("data", (chunk: Buffer) =>
    words.add(chunk.subarray(-limits.stderrCharacters).toString("utf8")),
  );
  try {
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  } catch (error) {
    watchdog.dismiss();
    throw new Error(cannotStart(error, settings), { cause: error });
  }
  const group = child.pid ?? 0;
  endWithThisProcess(group);
  let ended: Promise<void> | undefined;
  async function end(): Promise<void> {
    child.stdin.end();
    await Promise.race([gone, sleep(waits.untilTerm, undefined, { ref: false })]);
    await endProcesses({ group, mark: `${markVariable}=${mark}` });
    groups.delete(group);
    watchdog.dismiss();
  }
  return { child, words, gone, describeEnd: () => describeEnd(child, words), end: () => (ended ??= end()) };
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
async function whenGone(child: ChildProcessWithoutNullStreams): Promise<void> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  await new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  await Promise.race([closed, sleep(waits.lastOutput, undefined, { ref: false })]);
}

function describeEnd({ exitCode, signalCode }: ChildProcessWithoutNullStreams, words: LastWords): string {
  const line = words.line();
  const how =
    signalCode !== null
      ? `it was ended by ${signalCode}`
      : exitCode !== null
        ? `it ended with exit code ${exitCode}`
        : "the connection was closed";
  return line === undefined ? `${how} and said nothing` : `${how}: ${line}`;
}

function cannotStart(error: unknown, { command, cwd }: McpCommandSettings): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" && cwd !== undefined && !existsSync(cwd)) return `the folder ${cwd} does not exist`;
  if (code === "ENOENT") return `there is no program "${command}"`;
  if (code === "EACCES") return `"${command}" may not be run`;
  return messageOf(error);
}
