import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { hasProc } from "@skein/platform/process";
export { startWatchdog, systemPath, type Watchdog } from "./watchdog.ts";

/** The processes started by one command: a process group, and on Linux also every process that carries its mark. */
export interface OwnProcesses {
  /** Id of the process group; `undefined` when it is gone, since its id may have been reused. */
  readonly group: number | undefined;
  /** An environment variable and its value, such as `SKEIN_CALL=…`, that no other process has. */
  readonly mark: string;
  /**
   * Whether this process started the group a moment ago, so that all of its processes have newer ids. Default false.
   */
  readonly fresh?: boolean;
  /** `startOf` the group's leader: another process that has its id by now is not ended. Default: any is. */
  readonly leaderStart?: string | undefined;
}

/** Milliseconds between TERM and KILL. */
const graceMs = 500;
/** Milliseconds after which to give up: what is left cannot be killed. */
const limitMs = 1400;

/** How often everything left is killed before giving up: the first pass may miss a process that is being started. */
const leastKills = 2;

/**
 * Ends all running processes: SIGTERM, then SIGKILL after half a second. Resolves when none is left, usually within
 * 1.5 s.
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
    for (const id of left) {
      if (elapsedMs >= graceMs) send(id, "SIGKILL");
      else if (!told.has(id)) send(id, "SIGTERM");
      told.add(id);
    }
    await sleep(Math.min(20 + elapsedMs / 4, 60));
  }
}

/** Immediately and without checking, for the exit of this process. */
export function killGroup(group: number): void {
  send(-group, "SIGKILL");
}

/** When a process was started, as text to compare; `undefined` when it is gone, and where that cannot be known. */
export function startOf(id: number): string | undefined {
  return fieldsOf(id)[19];
}

/** Ids to signal; a negative one is a group, as in `kill`. */
function remaining(processes: OwnProcesses): number[] {
  const { group, leaderStart } = processes;
  if (!hasProc()) return group !== undefined && send(-group, 0) ? [-group] : [];
  const start = group === undefined || leaderStart === undefined ? undefined : startOf(group);
  const isStranger = start !== undefined && start !== leaderStart;
  const ours = isStranger ? { ...processes, group: undefined } : processes;
  return candidates(processes).filter((id) => isAliveAndOurs(id, ours));
}

function candidates({ group, fresh = false }: OwnProcesses): number[] {
  if (fresh && group !== undefined) {
    const count = latestId() - group + 1;
    // Ids may have wrapped around since; the newest is then lower.
    if (count > 0 && count < 1000) return Array.from({ length: count }, (_, index) => group + index);
  }
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Source: proc_loadavg(5): the last field is the id of the most recent process. */
function latestId(): number {
  return Number(readProc("loadavg").trim().split(" ").at(-1));
}

function isAliveAndOurs(id: number, { group, mark }: OwnProcesses): boolean {
  if (id === process.pid) return false;
  const [state = "", , itsGroup] = fieldsOf(id);
  if (/^[ZX]?$/.test(state)) return false;
  return Number(itsGroup) === group || readProc(`${id}/environ`).split("\0").includes(mark);
}

/** State, parent, group, … Source: proc_pid_stat(5); the name before them may contain anything, `)` included. */
function fieldsOf(id: number): string[] {
  const stat = readProc(`${id}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Empty when the process is gone or not ours. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}

/** @returns whether there was a process to signal. */
function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(id, signal);
    return true;
  } catch {
    return false;
  }
}
