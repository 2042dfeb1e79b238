import type { JsonValue, OutcomeName, Usage, Verdict } from "@skein/protocol";

/** What came of a run. `observe` makes it out of a journal. */
export interface Observed {
  readonly outcome: OutcomeName;
  /** Why it ended so, for people. */
  readonly error?: string;
  /** The text of the last whole reply. */
  readonly text: string;
  readonly output?: JsonValue;
  readonly turns: number;
  readonly usage: Usage;
  /** US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** All that the model asked for, run or not, in its order. */
  readonly calls: readonly ObservedCall[];
  /** Contents of the files that `filesOf` names, as far as they are there afterwards. */
  readonly files: Readonly<Record<string, string>>;
  /** The system prompt and the messages of the first request. */
  readonly prompt: string;
}

export interface ObservedCall {
  readonly tool: string;
  readonly input: JsonValue;
  /** Absent: it was never judged. */
  readonly verdict?: Verdict;
  /** What the model read. */
  readonly result: string;
  readonly failed: boolean;
}
