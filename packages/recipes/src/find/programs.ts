import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isProgram } from "@skein/platform/files";
import { isInside } from "@skein/platform/folders";
import { ConfigError, messageOf } from "@skein/protocol";

export interface ProgramRunOptions {
  /** Absolute. */
  readonly cwd: string;
  /** All of the environment it gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds, then it is killed. */
  readonly timeoutMs: number;
  /** Bytes of output; with more it is killed. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

export interface ProgramResult {
  /** `null`: it was killed. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Why it was killed by us. */
  readonly stopped?: "timed-out" | "too-much";
}

/**
 * Runs a program to its end, without a shell and without input.
 *
 * @param program - absolute.
 * Rejects when it cannot be started, and with the signal's reason.
 */
export type ProgramRunner = (
  program: string,
  args: readonly string[],
  options: ProgramRunOptions,
) => Promise<ProgramResult>;

/** Of what it says on the standard error, the first so many bytes are kept. */
const mostErrorBytes = 16 * 1024;

export const runProgram: ProgramRunner = async (program, args, options) => {
  const { cwd, env, timeoutMs, mostBytes, signal } = options;
  signal.throwIfAborted();
  // A group of its own, so that what it starts ends with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let stopped: ProgramResult["stopped"];
  const stop = (why?: ProgramResult["stopped"]): void => {
    stopped ??= why;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const stopNow = () => stop();
  const timer = setTimeout(() => stop("timed-out"), timeoutMs);
  signal.addEventListener("abort", stopNow);
  process.once("exit", stopNow);
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  let [outputBytes, errorBytes] = [0, 0];
  child.stdout.on("data", (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > mostBytes) stop("too-much");
    else output.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    if (errorBytes < mostErrorBytes) errors.push(chunk);
    errorBytes += chunk.length;
  });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    signal.throwIfAborted();
    const stderr = Buffer.concat(errors).toString("utf8");
    return { exitCode, stdout: Buffer.concat(output), stderr, ...(stopped ? { stopped } : {}) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stopNow);
    process.off("exit", stopNow);
  }
};

function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It is gone.
  }
}

/**
 * The program of that name on a search path. Folders that are not absolute are passed over, and programs that lie
 * inside `untrusted`, also behind links: they may be anybody's.
 *
 * Throws `ConfigError`.
 */
export function programOnPath(name: string, path: string, untrusted: string | undefined): string {
  const inUntrusted = (program: string): boolean =>
    untrusted !== undefined &&
    (isInside(program, untrusted) || isInside(realpathSync(program), realpathSync(untrusted)));
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const programs = folders.map((folder) => join(folder, name)).filter(isProgram);
  const found = programs.find((program) => !inUntrusted(program));
  if (found !== undefined) return found;
  throw new ConfigError("usage", `The program ${name} was not found on PATH.`, {
    hint: "Install the GitHub CLI from https://cli.github.com, or use no GitHub repository for recipes.",
  });
}

/** Why a program could not do it, as the end of a sentence. */
export function failureOf(result: ProgramResult, timeoutMs: number): string {
  if (result.stopped === "timed-out") return `did not answer within ${timeoutMs / 1000} s`;
  if (result.stopped === "too-much") return "returned too much output";
  const line = result.stderr.split("\n").find((each) => each.trim() !== "");
  // What it says comes from a server: nothing in it may move the terminal.
  const said = line
    ?.replaceAll(/[^\P{C}]/gu, " ")
    .trim()
    .slice(0, 300);
  return said ? `said: ${said}` : `exited with ${result.exitCode ?? "a signal"}`;
}

export function cannotStart(program: string, error: unknown): ConfigError {
  return new ConfigError("unreadable", `${program} could not be started: ${messageOf(error)}.`, {
    hint: "Run it in a terminal to see why.",
    cause: error,
  });
}
