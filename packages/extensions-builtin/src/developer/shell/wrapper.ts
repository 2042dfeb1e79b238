import type { ChildProcess } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { systemPath } from "@skein/extension-kit/processes";
import { outputFile, stateFile, wrapperName } from "./state.ts";

/**
 * Runs a command so that it outlives us: `/bin/sh` with this script, in a session and process group of its own, with
 * no pipe to us. Its arguments: the call's folder, the deadline in seconds, the most output in blocks of 512 bytes,
 * the mark, the command's PATH after a `p`, the command's argv.
 *
 * - Its own programs come from the system's folders: a `cat` of the project is none of them, whatever the user's PATH
 *   says. The command gets that PATH back.
 * - The output goes through `cat`, not straight to the file: a command that opens /dev/stderr again would cut a plain
 *   file to nothing, and `ulimit -f` here bounds that file alone.
 * - A line is added to the state by one write, and counts once it ends in a newline. A rename would say no more and
 *   cost one more process.
 * - The command is a subshell turned into it, so that the wrapper, prints nothing when a signal ends it.
 * - The deadline is kept by a `sleep` in the background. The command itself is in the foreground: shells have
 *   background commands ignore SIGINT for good.
 * - When the command ends, what is left of the group gets TERM, the `sleep` too. The wrapper itself ignores it from
 *   its first line on, so that no part of it dies, or stays, by being slow to start.
 * - At the deadline, or when our process is gone, `finish` ends what is left, also what has left the group: the mark
 *   tells. Our process ends it otherwise, and may itself be killed before it does: as long as something holds the output
 *   open, and so the wrapper, that is watched. Whoever loses its parent gets another one at once, so that neither a
 *   zombie nor another process of that id passes for ours.
 * - As process 1 of a PID namespace (`wrap`) it does the same: `$$` is 1 then, `-1` stands for all others in it, and
 *   what is left when the wrapper ends is ended by the kernel.
 */
const script = `
folder=$1 seconds=$2 blocks=$3 mark=$4 path=$5
shift 5
trap '' TERM
parent() {
  read -r _ _ _ id _ <"/proc/$$/stat" || id=$PPID
  [ "$id" = "$PPID" ] && kill -s 0 "$PPID"
}
finish() {
  sleep 0.5
  for file in $(grep -lszxF "SKEIN_CALL=$mark" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s KILL "\${file%/environ}"
  done
  kill -s KILL -- "-$$"
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
  parent || finish
  {
    while parent && kill -s 0 "$$"; do sleep 0.2; done
    parent || finish
  } </dev/null >/dev/null &
} 2>/dev/null | {
  umask 077
  (
    trap - TERM
    [ -s "$folder/${stateFile}" ] && exit
    printf 'process %s %s\\n' "$$" "$mark" >>"$folder/${stateFile}"
    sleep "$seconds" || exit
    printf 'deadline\\n' >>"$folder/${stateFile}"
    trap '' TERM
    kill -s TERM -- "-$$"
    finish
  ) </dev/null >/dev/null &
  trap '' XFSZ
  ulimit -f "$blocks"
  exec cat >"$folder/${outputFile}"
} 2>/dev/null
`;

export interface WrappedCommand {
  /** Absolute; created if missing. */
  readonly folder: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly wrap?: WrapCommand | undefined;
}

/**
 * The argv to start instead of another, so that it becomes process 1 of a PID namespace that ends with this process.
 */
export type WrapCommand = (argv: readonly string[]) => readonly string[];

/** @throws the system's error, for example `E2BIG`; a later one is the child's `error` event. */
export async function startWrapped(command: WrappedCommand): Promise<ChildProcess> {
  const { folder, argv, cwd, environment, mark, timeoutMs, maxOutputBytes } = command;
  const { spawn } = await import("node:child_process");
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (!isNew) for (const name of [stateFile, outputFile]) rmSync(`${folder}/${name}`, { force: true });
  const limits = [(timeoutMs / 1000).toFixed(3), String(Math.ceil(maxOutputBytes / 512))];
  const { PATH: path } = environment;
  const ownPath = path === undefined ? "" : `p${path}`;
  const wrapper = ["/bin/sh", "-c", script, wrapperName, folder, ...limits, mark, ownPath, ...argv];
  const [program = "", ...rest] = command.wrap?.(wrapper) ?? wrapper;
  return spawn(program, rest, {
    cwd,
    env: { ...environment, PATH: systemPath },
    detached: true,
    stdio: "ignore",
  });
}
