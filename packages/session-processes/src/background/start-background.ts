import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inheritedVariables } from "@skein/platform/variables";
import { exitCodes } from "@skein/protocol";
import type { Machine } from "@skein/host";
import { connectToOwner } from "../owner-socket/connect-to-owner.ts";
import { socketPlace } from "../owner-socket/socket-place.ts";

/** A program that runs one session, without a terminal. */
export interface BackgroundCommand {
  readonly session: string;
  readonly cwd: string;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Goes to its standard input: command lines can be read by others, and are short. */
  readonly input: string;
}

/** What a face runs for a task, with the settings that it begins with. */
export type BackgroundRun = (wish: BackgroundWish) => BackgroundCommand;

interface BackgroundWish {
  readonly session: string;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  readonly text: string;
}

/** A process that others can reach by its session, or one that has ended before that. */
export type BackgroundStart =
  | { readonly pid: number }
  /**
   * `said`: all that it has written, mostly why it could not begin. `hasBegun`: whether a session was made, which a run
   * that ends with `usage` never does; a short one can have ended before it was reached.
   */
  | { readonly exitCode: number; readonly said: string; readonly hasBegun: boolean };

const lookAgainMs = 40;

/**
 * Starts a run that outlives this process and its terminal. Resolves when its session has begun, so that its owner's
 * socket takes questions and messages.
 *
 * @param signal - aborted before the session has begun, the process is ended. Rejects with its reason then.
 */
export async function startBackground(
  { env, directories }: Machine,
  { session, cwd, command: [program, ...args], input }: BackgroundCommand,
  signal: AbortSignal,
): Promise<BackgroundStart> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), "skein-background-"));
  try {
    const path = join(folder, "said");
    await using file = await open(path, "wx", 0o600);
    const child = spawn(program, args, {
      cwd,
      env: inheritedVariables("skein", env),
      detached: true,
      stdio: ["pipe", file.fd, file.fd],
    });
    child.stdin?.on("error", () => undefined); // it may have ended before it read
    child.stdin?.end(input);
    const ended = endOf(child);
    const place = socketPlace(directories, session);
    while (!signal.aborted) {
      const exitCode = await Promise.race([ended, setTimeout(lookAgainMs)]);
      if (exitCode !== undefined)
        return {
          exitCode,
          said: await readFile(path, "utf8"),
          hasBegun: exitCode !== exitCodes["not-started"],
        };
      using owner = await connectToOwner(place, session);
      if (owner && owner.greeting.pid === child.pid) {
        child.unref();
        return { pid: child.pid };
      }
    }
    child.kill("SIGTERM");
    await ended;
    throw signal.reason;
  } finally {
    // The process goes on writing to what no one can open any more.
    await rm(folder, { recursive: true, force: true });
  }
}

/** As shells have it, so that a process that was killed has an exit code too. */
function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, killer) => resolve(code ?? 128 + constants.signals[killer ?? "SIGKILL"]));
  });
}
