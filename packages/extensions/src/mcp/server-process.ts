import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcesses, killGroup, startWatchdog } from "@skein/extension-kit/processes";
import { messageOf } from "@skein/protocol";
import { lastWords, type LastWords } from "./last-words.ts";
import { limits, waits } from "./limits.ts";
import { markVariable, serverEnvironment } from "./server-environment.ts";
import type { McpCommandSettings } from "./settings.ts";

/** A server's process. Its standard input and output are the protocol's. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly words: LastWords;
  /** Resolves when it is gone, and what it wrote last has been read. */
  readonly gone: Promise<void>;
  /** How it ended and what it said last, as the end of a sentence. */
  describeEnd(): string;
  /** Ends it and all it started: closes its input, then TERM, then KILL. At most 2 s. May be called twice. */
  end(): Promise<void>;
}

/** Groups that must not outlive this process, however it ends. One listener sees to all of them. */
const groups = new Set<number>();
let isListening = false;

/** Throws an `Error` whose message says why it could not be started. */
export async function startServer(settings: McpCommandSettings, name: string): Promise<ServerProcess> {
  const { command, args = [], env = {}, cwd } = settings;
  const mark = `${name}.${crypto.randomUUID().slice(0, 8)}`;
  // Before the server, so that there is no moment in which a kill of this process would leave it behind.
  const watchdog = startWatchdog(`${markVariable}=${mark}`, waits.untilKill);
  const child = spawn(command, args, {
    // A group of its own: a Ctrl-C is for us, and whatever it starts can be ended with it.
    detached: true,
    env: serverEnvironment(process.env, env, mark),
    stdio: ["pipe", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (child.pid !== undefined) watchdog.watch(child.pid);
  const words = lastWords();
  const gone = whenGone(child);
  child.stdin.on("error", () => {}); // it went away; `gone` tells
  // Of a flood only the end is even decoded.
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

/** After the end of the process its pipes may still hold a message; a child that holds them open is not waited for. */
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
