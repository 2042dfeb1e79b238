import type { Socket } from "node:net";
import { getSystemErrorName } from "node:util";
import {
  encodeRequest,
  maxRequestBytes,
  reportReader,
  type LaunchReport,
  type LaunchRequest,
} from "./frames.ts";
import { loadChildProcess } from "../../../later.ts";

/** A command that the launcher has started. */
export interface Launched {
  /** Id of the process that watches it, and of its group. */
  readonly group: number;
  /** Resolves when that process has ended. It is unknown when once the launcher itself has ended. */
  readonly ended: Promise<LaunchEnd>;
}

type LaunchEnd =
  /** No process of it is left. */
  | "all-ended"
  | "ended"
  /** The system's error, for example with the code `E2BIG`. */
  | { readonly notStarted: Error }
  | "launcher-lost";

export interface Launcher {
  /** Resolves with `undefined` when the launcher ended before it answered: the command may have been started. */
  launch(request: Omit<LaunchRequest, "id">): Promise<Launched | undefined>;
  /** Why it cannot be used any more. */
  lost(): string | undefined;
  /** Ends it; commands go on. */
  close(): void;
}

/** Milliseconds for an answer, on a very busy machine. */
const answerMs = 10_000;

/** Longer than any path, see `title.c`. */
const titleSpace = " ".repeat(4200);

interface Pending {
  readonly started: PromiseWithResolvers<Launched | undefined>;
  readonly ended: PromiseWithResolvers<LaunchEnd>;
  readonly timer: NodeJS.Timeout;
  isStarted: boolean;
}

/** Starts the program that commands are forked from. It has no environment, and ends with this process. */
export async function openLauncher(program: string): Promise<Launcher> {
  const { spawn } = await loadChildProcess();
  const child = spawn(program, [titleSpace], {
    argv0: "skein-launcher",
    cwd: "/",
    env: {},
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // Node's types do not say that they are sockets.
  const { stdin, stdout } = child as unknown as Readonly<Record<"stdin" | "stdout", Socket>>;
  const calls = new Map<number, Pending>();
  let reason: string | undefined;
  let lastId = 0;

  const lose = (why: string) => {
    if (reason !== undefined) return;
    reason = why;
    child.kill("SIGKILL");
    for (const id of calls.keys()) settle(id, "launcher-lost");
  };
  const settle = (id: number, end: LaunchEnd) => {
    const call = calls.get(id);
    calls.delete(id);
    // This process may end while the launcher waits for commands.
    if (calls.size === 0) stdout.unref();
    clearTimeout(call?.timer);
    call?.started.resolve(undefined);
    call?.ended.resolve(end);
  };
  const take = ({ kind, id, value }: LaunchReport) => {
    const call = calls.get(id);
    if (!call) throw new Error("It reports a command that it was not given.");
    clearTimeout(call.timer);
    if (kind === "started") {
      call.isStarted = true;
      call.started.resolve({ group: value, ended: call.ended.promise });
    } else if (call.isStarted) settle(id, endOf(value));
    else lose(`It did not start a command (${value}).`);
  };
  const read = reportReader(take);

  child.once("error", ({ message }) => lose(message));
  child.once("exit", (code, signal) => lose(`It has ended (${signal ?? `exit code ${code}`}).`));
  stdin.on("error", ({ message }) => lose(message));
  stdout.on("error", ({ message }) => lose(message));
  stdout.on("data", (piece: Buffer) => {
    if (reason !== undefined) return;
    try {
      read(piece);
    } catch (error) {
      lose(error instanceof Error ? error.message : String(error));
    }
  });
  child.unref();
  stdin.unref();
  stdout.unref();

  return {
    launch(request) {
      if (reason !== undefined) return Promise.resolve(undefined);
      const id = ++lastId;
      const frame = encodeRequest({ ...request, id });
      if (frame.length - 4 > maxRequestBytes) return Promise.reject(errorOf(tooLong));
      const started = Promise.withResolvers<Launched | undefined>();
      const timer = setTimeout(() => lose(`It did not answer in ${answerMs / 1000} s.`), answerMs);
      calls.set(id, { started, ended: Promise.withResolvers(), timer, isStarted: false });
      stdout.ref();
      stdin.write(frame);
      return started.promise;
    },
    lost: () => reason,
    close() {
      reason ??= "It was closed.";
      stdin.end();
    },
  };
}

/** What a supervisor exits with when the command has left processes: see `launcher.h`. */
const statusLeft = 203;

function endOf(status: number): LaunchEnd {
  if (status === 0) return "all-ended";
  return status === statusLeft ? "ended" : { notStarted: errorOf(status) };
}

/** Source: errno(3) of Linux. */
const tooLong = 7;
/** From here on the numbers are the launcher's own: see `launcher.h`. */
const firstOwnStatus = 200;

function errorOf(status: number): Error {
  if (status >= firstOwnStatus) return new Error(`The launcher could not prepare it (${status}).`);
  const code = getSystemErrorName(-status);
  return Object.assign(new Error(`The system refused it (${code}).`), { code });
}
