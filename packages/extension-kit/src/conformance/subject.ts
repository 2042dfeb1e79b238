import type { Extension, JsonValue } from "@skein/protocol";

export interface ExampleCall {
  readonly tool: string;
  readonly input: JsonValue;
}

/** An extension under test, with calls of it. */
export interface ConformanceSubject {
  /** New, and not started. It is closed after each rule. */
  readonly extension: Extension;
  /** A call that works. */
  readonly works: ExampleCall;
  /** A call whose input does not match its tool's schema. */
  readonly misfits: ExampleCall;
  /** A call that takes longer than a second, if there is one: it is aborted. */
  readonly lasts?: ExampleCall;
  /** A call with a result of more than 8 kB, if there is one. */
  readonly isLong?: ExampleCall;
}

export interface ConformanceRule {
  readonly id: string;
  readonly title: string;
  /** Rejects with an error that says what is wrong. */
  readonly run: () => Promise<void>;
}
