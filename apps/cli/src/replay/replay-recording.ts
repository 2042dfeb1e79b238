import { jsonText } from "../output/json-text.ts";
import { ConfigError, SessionError } from "@skein/protocol";
import type { Recording, Runtime } from "@skein/runtime";
import { watchSignals } from "../signals.ts";
import { paintFor } from "../terminal/style.ts";
import { denyNetwork } from "./no-network.ts";
import { exitCodeOf, isSame, type Replay } from "./outcome.ts";
import { showProgress } from "./progress.ts";
import { replayLines } from "./replay-lines.ts";
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
  const replay = await replayed(runtime, recording, { context, isShown: !json && !quiet });
  const { stdout } = process;
  if (json) stdout.write(`${jsonText(asObject(recording, replay), 2)}\n`);
  else if (!quiet || !isSame(replay)) {
    for (const line of replayLines(recording, replay, paintFor(stdout))) stdout.write(`${line}\n`);
  }
  return exitCodeOf(replay);
}

async function replayed(
  runtime: Runtime,
  recording: Recording,
  { context, isShown }: { readonly context: object; readonly isShown: boolean },
): Promise<Replay> {
  const stopper = new AbortController();
  using guards = new DisposableStack();
  guards.use(watchSignals((reason) => stopper.abort(new ConfigError("usage", reason))));
  guards.use(denyNetwork());
  using progress = showProgress(process.stderr, isShown);
  try {
    return await runtime.sessions.replay(recording, {
      ...context,
      onRequest: (request) => progress.request(request),
      signal: stopper.signal,
    });
  } catch (error) {
    // Reading was all that was wanted: a file that cannot be read, and no defect.
    if (!SessionError.is(error) || error.code !== "damaged") throw error;
    throw new ConfigError("unreadable", error.message, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      nextStep: error.nextStep,
    });
  }
}

/** Requests themselves are left out: `skein session show --context` has them. */
function asObject(recording: Recording, replay: Replay): object {
  const { differences, ...counts } = replay;
  const different = differences.map(({ seq, run, difference }) => ({ seq: seq ?? null, run, difference }));
  return {
    ...recording,
    same: isSame(replay),
    exitCode: exitCodeOf(replay),
    ...counts,
    differences: different,
  };
}
