import { accessSync, constants, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Limits around a command that tries to use up a machine, in case the limits that it tests do not hold. */
export interface OuterLimits extends Disposable {
  readonly enter: (argv: readonly string[]) => readonly string[];
}

const mostTasks = 1_500;
const mostBytes = 4 * 2 ** 30;
const legacyPids = "/sys/fs/cgroup/pids";

/** Whether processes of this user can be limited. Root has no limit of its own, and needs a cgroup. */
export const canLimitProcesses: boolean = process.getuid?.() !== 0 || canWrite(legacyPids);

export function outerLimits(tasks = mostTasks): OuterLimits {
  const memory = ["prlimit", `--as=${mostBytes}`];
  if (process.getuid?.() !== 0) {
    const running = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length;
    return { enter: (argv) => [...memory, `--nproc=${running + tasks}`, ...argv], [Symbol.dispose]() {} };
  }
  if (!canLimitProcesses) return { enter: (argv) => [...memory, ...argv], [Symbol.dispose]() {} };
  const folder = join(legacyPids, `skein-test-${crypto.randomUUID()}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "pids.max"), String(tasks));
  const script = 'echo 0 > "$0" && exec "$@"';
  return {
    enter: (argv) => ["/bin/sh", "-c", script, join(folder, "cgroup.procs"), ...memory, ...argv],
    [Symbol.dispose]: () => rmdirSync(folder),
  };
}

function canWrite(folder: string): boolean {
  try {
    accessSync(join(folder, "cgroup.procs"), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
