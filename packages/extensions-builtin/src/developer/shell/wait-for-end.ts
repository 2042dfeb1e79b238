import { join } from "node:path";
import { endProcesses, type OwnProcesses } from "@skein/extension-kit/processes";
import { followOutput } from "./output-follower.ts";
import { outputFile, readState } from "./state.ts";

/** Milliseconds between two looks at the output. */
const lookEveryMs = 100;
/** Milliseconds after which we do the wrapper's part, should it have lost its `sleep`. */
const wrapperGraceMs = 2000;

export interface RunningCall {
  readonly processes: OwnProcesses;
  readonly folder: string;
  /** Resolves when the wrapper is gone; the output is complete then. */
  readonly gone: Promise<void>;
  readonly timeoutMs: number;
}

/**
 * Waits until a wrapped command and its output are at their end, telling its output on the way. An abort ends it.
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
    look();
    // The command has ended, but something that left its group still holds the output open.
    if (lingering) await endProcesses(processes);
    lingering = readState(folder).end !== undefined;
  }
}

function nextOf(gone: Promise<void>, signal: AbortSignal): Promise<"gone" | "aborted" | "look"> {
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
