import { join } from "node:path";
import { endProcesses, type OwnProcesses } from "@skein/extension-kit/processes";
import { followOutput } from "./output-follower.ts";
import { outputFile, readState } from "./state.ts";
import type { CommandEnd } from "./wrapper.ts";

/** Milliseconds between checks of the output. */
const lookEveryMs = 100;
/** Milliseconds after which this process enforces the deadline itself, in case the wrapper has lost its `sleep`. */
const wrapperGraceMs = 2000;

export interface RunningCall {
  readonly processes: OwnProcesses;
  readonly folder: string;
  /** Resolves when the process that watches the command has ended; the output is then complete. */
  readonly gone: Promise<CommandEnd>;
  readonly timeoutMs: number;
}

/**
 * Waits until a wrapped command has ended and its output is complete, reporting its output meanwhile. Aborting ends
 * the command.
 *
 * @returns why: `ended` by itself or at the wrapper's deadline, which its state tells.
 */
export async function waitForEnd(
  call: RunningCall,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<"ended" | "aborted" | "deadline"> {
  const { processes, folder, gone, timeoutMs } = call;
  const started = performance.now();
  const look = followOutput(join(folder, outputFile), tell);
  let lingering = false;
  for (;;) {
    const next = await nextOf(gone, signal);
    if (next === "gone") return "ended";
    const late = performance.now() - started > timeoutMs + wrapperGraceMs;
    if (next === "aborted" || late) {
      await endProcesses(processes);
      return next === "aborted" ? "aborted" : "deadline";
    }
    await look();
    // The command has ended, but a process outside its group still holds the output open.
    if (lingering) await endProcesses(processes);
    lingering = readState(folder).end !== undefined;
  }
}

function nextOf(gone: Promise<unknown>, signal: AbortSignal): Promise<"gone" | "aborted" | "look"> {
  return new Promise((resolve) => {
    const settle = (next: "gone" | "aborted" | "look") => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(next);
    };
    const onAbort = () => settle("aborted");
    const timer = setTimeout(settle, lookEveryMs, "look");
    void gone.then(() => settle("gone"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
  });
}
