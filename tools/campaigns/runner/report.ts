import { tableOf } from "./table-of.ts";

/** What a campaign shows. Every function throws the signal's reason once the campaign has been stopped. */
export interface Report {
  /** Aborted when somebody stops the campaign. */
  readonly signal: AbortSignal;
  /**
   * Lets signals in, which work that never waits for anything outside of this process would keep out. Between two pieces of
   * such work.
   */
  pause(): Promise<void>;
  /** Shows what is under way, on standard error. */
  progress(text: string): void;
  /** Shows how much is done, on standard error. */
  step(done: number, of: number): void;
  /** Prints a result. */
  print(text: string): void;
  /** Prints a table; the first row is the head. */
  table(rows: readonly (readonly string[])[]): void;
  /** Adds a failure: the campaign ends with 1, and lists it in the end. */
  fail(text: string): void;
}

/** Where a report is shown. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a line on standard error can be replaced by the next one. */
  readonly isTerminal: boolean;
}

/** A report and the failures in it. */
export interface KeptReport extends Report {
  readonly failures: readonly string[];
}

const clearLine = "\r\u001b[2K";

export function createReport({ out, err, isTerminal }: Output, signal: AbortSignal): KeptReport {
  const failures: string[] = [];
  let hasLine = false;
  let shownTenth = 0;

  const clear = () => {
    signal.throwIfAborted();
    if (hasLine) err(clearLine);
    hasLine = false;
  };
  const progress = (text: string) => {
    clear();
    err(isTerminal ? text : `${text}\n`);
    hasLine = isTerminal;
  };
  const print = (text: string) => {
    clear();
    out(`${text}\n`);
  };
  return {
    signal,
    failures,
    progress,
    print,
    async pause() {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    },
    step(done, of) {
      const tenth = Math.floor((10 * done) / of);
      if (isTerminal || tenth !== shownTenth) progress(`${done} of ${of}`);
      shownTenth = tenth;
    },
    table: (rows) => print(tableOf(rows)),
    fail(text) {
      failures.push(text);
      clear();
      err(`FAILED  ${text.split("\n")[0]}\n`);
    },
  };
}
