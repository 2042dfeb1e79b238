import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { hasProc } from "@skein/platform/process";

/** In a call's folder: the wrapper's state, one fact per line. */
export const stateFile = "state";
/** In a call's folder: stdout and stderr of the command. */
export const outputFile = "output.txt";

/** The wrapper's name, as an argument before the folder. */
export const wrapperName = "skein-call";

export interface CallState {
  /** Pid of the wrapper, and id of its process group. */
  readonly process: { readonly id: number; readonly mark: string } | undefined;
  /** What came first: the command's exit code, or its deadline. */
  readonly end: { readonly code: number } | "deadline" | undefined;
  /** Whether all that the command has printed is in the output file; the last fact. */
  readonly isWhole: boolean;
  /** Whether older output was dropped; the first line of the output says how much. */
  readonly hasDropped: boolean;
}

export function readState(folder: string): CallState {
  let text = "";
  try {
    text = readFileSync(join(folder, stateFile), "utf8");
  } catch {
    // Not started, or nothing was recorded.
  }
  const process = /^process (\d+) (\S+)\n/m.exec(text);
  const end = /^(?:exit (\d+)|deadline)\n/m.exec(text);
  return {
    process: process?.[1] && process[2] ? { id: Number(process[1]), mark: process[2] } : undefined,
    end: end ? (end[1] ? { code: Number(end[1]) } : "deadline") : undefined,
    isWhole: /^whole\n/m.test(text),
    hasDropped: /^dropped\n/m.test(text),
  };
}

/** The wrapper's pid in its own PID namespace: it ends with the process that started it. */
export const firstProcess = 1;

/** Whether the wrapper of this folder is running, given that it has recorded its pid. */
export function isRunning(id: number, folder: string): boolean {
  return id === firstProcess ? hasWrapper(folder) : isWrapper(id, folder);
}

/** Whether the process with this pid is the wrapper of this folder: its arguments name both. */
function isWrapper(id: number, folder: string): boolean {
  try {
    return argumentsOf(id).includes(folder);
  } catch {
    return false;
  }
}

/** Milliseconds until a new process has the wrapper's arguments, on a busy machine. */
const forkMs = 200;

/** Like `readState`; without any state, waits for a wrapper that is just starting, until the signal. */
export async function settledState(folder: string, signal: AbortSignal): Promise<CallState> {
  const until = performance.now() + forkMs;
  for (;;) {
    // Before the state, so that none is missed.
    const isStarting = existsSync(folder) && (performance.now() < until || hasWrapper(folder));
    const state = readState(folder);
    if (state.process || state.end || !isStarting || signal.aborted) return state;
    await sleep(20);
  }
}

/** Milliseconds until the output of a finished command is in its file. */
const drainMs = 2000;

/** Waits for the end of a wrapper that has not recorded its pid: it ends when the output is complete. */
export async function wrapperEnd(folder: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + drainMs;
  while (hasWrapper(folder) && performance.now() < until && !signal.aborted) await sleep(20);
}

/** Whether any process is a wrapper of this folder. Linux only: elsewhere false. */
function hasWrapper(folder: string): boolean {
  if (!hasProc()) return false;
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return words[words.indexOf(wrapperName) + 1] === folder;
    } catch {
      return false; // gone
    }
  });
}

function argumentsOf(id: number): string {
  return process.platform === "linux"
    ? readFileSync(`/proc/${id}/cmdline`, "utf8")
    : process
        .getBuiltinModule("node:child_process")
        .execFileSync("/bin/ps", ["-ww", "-o", "command=", "-p", String(id)], { encoding: "utf8" });
}
