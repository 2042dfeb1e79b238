import { readFileSync } from "node:fs";
import { join } from "node:path";

/** In a call's folder: what the wrapper says of itself, one line for each thing it knows. */
export const stateFile = "state";
/** In a call's folder: stdout and stderr of the command. */
export const outputFile = "output.txt";

export interface CallState {
  /** Process id of the wrapper, also the id of its group. */
  readonly process: { readonly id: number; readonly mark: string } | undefined;
  /** What came first: the command's exit code, or its deadline. */
  readonly end: { readonly code: number } | "deadline" | undefined;
}

export function readState(folder: string): CallState {
  let text = "";
  try {
    text = readFileSync(join(folder, stateFile), "utf8");
  } catch {
    // Not started, or nothing was kept.
  }
  const process = /^process (\d+) (\S+)\n/m.exec(text);
  const end = /^(?:exit (\d+)|deadline)\n/m.exec(text);
  return {
    process: process?.[1] && process[2] ? { id: Number(process[1]), mark: process[2] } : undefined,
    end: end ? (end[1] ? { code: Number(end[1]) } : "deadline") : undefined,
  };
}

/** Whether the process of that id still is the wrapper of this folder: its arguments name both. */
export function isWrapper(id: number, folder: string): boolean {
  try {
    return argumentsOf(id).includes(folder);
  } catch {
    return false;
  }
}

function argumentsOf(id: number): string {
  return process.platform === "linux"
    ? readFileSync(`/proc/${id}/cmdline`, "utf8")
    : process
        .getBuiltinModule("node:child_process")
        .execFileSync("/bin/ps", ["-ww", "-o", "command=", "-p", String(id)], { encoding: "utf8" });
}
