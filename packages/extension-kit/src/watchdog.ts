// A shell that outlives this process. Handlers of signals do not run when a
// process is killed with SIGKILL; a pipe that closes does reach another
// process.

import { spawn } from "node:child_process";

/**
 * Folders that only the system's administrator can write to. Helper programs
 * are searched for nowhere else.
 */
export const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin";

/**
 * Program of the shell.
 *
 * Reads from a pipe that only this process can write to. A line is a process
 * group (0: not known yet) and a mark, or `end` and a mark of which nothing
 * needs to be ended any more. End of input with something left means that this
 * process was killed. Two passes find processes that were started during the
 * first.
 */
const script = `
set -f
grace=$1 list= marks= newline='
'
IFS=$newline
while read -r line; do
  case $line in
    "end "*)
      left=
      for one in $list; do
        [ "\${one#* }" = "\${line#end }" ] || left=$left$one$newline
      done
      list=$left ;;
    *) list=$list$line$newline ;;
  esac
done
[ -n "$list" ] || exit 0
send() {
  for one in $list; do
    group=\${one%% *}
    [ "$group" = 0 ] || kill -s "$1" -- "-$group"
  done
}
send TERM
sleep "$grace"
send KILL
for one in $list; do marks=$marks$newline\${one#* }; done
set +f
for pass in 1 2; do
  for file in $(printf %s "\${marks#$newline}" | grep -lszxFf - /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s KILL "\${file%/environ}"
  done
  sleep 0.2
done`;

/**
 * Watch over one program.
 *
 * Call `watch` once the process group is known, and `dismiss` when the program
 * has ended.
 */
export interface Watchdog {
  /** Sets the process group to end, once it has been started. */
  watch(group: number): void;
  /**
   * Ends the watch: nothing needs to be ended any more. May be called twice.
   */
  dismiss(): void;
}

/** Running shell. */
interface Shell {
  readonly write: (line: string) => void;
  readonly close: () => void;
  users: number;
}

/**
 * Running shells, by their grace: one watches all programs. Starting a process
 * takes as long as starting what it watches.
 */
const shells = new Map<number, Shell>();

/**
 * Has a shell end other processes if this one is killed. If it is started
 * before them it misses none: on Linux it finds those outside the group by
 * their mark. Does nothing if there is no `/bin/sh`.
 *
 * @param mark - environment variable with its value, `NAME=value` on one line,
 *   that only those processes have.
 * @param graceMs - milliseconds between SIGTERM and SIGKILL.
 * @returns the watch over one program. Several share one shell.
 *
 * @example
 * ```ts
 * const watchdog = startWatchdog("SKEIN_CALL=7", 500);
 * watchdog.watch(4711); // the process group, once it is known
 * watchdog.dismiss(); // after it has ended
 * ```
 */
export function startWatchdog(mark: string, graceMs: number): Watchdog {
  const shell = shells.get(graceMs) ?? startShell(graceMs);
  shell.users++;
  shell.write(`0 ${mark}`);
  let isOver = false;
  return {
    // Adds a line: the first one, before the start, had no group yet.
    watch: (group) => shell.write(`${group} ${mark}`),
    dismiss() {
      if (isOver) return;
      isOver = true;
      shell.write(`end ${mark}`);
      shell.users--;
      if (shell.users === 0) shell.close();
    },
  };
}

/**
 * Starts a shell with an environment of its own, so that secrets of this
 * process do not leak into it.
 */
function startShell(graceMs: number): Shell {
  const child = spawn("/bin/sh", ["-c", script, "skein-watchdog", (graceMs / 1000).toFixed(3)], {
    detached: true,
    env: { PATH: systemPath },
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  // A shell that has ended is replaced by the next program that needs one.
  const forget = (): void => {
    if (shells.get(graceMs) === shell) shells.delete(graceMs);
  };
  const { stdin } = child;
  child.on("error", forget).on("exit", forget);
  stdin.on("error", forget);
  // The shell must not keep this process running.
  child.unref();
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  const shell: Shell = {
    users: 0,
    write: (line) => void stdin.write(`${line}\n`),
    close() {
      forget();
      stdin.end();
    },
  };
  shells.set(graceMs, shell);
  return shell;
}
