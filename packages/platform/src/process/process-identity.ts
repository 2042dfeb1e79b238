import { readFileSync, readlinkSync } from "node:fs";
import { hostName } from "../user.ts";

/** Identifies a process well enough to tell, on the same machine, whether it is still alive. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process: tells it from a later one with the same pid. Linux only. */
  readonly started: string | null;
  readonly host: string;
  /** Changes with every boot. Linux only. */
  readonly boot: string | null;
  /** The PID namespace of `pid`; containers have their own. Linux only. */
  readonly pidSpace: string | null;
}

export function currentProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    started: startOfProcess(process.pid) ?? null,
    host: hostName(),
    boot: read("/proc/sys/kernel/random/boot_id") ?? null,
    pidSpace: link("/proc/self/ns/pid") ?? null,
  };
}

/** Whether this very process is running. Only for processes of the own PID namespace whose start is known. */
export function isProcessRunning({ pid, started }: ProcessIdentity): boolean {
  return startOfProcess(pid) === started;
}

/** Whether any process has this pid now. Only for the own PID namespace. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * @returns `undefined` for a process that has ended.
 *
 * Source: proc_pid_stat(5). The name, the second field, may contain anything, so only what follows its last `)` is
 * read.
 */
export function startOfProcess(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return "ZXx".includes(fields[0] ?? "") ? undefined : fields[19];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return undefined;
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
