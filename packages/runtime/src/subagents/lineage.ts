import type { LimitedBudget } from "@skein/budget";
import type { AttemptModel, EntryOf, Gate, JournalStore } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import type { Rights } from "../rights.ts";

/** What a subagent has of the agent that has started it. */
export interface Lineage {
  /** 1 for one that the root agent has started. */
  readonly depth: number;
  readonly startedBy: NonNullable<EntryOf<"session-start">["child"]>;
  /** It can only be narrowed. */
  readonly gate: Gate;
  /** The mode of the agent above, for the record. */
  readonly mode: string;
  /** For what it leaves behind to act in its name. */
  readonly rights: Rights;
  /** The very one: what a subagent spends is spent for all. */
  readonly budget: LimitedBudget | undefined;
  readonly redactor: GrowingRedactor;
  readonly journal: JournalStore;
  /** Who answers. `undefined`: whoever the settings name. */
  readonly model: AttemptModel | undefined;
}
