// The end of processes. A process group is not enough: programs can leave it
// (`setsid`), and its id can be reused. On Linux every process that a command
// started has inherited its environment, so a mark there finds those that have
// left.

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { hasProc } from "@skein/platform/process";
import { send } from "./send-signal.ts";
export { startWatchdog, systemPath, type Watchdog } from "./watchdog.ts";

/**
 * Processes that one command started: a process group and, on Linux, every
 * process that carries its mark.
 *
 * @example
 * ```ts
 * const processes: OwnProcesses = { group: 4711, mark: "SKEIN_CALL=7", fresh: true };
 * ```
 */
export interface OwnProcesses {
  /**
   * Id of the process group. `undefined`: it is gone, and its id may have been
   * reused.
   */
  readonly group: number | undefined;
  /**
   * Environment variable with its value, such as `SKEIN_CALL=…`, that no other
   * process has.
   */
  readonly mark: string;
  /**
   * True if this process started the group a moment ago, so that all of its
   * processes have newer ids. Makes the search faster. Default: false.
   */
  readonly fresh?: boolean;
  /**
   * Start time of the group's leader, from `startOf`: another process that has
   * its id by now is not ended. Default: any process with this id is.
   */
  readonly leaderStart?: string | undefined;
}

/** Milliseconds between SIGTERM and SIGKILL. */
const graceMs = 500;
/** Milliseconds after which to give up: what is left cannot be killed. */
const limitMs = 1400;

/**
 * Passes of SIGKILL before giving up. The first one can miss a process that is
 * being started.
 */
const leastKills = 2;

/**
 * Ends all running processes: SIGTERM, then SIGKILL after half a second.
 * Resolves when none is left, usually within 1.5 s. Never rejects.
 *
 * Timeline: SIGTERM at once, SIGKILL from 0.5 s on, repeated until nothing is
 * left, and an end after about 1.4 s even if a process cannot be killed, such
 * as one that waits for a disk.
 *
 * @param processes - group and mark of one command.
 *
 * @example
 * ```ts
 * // `child` was started with `detached: true` and SKEIN_CALL=7 in its environment.
 * const end = (child: { readonly pid?: number }) =>
 *   endProcesses({ group: child.pid, mark: "SKEIN_CALL=7" });
 * ```
 */
export async function endProcesses(processes: OwnProcesses): Promise<void> {
  const started = performance.now();
  const told = new Set<number>();
  let kills = 0;
  for (let left = remaining(processes); left.length > 0; left = remaining(processes)) {
    const elapsedMs = performance.now() - started;
    // On a busy machine the time may be up before anything was killed.
    if (elapsedMs > limitMs && kills >= leastKills) return;
    if (elapsedMs >= graceMs) kills++;
    // Each process gets SIGTERM once, so that its handler does not run twice.
    for (const id of left) {
      if (elapsedMs >= graceMs) send(id, "SIGKILL");
      else if (!told.has(id)) send(id, "SIGTERM");
      told.add(id);
    }
    await sleep(Math.min(20 + elapsedMs / 4, 60));
  }
}

/**
 * Returns when a process was started, as text to compare. `undefined`: it is
 * gone, or the system does not say.
 *
 * Source: proc_pid_stat(5), field 22.
 *
 * @param id - id of a process.
 *
 * @example
 * ```ts
 * const start = startOf(process.pid);
 * const isSame = start !== undefined && startOf(process.pid) === start; // true on Linux
 * ```
 */
export function startOf(id: number): string | undefined {
  return fieldsOf(id)[19];
}

/** Finds ids to signal. A negative one is a group, as in `kill`. */
function remaining(processes: OwnProcesses): number[] {
  const { group, leaderStart } = processes;
  if (!hasProc()) return group !== undefined && send(-group, 0) ? [-group] : [];
  const start = group === undefined || leaderStart === undefined ? undefined : startOf(group);
  // The id of the group belongs to another process by now.
  const isStranger = start !== undefined && start !== leaderStart;
  const ours = isStranger ? { ...processes, group: undefined } : processes;
  return candidates(processes).filter((id) => isAliveAndOurs(id, ours));
}

/**
 * Lists ids that can belong to the group: those since its start, if it is new,
 * else all.
 */
function candidates({ group, fresh = false }: OwnProcesses): number[] {
  // Ids grow, so that a group that was just started needs no search through all
  // processes.
  if (fresh && group !== undefined) {
    const count = latestId() - group + 1;
    // Ids may have wrapped around since; the newest is then lower.
    if (count > 0 && count < 1000) return Array.from({ length: count }, (_, index) => group + index);
  }
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/**
 * Reads the id of the newest process.
 *
 * Source: proc_loadavg(5), last field.
 */
function latestId(): number {
  return Number(readProc("loadavg").trim().split(" ").at(-1));
}

/**
 * Returns true for a running process of the group, or with the mark. Zombies
 * have ended already.
 */
function isAliveAndOurs(id: number, { group, mark }: OwnProcesses): boolean {
  // This process may carry the mark of its own parent.
  if (id === process.pid) return false;
  const [state = "", , itsGroup] = fieldsOf(id);
  if (/^[ZX]?$/.test(state)) return false;
  return Number(itsGroup) === group || readProc(`${id}/environ`).split("\0").includes(mark);
}

/**
 * Reads the state, parent, group and so on of a process. The name before them
 * can contain anything, `)` included.
 *
 * Source: proc_pid_stat(5).
 */
function fieldsOf(id: number): string[] {
  const stat = readProc(`${id}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/**
 * Reads a file of `/proc`. Empty if the process is gone or belongs to someone
 * else.
 */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}
