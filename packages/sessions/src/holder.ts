import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a lease: enough to tell, from the same machine, whether that process still lives. */
export interface Holder {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process: tells it from a later one with its number. Linux only. */
  readonly started: string | null;
  readonly host: string;
  /** Changes with every boot. Linux only. */
  readonly boot: string | null;
  /** Which numbering `pid` belongs to; containers have their own. Linux only. */
  readonly pidSpace: string | null;
}

/** Until when a lease is good unless it is renewed: milliseconds since the epoch. */
interface Term {
  readonly expires: number;
  /** When `expires` was set. */
  readonly renewed?: number | null;
}

export function thisProcess(): Holder {
  return {
    pid: process.pid,
    started: lifeOf(process.pid)?.started ?? null,
    host: hostname(),
    boot: read("/proc/sys/kernel/random/boot_id"),
    pidSpace: link("/proc/self/ns/pid"),
  };
}

/**
 * Whether a holder has lost its right, seen from `self`.
 *
 * A process that `self` can see keeps it for as long as it lives, whatever the clock says, and loses it with its
 * death. Where that cannot be seen (another host or container, or no /proc) `expires` decides.
 */
export function isGone(holder: Holder & Term, self: Holder, now: number): boolean {
  const hasExpired = isOver(holder, now);
  if (holder.boot !== null && holder.boot === self.boot && holder.started !== null) {
    return holder.pidSpace === self.pidSpace ? isDead(holder) : hasExpired;
  }
  if (holder.host !== self.host || holder.pidSpace !== self.pidSpace) return hasExpired;
  if (holder.boot !== self.boot) return true; // this machine has been started anew since
  return hasExpired || !exists(holder.pid);
}

/**
 * A living holder renews long before the end. So a term that ends further off than two of its lengths was written
 * before the clock was set back, by one who has not renewed it since.
 */
function isOver({ expires, renewed }: Term, now: number): boolean {
  if (expires <= now) return true;
  return typeof renewed === "number" && expires - now > 2 * (expires - renewed);
}

function isDead({ pid, started }: Holder): boolean {
  const life = lifeOf(pid);
  return life === undefined || life.hasEnded || life.started !== started;
}

/** Source: proc_pid_stat(5). The name, the second field, may hold anything, so what follows its last `)` is read. */
function lifeOf(pid: number): { readonly started: string; readonly hasEnded: boolean } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = ""] = fields;
  return { started: fields[19] ?? "", hasEnded: "ZXx".includes(state) };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return null;
  }
}

function link(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
