import { systemPath } from "@skein/extension-kit/processes";

/** In a job's folder: changes as long as Skein is there. */
export const leaseFile = "lease";
/** In a job's folder: is there when the job was ended because Skein was not. */
export const absenceFile = "absence";

/**
 * Runs a job: `/bin/sh` with this script in place of the command, under what watches any command. Its arguments: the
 * job's folder, the path of its input, the seconds of a heartbeat, how many may be missed (0: any number), the argv.
 *
 * - The input is a named pipe that the job itself holds open for writing too. So it never ends and never blocks an
 *   opener, and any later process of the user may write to it.
 * - A job has no deadline that Skein keeps it to. In its place, a part of the job's group reads the lease, which Skein
 *   changes with each heartbeat. No clock is compared: after a suspended machine has woken, one heartbeat counts as missed.
 * - That part ends the job as its own end would: the command ends, and what watches it ends the rest.
 */
const script = `
folder=$1 input=$2 beat=$3 misses=$4
shift 4
(PATH=${systemPath}; umask 077; mkfifo "$input") 2>/dev/null || exit 126
if [ "$misses" -gt 0 ]; then
  (
    PATH=${systemPath}
    nap=''
    trap '[ "$nap" ] && kill -s KILL "$nap"; exit' TERM
    before='' missed=0
    while [ "$missed" -lt "$misses" ]; do
      sleep "$beat" &
      nap=$!
      wait "$nap"
      now=''
      read -r now <"$folder/${leaseFile}"
      if [ "$now" = "$before" ]; then missed=$((missed + 1)); else missed=0 before=$now; fi
    done
    trap '' TERM
    : >"$folder/${absenceFile}"
    rm -f "$input"
    rmdir "\${input%/*}"
    kill -s TERM 0
    sleep 1
    kill -s KILL "$$"
  ) </dev/null >/dev/null 2>&1 &
fi
exec "$@" <>"$input"
`;

export interface JobScriptOptions {
  readonly folder: string;
  readonly input: string;
  readonly beatMs: number;
  /** 0: any number. */
  readonly mostMissed: number;
}

/** What runs a command as a job. */
export function jobArgv(
  argv: readonly string[],
  { folder, input, beatMs, mostMissed }: JobScriptOptions,
): readonly string[] {
  const beat = (beatMs / 1000).toFixed(3);
  return ["/bin/sh", "-c", script, "skein-job", folder, input, beat, String(mostMissed), ...argv];
}
