import { systemPath } from "@skein/extension-kit/processes";
import { outputFile, stateFile, wrapperName } from "./state.ts";
import { loadChildProcess } from "../../later.ts";

/**
 * Runs a command so that it outlives us: `/bin/sh` with this script, in a session and process group of its own, with
 * no pipe to us. Its arguments: the call's folder, the deadline in seconds, the most output in blocks of 512 bytes,
 * a word where the newest output is kept, the mark, the command's PATH after a `p`, the command's argv.
 *
 * - Its own programs come from the system's folders: a `cat` of the project is none of them, whatever the user's PATH
 *   says. The command gets that PATH back.
 * - The output goes through `cat`, not straight to the file: a command that opens /dev/stderr again would cut a plain
 *   file to nothing, and `ulimit -f` here bounds that file alone.
 * - Where the newest output is kept, `dd` writes a quarter of the limit at a time, and at three quarters the older half is
 *   dropped: the file is replaced by one whose first line says how much. No byte is lost in between, and who reads has one of
 *   the two files.
 * - A line is added to the state by one write, and counts once it ends in a newline. A rename would say no more and
 *   cost one more process.
 * - `whole` follows when all output is in the file: in a PID namespace the part that writes it may be killed after the
 *   command has ended.
 * - The command is a subshell turned into it, so that the wrapper, prints nothing when a signal ends it.
 * - The deadline is kept by a `sleep` in the background. The command itself is in the foreground: shells have
 *   background commands ignore SIGINT for good.
 * - When the command ends, what is left of the group gets TERM. The wrapper itself ignores it from its first line on,
 *   so that no part of it dies by being slow to start; the part that keeps the deadline ends its `sleep`. It starts
 *   that before it looks whether the command has ended, so that no signal in between is lost.
 * - At the deadline, or when our process is gone, `finish` ends what is left, also what has left the group: the mark
 *   tells. Our process ends it otherwise, and may itself be killed before it does: whoever kept the deadline watches
 *   our process for as long as something holds the output open, and so the wrapper. Whoever loses its parent gets
 *   another one at once, so that neither a zombie nor another process of that id passes for ours.
 * - URG ends that watch together with the wrapper. To all other processes it means nothing, and it needs no process
 *   id. Its trap only takes note: ending there would leave a `sleep` behind whose id is not known yet. Most commands leave nothing, so ending must be cheap: we look for what is left, and a part that stays costs a
 *   look more.
 * - As process 1 of a PID namespace (`wrap`) it does the same: `$$` is 1 then, `-1` stands for all others in it, and
 *   what is left when the wrapper ends is ended by the kernel.
 */
