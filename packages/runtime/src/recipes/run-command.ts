import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { stripTerminalCodes } from "@skein/extension-kit";
import { endProcesses, startWatchdog } from "@skein/extension-kit/processes";
import { messageOf } from "@skein/protocol";

export interface ShellCommand {
  /** The program and the arguments that the command's text is added to. */
  readonly shell: readonly string[];
  readonly text: string;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface CommandEnd {
  /** `timed-out`: it was ended. `not-started`: `output` says why. */
  readonly how: { readonly code: number } | { readonly signal: string } | "timed-out" | "not-started";
  /** The end of what it wrote, both streams in their order; fit to be shown. */
  readonly output: string;
}

/** So much of the end of the output is kept. */
const keptBytes = 16_384;
/** A timer cannot wait longer. */
const longestMs = 2_147_483_647;
/** Milliseconds in which the output of ended processes is at its end. */
const drainMs = 1000;

/** Becomes the command, with one stream for all it writes, so that the order stays. */
const command = 'exec "$@" 2>&1';

/**
 * Runs a command to its end, with nothing to read and in a process group of its own. Nothing of it is left afterwards, also
 * what has left the group.
 *
 * Rejects with the signal's reason when that is aborted, once the command has been ended.
 */
export async function runCommand(
  { shell, text, cwd, environment, timeoutMs }: ShellCommand,
  signal: AbortSignal,
): Promise<CommandEnd> {
  signal.throwIfAborted();
  if (text.includes("\0")) return { how: "not-started", output: "It holds a NUL character." };
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

/** Resolves when it has ended by itself, is late, or is not wanted any more. */
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

/** Reads all, keeps the end. */
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
    // The first line is rarely whole then.
    return stripTerminalCodes(isCut ? text.slice(text.indexOf("\n") + 1) : text).trimEnd();
  };
}
