import { exitCodes } from "@skein/protocol";
import type { Recording } from "./replay-recording.ts";
import type { Runtime } from "../create-runtime.ts";

export type ReplaySummary = Awaited<ReturnType<Runtime["sessions"]["replay"]>>;
export type ReplayDifference = ReplaySummary["differences"][number];

/** Whether all that could be made again came out again. A recording of which nothing could be, proves nothing. */
export function isSame({ requests, equal, differences, unreplayable }: ReplaySummary): boolean {
  if (requests === 0 && unreplayable.length > 0) return false;
  return differences.length === 0 && equal === requests;
}

export function replayExitCode(replay: ReplaySummary): number {
  return isSame(replay) ? exitCodes.done : exitCodes["invalid-output"];
}

/** How a recording came out, for a program. The requests themselves are left out: they are large. */
export function replayReport(recording: Recording, replay: ReplaySummary): object {
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
