import type { AgentEvent, RunResult } from "@skein/protocol";
import type { RunFacts, RunInfo } from "@skein/session-transfer/stream-json";
import type { SessionDiff } from "@skein/runtime";

/** One way to show a run. */
export interface OutputWriter {
  /** Whether it tells which files were changed, which takes a look at all of them. */
  readonly wantsFacts: boolean;
  /** Whether it tells how much of them was changed. */
  readonly wantsChanges?: boolean;
  /** Whether it tells the messages of the run in its result. */
  readonly wantsMessages?: boolean;
  init(info: RunInfo): void;
  event(event: AgentEvent): void;
  /** Called once, also when nothing could be started. */
  result(result: RunResult, exitCode: number, facts?: RunFacts, changes?: SessionDiff): void;
}
