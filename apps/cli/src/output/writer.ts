import type { AgentEvent, RunResult } from "@skein/protocol";
import type { RunFacts } from "./run-facts.ts";

/** What the outside is told before the first event. */
interface RunInfo {
  readonly session: string;
  /** Who answers first. */
  readonly provider: string;
  readonly model: string;
  readonly role: "planner" | "lead" | undefined;
  readonly cwd: string;
  readonly mode: string;
  /** The tier in force. */
  readonly sandbox: "off";
  readonly tools: readonly string[];
}

/** One way to show a run. */
export interface OutputWriter {
  /** Whether it tells which files were changed, which takes a look at all of them. */
  readonly wantsFacts: boolean;
  init(info: RunInfo): void;
  event(event: AgentEvent): void;
  /** Called once, also when nothing could be started. */
  result(result: RunResult, exitCode: number, facts?: RunFacts): void;
}
