import { spawn } from "node:child_process";

/** Where only the system's administrator puts programs: helpers of ours are looked for nowhere else. */
export const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin";

/**
 * Reads from a pipe that only we can write to. The line `done` is the end of its work, a number is the process group to
 * end; an end without `done` means that we were killed. Two passes find what was started while it looked.
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
  /** What is to be ended, once it has been started: the id of its process group. */
  watch(group: number): void;
  /** Nothing is to be ended any more. */
  dismiss(): void;
}

/**
 * Starts a shell that ends other processes should this one be killed and have no time to do it. Started before them, it
 * misses none: on Linux it finds by their mark those whose group it was never told.
 *
 * Where there is no `/bin/sh`, nothing is watched.
 *
 * @param mark - an environment variable and its value, `NAME=value`, that only those processes have.
 * @param graceMs - between TERM and KILL.
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
