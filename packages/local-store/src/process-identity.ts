import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Which process holds something: enough to tell, from the same machine, whether it still lives. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process: tells it from a later one with its number. Linux only. */
  readonly started: string | null;
  readonly host: string;
  /** Changes with every boot. Linux only. */
  readonly boot: string | null;
  /** Which numbering `pid` belongs to; containers have their own. Linux only. */
  readonly pidSpace: string | null;
}

export function currentProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    started: startOf(process.pid) ?? null,
    host: hostname(),
    boot: read("/proc/sys/kernel/random/boot_id") ?? null,
    pidSpace: link("/proc/self/ns/pid") ?? null,
  };
}

/** Whether that very process runs. To be asked only of one in our own numbering whose start is known. */
export function isProcessRunning({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started;
}

/** Whether a process has this number now, be it that one or a later one. To be asked only in our own numbering. */
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
 * Source: proc_pid_stat(5). The name, the second field, may hold anything, so what follows its last `)` is read.
 */
function startOf(pid: number): string | undefined {
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
