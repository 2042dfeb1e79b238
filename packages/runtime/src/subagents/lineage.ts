import type { Adversary } from "@skein/agent";
import type { LimitedBudget } from "@skein/sessions/budget";
import type { FileDiagnostics } from "@skein/extensions-builtin/diagnostics";
import type { AttemptModel, EntryOf, Gate, Inspector, JournalStore } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import type { HookSettings } from "../hooks/open-hooks.ts";
import type { UserWords } from "../agent/judge-options.ts";
import type { Rights } from "../rights.ts";

/** What a subagent inherits from its parent. */
export interface Lineage {
  /** 1 for a child of the root agent. */
  readonly depth: number;
  /** What hooks call it: the named agent or the recipe that it is. */
  readonly type: string;
  /** The hooks of the root agent, which nothing below it can leave out, and its session. */
  readonly hooks: HookSettings | undefined;
  readonly root: string;
  readonly startedBy: NonNullable<EntryOf<"session-start">["child"]>;
  /** The parent's gate, which can only be narrowed. */
  readonly gate: Gate;
  /** The parent's inspectors, which stay. */
  readonly inspectors: readonly Inspector[];
  readonly adversary: Adversary | undefined;
  /** The parent's permission mode, for the journal. */
  readonly mode: string;
  /** For schedules that later act in its name. */
  readonly rights: Rights;
  /** Number of subagents that the tree has started. */
  readonly started: { count: number };
  /** The parent's own budget, which its subagents share. */
  readonly budget: LimitedBudget | undefined;
  readonly redactor: GrowingRedactor;
  readonly journal: JournalStore;
  /** The root agent's. */
  readonly diagnostics: FileDiagnostics | undefined;
  /** Of the root agent's session. */
  readonly userWords: UserWords;
  /** The model. `undefined`: from the settings. */
  readonly model: AttemptModel | undefined;
}
