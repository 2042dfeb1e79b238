import { spawn } from "node:child_process";

/** Folders that only the system's administrator can write to: our helper programs are looked up nowhere else. */
export const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin";

/**
 * Reads from a pipe that only this process can write to. The line `done` ends it, a number is the process group to
 * end; end of input without `done` means that this process was killed. Two passes find processes that were started
 * during the first.
 */
const script = `
mark=$1 grace=$2 group=
while read -r line; do
  [ "$line" = done ] && exit 0
  group=$line
done
[ -n "$group" ] && kill -s TERM -- "-$group"
sleep "$grace"
[ -n "$group" ] && kill -s KILL -- "-$group"
for pass in 1 2; do
  for file in $(grep -lszxF "$mark" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s KILL "\${file%/environ}"
  done
  sleep 0.2
done`;

export interface Watchdog {
  /** Sets the process group to end, once it has been started. */
  watch(group: number): void;
  /** Nothing needs to be ended any more. */
  dismiss(): void;
}

/**
 * Starts a shell that ends other processes if this one is killed. When it is started before them it misses none: on
 * Linux it finds those outside the group by their mark.
 *
 * Does nothing where there is no `/bin/sh`.
 *
 * @param mark - an environment variable and its value, `NAME=value`, that only those processes have.
 * @param graceMs - between SIGTERM and SIGKILL.
 */
export function startWatchdog(mark: string, graceMs: number): Watchdog {
  const args = ["-c", script, "skein-watchdog", mark, (graceMs / 1000).toFixed(3)];
  const shell = spawn("/bin/sh", args, {
    detached: true,
    env: { PATH: systemPath },
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return {
    watch: (group) => void shell.stdin.write(`${group}\n`),
    dismiss: () => void shell.stdin.end("done\n"),
  };
}
