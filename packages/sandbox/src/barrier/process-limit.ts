import { findProgram, systemFolders } from "../find-program.ts";

/** More than any build or browser has, and less than a machine can bear. */
const mostProcesses = 4_096;

/**
 * Counts the processes of the namespace three times a second, and ends all of them when there are too many. It starts nothing
 * to do that: where a program forks without end, nothing can be started. It belongs to process 1, so the command has
 * no child that it does not know, and holds none of the command's files open.
 */
const script = `(
  (
    exec 0</dev/null 1>/dev/null 2>&1 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<>/dev/ptmx || exit
    trap "" HUP INT TERM
    while read -r -t 0.3 -u 9 _ || [ $? -gt 128 ]; do
      set -- /proc/[0-9]*
      [ $# -gt "$0" ] && kill -KILL -1
    done
  ) &
)
exec "$@"`;

/**
 * The argv that starts a command which ends when it has too many processes. Memory is not limited: a limit for the address
 * space breaks programs that reserve more than they use.
 */
export function limitProcesses(argv: readonly string[], most = mostProcesses): readonly string[] {
  const bash = findProgram("bash", systemFolders);
  return bash === undefined ? argv : [bash, "--noprofile", "--norc", "-c", script, String(most), ...argv];
}
