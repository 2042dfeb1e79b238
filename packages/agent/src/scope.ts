import type { RequestHasher } from "./context.ts";
import type { Emit } from "./emit.ts";
import type { Inbox } from "./inbox.ts";
import type { LiveContext } from "./live-context.ts";
import type { Parts } from "./parts.ts";
import type { Questions } from "./questions.ts";
import type { RunChildren } from "./run-children.ts";
import type { SessionLog } from "./session-log.ts";
import type { Tally } from "./tally.ts";

/** What one run works with. */
export interface RunScope {
  readonly id: string;
  readonly parts: Parts;
  readonly log: SessionLog;
  readonly context: LiveContext;
  readonly hasher: RequestHasher;
  readonly questions: Questions;
  readonly inbox: Inbox;
  readonly children: RunChildren;
  readonly tally: Tally;
  /** Whether files were kept before a call of this run. */
  readonly kept: { files: boolean };
  readonly emit: Emit;
  /** When the time limit ends the run, by the clock; `undefined` without one. */
  readonly endsAt: number | undefined;
  readonly signal: AbortSignal;
  /** Aborts `signal`; the run ends as this error says. */
  readonly stop: (error: unknown) => void;
}
