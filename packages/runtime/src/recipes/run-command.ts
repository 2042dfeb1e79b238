import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { stripTerminalCodes } from "@skein/extension-kit";
import { endProcesses, startWatchdog } from "@skein/extension-kit/processes";
import { messageOf } from "@skein/protocol";

export interface ShellCommand {
  /** The program and its arguments; the command's text is appended. */
  readonly shell: readonly string[];
  readonly text: string;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface CommandEnd {
  /** `timed-out`: it was killed. `not-started`: `output` gives the reason. */
  readonly how: { readonly code: number } | { readonly signal: string } | "timed-out" | "not-started";
  /** The end of its output, with stdout and stderr interleaved, safe to display. */
  readonly output: string;
}

/** How much of the end of the output is kept. */
const keptBytes = 16_384;
/** The longest delay of Node's timers. */
const longestMs = 2_147_483_647;
/** Milliseconds to wait for the output of ended processes. */
const drainMs = 1000;

/** Replaces itself by the command, with stderr redirected to stdout to keep the order. */
const command = 'exec "$@" 2>&1';

/**
 * Runs a command to its end, without stdin and in its own process group. Afterwards none of its processes is
 * left, even outside the group.
 *
 * Rejects with the signal's reason when it is aborted, once the command has been killed.
 */
export async function runCommand(
  { shell, text, cwd, environment, timeoutMs }: ShellCommand,
  signal: AbortSignal,
): Promise<CommandEnd> {
  signal.throwIfAborted();
  if (text.includes("\0")) return { how: "not-started", output: "The command contains a NUL character." };
  const mark = `check.${crypto.randomUUID().slice(0, 8)}`;
  const watchdog = startWatchdog(`SKEIN_CALL=${mark}`, 0);
  const child = spawn("/bin/sh", ["-c", command, "skein-check", ...shell, text], {
    cwd,
    env: { ...environment, SKEIN_CALL: mark },
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { pid: group, stdout } = child;
  const output = tailOf(stdout);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ended = new Promise<CommandEnd["how"]>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, by) => resolve(code === null ? { signal: by ?? "unknown" } : { code }));
  });
  if (group !== undefined) watchdog.watch(group);
  let how: CommandEnd["how"];
  try {
    how = await endOf(ended, timeoutMs, signal);
  } catch (error) {
    const why = existsSync(cwd) ? messageOf(error) : `The folder ${cwd} does not exist.`;
    return { how: "not-started", output: why };
  } finally {
    if (group !== undefined) await endProcesses({ group, mark: `SKEIN_CALL=${mark}`, fresh: true });
    await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
    stdout.destroy();
    watchdog.dismiss();
  }
  signal.throwIfAborted();
  return { how, output: output() };
}

/** Resolves when it has ended, timed out or was aborted. */
function endOf(
  ended: Promise<CommandEnd["how"]>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CommandEnd["how"]> {
  const late = Promise.withResolvers<"timed-out">();
  const timer = setTimeout(() => late.resolve("timed-out"), Math.min(timeoutMs, longestMs));
  const onAbort = () => late.resolve("timed-out");
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([ended, late.promise]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}

/** Reads all output and keeps the end. */
function tailOf(stream: Readable): () => string {
  let kept = Buffer.alloc(0);
  let isCut = false;
  stream.on("data", (chunk: Buffer) => {
    isCut ||= kept.length + chunk.length > keptBytes;
    kept = Buffer.concat([kept, chunk.subarray(-keptBytes)]).subarray(-keptBytes);
  });
  stream.on("error", () => undefined);
  return () => {
    const text = kept.toString("utf8");
    // The first line is usually cut.
    return stripTerminalCodes(isCut ? text.slice(text.indexOf("\n") + 1) : text).trimEnd();
  };
}
