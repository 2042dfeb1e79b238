import { spawn } from "node:child_process";

/** Folders that only the system's administrator can write to: our helper programs are looked up nowhere else. */
export const systemPath = "/usr/bin:/bin:/run/current-system/sw/bin";

/**
 * Reads from a pipe that only this process can write to. A line is a process group (0: not known yet) and a mark, or `end` and
 * a mark of which nothing needs to be ended any more. End of input with something left means that this process was killed.
 * Two passes find processes that were started during the first.
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

export interface Watchdog {
  /** Sets the process group to end, once it has been started. */
  watch(group: number): void;
  /** Nothing needs to be ended any more. */
  dismiss(): void;
}

interface Shell {
  readonly write: (line: string) => void;
  readonly close: () => void;
  users: number;
}

/** Those that run, by their grace: one watches all. To start a process takes as long as to start what it watches. */
const shells = new Map<number, Shell>();

/**
 * Has a shell end other processes if this one is killed. When it is told before they are started it misses none: on
 * Linux it finds those outside the group by their mark.
 *
 * Does nothing where there is no `/bin/sh`.
 *
 * @param mark - an environment variable and its value, `NAME=value` on one line, that only those processes have.
 * @param graceMs - between SIGTERM and SIGKILL.
 */
export function startWatchdog(mark: string, graceMs: number): Watchdog {
  const shell = shells.get(graceMs) ?? startShell(graceMs);
  shell.users++;
  shell.write(`0 ${mark}`);
  let isOver = false;
  return {
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

function startShell(graceMs: number): Shell {
  const child = spawn("/bin/sh", ["-c", script, "skein-watchdog", (graceMs / 1000).toFixed(3)], {
    detached: true,
    env: { PATH: systemPath },
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  const forget = (): void => {
    if (shells.get(graceMs) === shell) shells.delete(graceMs);
  };
  const { stdin } = child;
  child.on("error", forget).on("exit", forget);
  stdin.on("error", forget);
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