const script = `
folder=$1 seconds=$2 blocks=$3 newest=$4 mark=$5 path=$6
shift 6
trap '' TERM
parent() {
  id=$PPID
  while read -r key id && [ "$key" != PPid: ]; do :; done <"/proc/$$/status"
  [ "$id" = "$PPID" ] && kill -s 0 "$PPID"
}
finish() {
  sleep 0.5
  for file in $(grep -lszxF "SKEIN_CALL=$mark" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s KILL "\${file%/environ}"
  done
  kill -s KILL -- "-$$"
  exit
}
nap() {
  sleep "$1" &
  nap=$!
}
ended() {
  while read -r word _; do [ "$word" = exit ] && return; done <"$folder/${stateFile}"
  return 1
}
{
  (
    trap - TERM
    export SKEIN_CALL="$mark"
    if [ "$path" ]; then PATH=\${path#p}; else unset PATH; fi
    exec "$@" 2>&1
  )
  code=$?
  umask 077
  printf 'exit %s\\n' "$code" >>"$folder/${stateFile}"
  kill -s TERM -- "-$$"
} 2>/dev/null | {
  umask 077
  (
    [ -s "$folder/${stateFile}" ] || printf 'process %s %s\\n' "$$" "$mark" >>"$folder/${stateFile}"
    over='' nap=''
    trap 'kill -s KILL "$nap"' TERM
    trap 'over=1; kill -s KILL "$nap"' URG
    nap "$seconds"
    until [ "$over" ] || ended; do
      if wait "$nap"; then
        printf 'deadline\\n' >>"$folder/${stateFile}"
        trap '' TERM
        kill -s TERM -- "-$$"
        finish
      fi
      [ "$over" ] || ended || nap "$seconds"
    done
    kill -s KILL "$nap"
    while [ ! "$over" ] && kill -s 0 "$$"; do
      nap 0.2
      wait "$nap"
      parent || finish
    done
  ) </dev/null >/dev/null &
  trap '' XFSZ
  file="$folder/${outputFile}"
  if [ ! "$newest" ]; then
    ulimit -f "$blocks"
    exec cat >"$file"
  fi
  ulimit -f "$((blocks + 8))"
  limit=$((blocks * 512)) dropped=0 head=0 size=0
  step=$((limit / 4)) piece=65536
  [ "$step" -ge "$piece" ] || piece=$step
  : >"$file"
  while dd "bs=$piece" "count=$((step / piece))" >>"$file"; do
    before=$size
    size=$(($(wc -c <"$file")))
    [ "$size" -gt "$before" ] || break
    [ "$size" -ge "$((3 * step))" ] || continue
    tail -c "$((2 * step))" "$file" | tail -n +2 >"$file.tail"
    kept=$(($(wc -c <"$file.tail")))
    [ "$dropped" -gt 0 ] || printf 'dropped\\n' >>"$folder/${stateFile}"
    dropped=$((dropped + size - head - kept))
    line="[... $dropped bytes of earlier output were dropped ...]"
    { printf '%s\\n' "$line" && cat "$file.tail"; } >"$file.new" && mv -f "$file.new" "$file"
    rm -f "$file.tail"
    head=$((\${#line} + 1))
    size=$((head + kept))
  done
} 2>/dev/null
exec 2>/dev/null
printf 'whole\\n' >>"$folder/${stateFile}"
parent || finish
kill -s URG -- "-$$"
`;

export interface WrappedCommand {
  /** Absolute; there, and empty but for a state file. */
  readonly folder: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** At that limit older output is dropped. Default false: the command cannot write any more. */
  readonly keepsNewest?: boolean;
  readonly wrap?: WrapCommand | undefined;
}

/**
 * The argv to start instead of another, so that it becomes process 1 of a PID namespace that ends with this process.
 */
export type WrapCommand = (argv: readonly string[]) => readonly string[];

export interface StartedCommand {
  /** Id of the process that watches it, and of its process group. */
  readonly group: number;
  /** Resolves when that process has ended. */
  readonly gone: Promise<CommandEnd>;
}

/** `processes-left`: some may be; `notStarted`: the system's error. */
export type CommandEnd = "all-ended" | "processes-left" | { readonly notStarted: Error };

/** Rejects with the system's error, for example `E2BIG`. */
export async function startWrapped(command: WrappedCommand): Promise<StartedCommand> {
  const { folder, argv, cwd, environment, mark, timeoutMs, maxOutputBytes, keepsNewest = false } = command;
  const { spawn } = await loadChildProcess();
  const limits = [(timeoutMs / 1000).toFixed(3), String(Math.ceil(maxOutputBytes / 512))];
  const { PATH: path } = environment;
  const ownPath = path === undefined ? "" : `p${path}`;
  const wrapper = [
    "/bin/sh",
    "-c",
    script,
    wrapperName,
    folder,
    ...limits,
    keepsNewest ? "newest" : "",
    mark,
    ownPath,
    ...argv,
  ];
  const [program = "", ...rest] = command.wrap?.(wrapper) ?? wrapper;
  const child = spawn(program, rest, {
    cwd,
    env: { ...environment, PATH: systemPath },
    detached: true,
    stdio: "ignore",
  });
  const { promise: gone, resolve } = Promise.withResolvers<CommandEnd>();
  child.once("exit", () => resolve("processes-left"));
  await new Promise((started, reject) => child.once("spawn", started).once("error", reject));
  return { group: child.pid ?? 0, gone };
}
