import type { EntryBody, ToolFailure } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";
import type { RunStop } from "../run-stop.ts";
import type { ValidToolCall } from "./validate-tool-call.ts";

/** With the entries to journal. `"open"`: the run has ended, and the question can be answered later. */
export type Authorization = Permitted | Refused | "open";

export interface Permitted {
  readonly valid: ValidToolCall;
  readonly entries: readonly EntryBody[];
}

export interface Refused {
  readonly failure: ToolFailure;
  readonly entries: readonly EntryBody[];
  /** Ends the run. */
  readonly stop?: RunStop;
}

const notStarted: ToolFailure = { kind: "interrupted", started: false, partial: "" };

/** The outcome of a call that could not start because the run ended: none while a question is open. */
export function interruptedBeforeStart({ log }: RunNeeds<"log">): Refused | "open" {
  return log.transcript.openQuestions().length > 0 ? "open" : { failure: notStarted, entries: [] };
}
