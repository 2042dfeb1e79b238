import { resolveLimits, type LimitOptions } from "./command-limits.ts";

interface CountOptions {
  readonly limits?: LimitOptions | undefined;
  /** `skein-launcher`. Default: a shell script, which takes longer and counts no files in memory. */
  readonly counter?: string | undefined;
}

/**
 * The argv of process 1 of a namespace: it runs the command, counts, and ends itself at a limit, with which the kernel ends all
 * processes of the namespace. So it works without Skein.
 */
export function countedArgv(argv: readonly string[], { limits, counter }: CountOptions): readonly string[] {
  const { processes, memoryBytes } = resolveLimits(limits);
  const numbers = [String(processes), String(Math.max(1, Math.floor(memoryBytes / 1024)))];
  if (counter !== undefined) return [counter, "limited", ...numbers, ...argv];
  return ["/bin/sh", "-c", script, "skein-limits", ...numbers, ...argv];
}

/**
 * Process 1 waits for the command, its child counts. If the child cannot start a process any more, it says so and ends the
 * namespace, too: the whole machine, or what Skein itself runs in, has reached a limit first.
 * What the shell itself says, such as "Killed", goes nowhere. A first sum counts memory that processes share for each of
 * them; only where it is above the limit, a second one counts it once.
 */
const script = String.raw`
processes=$1 memory=$2
shift 2
exec 3>&2 2>/dev/null
(
  exec </dev/null >&2
  said=
  trap '[ "$said" ] || printf "\nThe sandbox ended this command: no more processes could be started, so it could not be limited.\n" >&3; kill -KILL -1' EXIT
  page=$(($(getconf PAGESIZE || echo 4096) / 1024))
  end() {
    printf '\nThe sandbox ended this command at its limit: more than %s. The user can raise sandboxAccess.%s.\n' "$1" "$2" >&3
    said=1
    exit
  }
  while :; do
    sleep 0.5
    set -- /proc/[0-9]*
    [ $# -le "$processes" ] || end "$processes processes" processes
    sum=0
    for each; do
      read -r _ resident shared _ < "$each/statm" && sum=$((sum + (resident - shared) * page))
    done
    [ "$sum" -gt "$memory" ] || continue
    sum=0
    for each; do
      while read -r field kib _; do
        case $field in Pss_Anon: | SwapPss:) sum=$((sum + kib)) ;; esac
      done < "$each/smaps_rollup"
    done
    [ "$sum" -le "$memory" ] || end "$((memory / 1024)) MB of memory" memory
  done
) &
(exec 2>&3 3>&-; exec "$@")
exit
`;
