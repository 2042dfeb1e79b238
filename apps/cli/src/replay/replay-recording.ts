import { isSame, replayExitCode, replayReport } from "@skein/runtime";
import { replayRecording } from "@skein/command-line/replay";
import type { Recording, Runtime } from "@skein/runtime";
import { countingLine, paintFor } from "@skein/terminal";
import { printJson } from "../print.ts";
import { abortOnSignals } from "../signals.ts";
import { replayLines } from "@skein/terminal-chat/replay";
import { toldContext, type ToldFlags } from "./told-context.ts";

export interface ReplayFlags extends ToldFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Replays a recording and shows how it came out. @returns the exit code. Throws `ConfigError` and `SessionError`. */
export async function replayAndShow(
  runtime: Runtime,
  recording: Recording,
  flags: ReplayFlags,
): Promise<number> {
  const { json = false, quiet = false } = flags;
  const context = await toldContext(flags);
  using stop = abortOnSignals();
  const { stdout, stderr } = process;
  using counting = countingLine(stderr, !json && !quiet);
  let [made, equal] = [0, 0];
  const replay = await replayRecording(runtime, recording, {
    ...context,
    onRequest({ difference }) {
      made++;
      if (difference === undefined) equal++;
      counting.show(`Replaying … ${made} requests, ${equal} the same`);
    },
    signal: stop.signal,
  });
  counting[Symbol.dispose]();
  if (json) printJson(replayReport(recording, replay));
  else if (!quiet || !isSame(replay)) {
    for (const line of replayLines(recording, replay, paintFor(stdout))) stdout.write(`${line}\n`);
  }
  return replayExitCode(replay);
}
