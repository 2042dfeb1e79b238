import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export { startWatchdog, systemPath, type Watchdog } from "./watchdog.ts";

/** Processes that one thing started: a process group, and on Linux also whatever carries its mark, wherever it went. */
export interface OwnProcesses {
  /** Id of the process group; `undefined` when it is gone: its id may be somebody else's by now. */
  readonly group: number | undefined;
  /** An environment variable and its value, `SKEIN_CALL=…` say, that no other process has. */
  readonly mark: string;
  /** Whether the group was started a moment ago by us, so that all of its processes have newer ids. Default false. */
  readonly fresh?: boolean;
}

/** Milliseconds between TERM and KILL. */
const graceMs = 500;
/** Milliseconds after which we stop: what is left cannot be killed. */
const limitMs = 1400;

/** So many times all that is left is killed before we stop: the first time may miss what is being started. */
const leastKills = 2;

/** Ends what still runs: TERM, after half a second KILL. Resolves when nothing is left, as a rule within 1.5 s. */
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

/** At once and without a look, for the very end of this process. */
export function killGroup(group: number): void {
  send(-group, "SIGKILL");
}

/** Ids to signal; a negative one stands for a group, as in `kill`. */
function remaining(processes: OwnProcesses): number[] {
  const { group } = processes;
  if (process.platform !== "linux") return group !== undefined && send(-group, 0) ? [-group] : [];
  return candidates(processes).filter((id) => isAlive(id) && belongs(id, processes));
}

function candidates({ group, fresh = false }: OwnProcesses): number[] {
  if (fresh && group !== undefined) {
    const count = latestId() - group + 1;
    // Ids may have wrapped around since then, and then the newest is lower.
    if (count > 0 && count < 1000) return Array.from({ length: count }, (_, index) => group + index);
  }
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Source: proc_loadavg(5): the last field is the id of the process made last. */
function latestId(): number {
  return Number(readProc("loadavg").trim().split(" ").at(-1));
}

function isAlive(id: number): boolean {
  return !/^[ZX]?$/.test(fieldsOf(id)[0] ?? "");
}

function belongs(id: number, { group, mark }: OwnProcesses): boolean {
  if (id === process.pid) return false;
  return Number(fieldsOf(id)[2]) === group || readProc(`${id}/environ`).split("\0").includes(mark);
}

/** State, parent, group, … Source: proc_pid_stat(5); the name before them may hold anything, `)` too. */
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

/** @returns whether there was somebody to tell. */
function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(id, signal);
    return true;
  } catch {
    return false;
  }
}
