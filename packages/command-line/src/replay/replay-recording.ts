import { ConfigError, SessionError } from "@skein/protocol";
import type { Recording, ReplayOptions, Runtime } from "@skein/runtime";
import { denyNetwork } from "./deny-network.ts";
import type { ReplaySummary } from "@skein/runtime";

/**
 * Replays a recording while nothing in this process can open a connection. Throws `ConfigError` and `SessionError`;
 * a recording that cannot be read is a `ConfigError`: reading was all that was wanted.
 */
export async function replayRecording(
  { sessions }: { readonly sessions: Pick<Runtime["sessions"], "replay"> },
  recording: Recording,
  options: ReplayOptions,
): Promise<ReplaySummary> {
  using _ = denyNetwork();
  try {
    return await sessions.replay(recording, options);
  } catch (error) {
    if (!SessionError.is(error) || error.code !== "damaged") throw error;
    throw new ConfigError("unreadable", error.message, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      nextStep: error.nextStep,
    });
  }
}
