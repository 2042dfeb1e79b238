import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startOfProcess } from "@skein/platform/process";
import { orNothing } from "../protected/entries.ts";
import type { CommandLimits } from "./command-limits.ts";

/** Threads that the kernel allows for each process of the limit, because it counts threads; `limited.c` has the same number. */
const threadsPerProcess = 4;

/** A cgroup with limits, for one command. */
export interface CommandCgroup {
  /** Returns the argv that starts a command in it. A command that cannot enter it is only counted. */
  readonly enter: (argv: readonly string[]) => readonly string[];
  /** Which limit the kernel has applied, as a sentence; also after it was removed. */
  readonly limitReached: () => string | undefined;
  /** Ends what is left in it and removes it. Never rejects: what stays is removed at a later start. */
  readonly remove: () => Promise<void>;
}

/**
 * The counter is mostly first at the lower limit, and its end has a name in the output. The kernel also counts cached files, and
 * drops them before it ends anything.
 */
const kernelMargin = 1.125;

let lastNumber = 0;

/**
 * Makes a cgroup. `undefined` if the system refuses: the command is counted all the same.
 *
 * @param parent - a folder from `findCgroupParent`.
 */
export function makeCgroup(parent: string, limits: CommandLimits): CommandCgroup | undefined {
  const started = startOfProcess(process.pid);
  const folder = join(parent, `skein-${process.pid}-${started}-${(lastNumber += 1)}`);
  if (started === undefined || !orNothing(() => (mkdirSync(folder), true))) return undefined;
  const write = (file: string, value: number) => writeFileSync(join(folder, file), String(value));
  try {
    write("memory.max", Math.ceil(limits.memoryBytes * kernelMargin));
    write("pids.max", threadsOf(limits));
    // All of the command, or the rest would go on without a part.
    write("memory.oom.group", 1);
  } catch {
    orNothing(() => rmdirSync(folder));
    return undefined;
  }
  // Missing where the kernel has no swap.
  orNothing(() => write("memory.swap.max", 0));
  return cgroupAt(folder, limits);
}

/** @param folder - a cgroup of one command. */
export function cgroupAt(folder: string, limits: CommandLimits): CommandCgroup {
  const isAbove0 = (file: string, field: string) => {
    const text = orNothing(() => readFileSync(join(folder, file), "utf8")) ?? "";
    return new RegExp(`^${field} [1-9]`, "m").test(text);
  };
  let reached: string | undefined;
  const limitReached = () => {
    if (isAbove0("memory.events", "oom_kill"))
      reached = `The sandbox ended this command at its limit: more than ${Math.floor(limits.memoryBytes / 2 ** 20)} MB of memory. The user can raise sandboxAccess.memory.`;
    else if (isAbove0("pids.events", "max"))
      reached = `The sandbox let this command have no more than ${threadsOf(limits)} threads. The user can raise sandboxAccess.processes.`;
    return reached;
  };
  return {
    enter: (argv) => ["/bin/sh", "-c", enterScript, join(folder, "cgroup.procs"), ...argv],
    limitReached,
    async remove() {
      limitReached();
      // Linux 5.14 and later; before, processes of a command end with its namespace.
      orNothing(() => writeFileSync(join(folder, "cgroup.kill"), "1"));
      for (const pauseMs of [0, 1, 10, 100, 1_000]) {
        await sleep(pauseMs);
        if (orNothing(() => (rmdirSync(folder), true)) || !existsSync(folder)) return;
      }
    },
  };
}

const enterScript = '{ echo 0 > "$0"; } 2>/dev/null; exec "$@"';

function threadsOf({ processes }: CommandLimits): number {
  return processes * threadsPerProcess;
}

/** Removes cgroups of processes that have ended. One in which a command still runs stays: the kernel refuses. */
export function removeLeftCgroups(parent: string): void {
  for (const name of orNothing(() => readdirSync(parent)) ?? []) {
    const [, pid, started] = /^skein-(\d+)-(\d+)-\d+$/.exec(name) ?? [];
    if (pid === undefined || startOfProcess(Number(pid)) === started) continue;
    orNothing(() => rmdirSync(join(parent, name)));
  }
}
