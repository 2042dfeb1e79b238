import type { RequestHasher } from "../context/model-context.ts";
import type { AgentState } from "../agent-state.ts";
import type { Emit } from "../events/emit.ts";
import type { Inbox } from "./inbox.ts";
import type { LiveContext } from "../context/live-context.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { Questions } from "../questions/questions.ts";
import type { RunChildren } from "./run-children.ts";
import type { SessionLog } from "../session/session-log.ts";
import type { Tally } from "./tally.ts";

/** What one run works with. Assembled in one place; a function takes the `RunNeeds` it names. */
export interface RunScope {
  readonly id: string;
  readonly parts: CompleteParts;
  readonly state: AgentState;
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

/** Those fields of a run, and those of the agent's parts. */
export type RunNeeds<
  Field extends Exclude<keyof RunScope, "parts">,
  Part extends keyof CompleteParts = never,
> = Pick<RunScope, Field> & { readonly parts: Pick<CompleteParts, Part> };
