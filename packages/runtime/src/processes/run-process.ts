import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcesses, startWatchdog } from "@skein/extension-kit/processes";
import { messageOf } from "@skein/protocol";

export interface OwnProcess {
  /** The program first. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What it is for, in the mark that its processes carry. */
  readonly kind: string;
  readonly timeoutMs: number;
  /** Standard input. Default: none. */
  readonly input?: string;
  readonly onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void;
}

/** `timed-out`: it was killed. */
export type ProcessEnd =
  | { readonly code: number }
  | { readonly signal: string }
  | "timed-out"
  | { readonly notStarted: string };

/** The longest delay of Node's timers. */
const longestMs = 2_147_483_647;
/** Milliseconds to wait for the output of ended processes. */
const drainMs = 1000;

/**
 * Runs a program to its end, in its own process group. Afterwards none of its processes is left, even outside the group.
 *
 * Rejects with the signal's reason when it is aborted, once the program has been killed.
 */
export async function runProcess(
  { argv, cwd, environment, kind, timeoutMs, input, onOutput }: OwnProcess,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  signal.throwIfAborted();
  if (argv.some((word) => word.includes("\0")))
    return { notStarted: "The command contains a NUL character." };
  const call = `${kind}.${crypto.randomUUID().slice(0, 8)}`;
  const mark = `SKEIN_CALL=${call}`;
  const watchdog = startWatchdog(mark, 0);
  const [program = "", ...rest] = argv;
  const child = spawn(program, rest, {
    cwd,
    env: { ...environment, SKEIN_CALL: call },
    detached: true,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  const { pid: group, stdin, stdout, stderr } = child;
  for (const [name, stream] of [
    ["stdout", stdout],
    ["stderr", stderr],
  ] as const) {
    stream?.on("data", (chunk: Buffer) => onOutput(chunk, name));
    stream?.on("error", () => undefined);
  }
  // It may end without reading.
  stdin?.on("error", () => undefined);
  stdin?.end(input);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, by) => resolve(code === null ? { signal: by ?? "unknown" } : { code }));
  });
  if (group !== undefined) watchdog.watch(group);
  let end: ProcessEnd;
  try {
    end = await endOf(ended, timeoutMs, signal);
  } catch (error) {
    return { notStarted: existsSync(cwd) ? messageOf(error) : `The folder ${cwd} does not exist.` };
  } finally {
    if (group !== undefined) await endProcesses({ group, mark, fresh: true });
    await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
    stdout?.destroy();
    stderr?.destroy();
    watchdog.dismiss();
  }
  signal.throwIfAborted();
  return end;
}

/** Resolves when it has ended, timed out or was aborted. */
function endOf(ended: Promise<ProcessEnd>, timeoutMs: number, signal: AbortSignal): Promise<ProcessEnd> {
  const late = Promise.withResolvers<"timed-out">();
  const timer = setTimeout(() => late.resolve("timed-out"), Math.min(timeoutMs, longestMs));
  const onAbort = () => late.resolve("timed-out");
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([ended, late.promise]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}
