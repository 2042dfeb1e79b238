import { exitCodes } from "@skein/protocol";
import type { Recording } from "./replay-recording.ts";
import type { Runtime } from "../create-runtime.ts";

export type Replay = Awaited<ReturnType<Runtime["sessions"]["replay"]>>;
export type ReplayedRequest = Replay["differences"][number];

/** Whether all that could be made again came out again. A recording of which nothing could be, proves nothing. */
export function isSame({ requests, equal, differences, unreplayable }: Replay): boolean {
  if (requests === 0 && unreplayable.length > 0) return false;
  return differences.length === 0 && equal === requests;
}

export function replayExitCode(replay: Replay): number {
  return isSame(replay) ? exitCodes.done : exitCodes["invalid-output"];
}

/** How a recording came out, for a program. The requests themselves are left out: they are large. */
export function replayReport(recording: Recording, replay: Replay): object {
  const { differences, ...counts } = replay;
  const different = differences.map(({ seq, run, difference }) => ({ seq: seq ?? null, run, difference }));
  return {
    ...recording,
    same: isSame(replay),
    exitCode: replayExitCode(replay),
    ...counts,
    differences: different,
  };
}
