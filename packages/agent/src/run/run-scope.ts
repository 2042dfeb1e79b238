import type { ContextSection } from "@skein/protocol";
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

/** Everything one run works with. Assembled once; each function names the `RunNeeds` it uses. */
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
  /** Whether a checkpoint was taken in this run. */
  readonly checkpoints: { taken: boolean };
  /** What hooks and inspectors have said for the model and it has not been told yet. */
  readonly hookContext: ContextSection[];
  readonly emit: Emit;
  /** When the time limit ends the run, in milliseconds since the epoch; `undefined` without a limit. */
  readonly endsAt: number | undefined;
  readonly signal: AbortSignal;
  /** Aborts `signal` and ends the run with this error. */
  readonly stop: (error: unknown) => void;
}

/** The given fields of the run's scope and of the agent's parts. */
export type RunNeeds<
  Field extends Exclude<keyof RunScope, "parts">,
  Part extends keyof CompleteParts = never,
> = Pick<RunScope, Field> & { readonly parts: Pick<CompleteParts, Part> };
