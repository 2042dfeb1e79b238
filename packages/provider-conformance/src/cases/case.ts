import type { Subject } from "../subject.ts";

/** One thing that every provider must do. */
export interface ConformanceCase {
  /** `group/name`; a row of the report. */
  readonly id: string;
  /** What the provider does. */
  readonly title: string;
  /** Why there is nothing to try with this one; `undefined` when there is. */
  readonly notApplicable: (subject: Subject) => string | undefined;
  /** Throws when the provider does something else. */
  readonly run: (subject: Subject) => Promise<void>;
}

/** For cases that hold for every wire. */
export function always(): undefined {
  return undefined;
}
