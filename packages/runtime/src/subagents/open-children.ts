import type { Adversary } from "@skein/agent";
import type { LimitedBudget } from "@skein/sessions/budget";
import type { FileDiagnostics } from "@skein/extensions-builtin/diagnostics";
import type {
  AskUser,
  AttemptModel,
  Extension,
  Inspector,
  JournalStore,
  ModelOptions,
} from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import { readAll } from "@skein/sessions";
import type { ChildSpec, OpenChild } from "@skein/extensions-builtin/subagents";
import type { AgentSettings, OpenAgent } from "../agent-settings.ts";
import type { HookSettings } from "../hooks/open-hooks.ts";
import type { UserWords } from "../agent/judge-options.ts";
import type { ModeGate } from "../mode-gate.ts";
import type { Rights } from "../rights.ts";
import { askFor } from "./ask-in-turn.ts";
import type { ChildWorktree } from "./child-worktree.ts";
import { childSettings } from "./child-settings.ts";
import { sharedExtension } from "../extensions/shared-extension.ts";
import type { Lineage } from "./lineage.ts";
import { wholeConversation } from "./whole-conversation.ts";
import { loadChildWorktree, loadSubagents } from "../later.ts";

/** The parent agent, and what it shares with its subagents. */
export interface ParentAgent {
  readonly session: string;
  readonly depth: number;
  readonly hooks: HookSettings | undefined;
  /** Session of the root agent. */
  readonly root: string;
  readonly settings: AgentSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly gate: ModeGate;
  readonly rights: Rights;
  readonly inspectors: readonly Inspector[];
  readonly adversary: Adversary | undefined;
  readonly started: { count: number };
  readonly budget: LimitedBudget | undefined;
  readonly redactor: GrowingRedactor;
  readonly journal: JournalStore;
  readonly diagnostics: FileDiagnostics | undefined;
  readonly userWords: UserWords;
  readonly ask: AskUser | undefined;
  /** Its current model, and what is sent with its requests. */
  readonly model: () => AttemptModel;
  readonly options: () => ModelOptions;
  /** Shared extensions; each agent has its own built-in ones. */
  readonly lendable: () => readonly Extension[];
  readonly openAgent: (settings: AgentSettings, lineage: Lineage, signal: AbortSignal) => Promise<OpenAgent>;
}

/**
 * Opens subagents with at most their parent's permissions: the parent's gate (narrowed), budget, redactor,
 * folder and servers. A subagent has its own session, lease and call folders.
 */
export function openChildren(parent: ParentAgent): OpenChild {
  const { journal, ask } = parent;
  return async (spec, signal) => {
    const { foundChild } = await loadSubagents();
    const found = foundChild(await readAll(journal, spec.session));
    const { place, leave } = await placeOf(spec, parent);
    const settings = {
      ...(await childSettings({ ...parent.settings, options: parent.options() }, spec)),
      ...place,
    };
    const isOffered = ({ name }: Extension) => !spec.extensions || spec.extensions.includes(name);
    const lent = parent.lendable().filter(isOffered).map(sharedExtension);
    const { agent } = await parent.openAgent(
      {
        ...settings,
        extensions: [...lent, ...(settings.extensions ?? [])],
        ...(ask ? { ask: askFor(spec.name, ask) } : {}),
      },
      {
        depth: spec.depth,
        type: spec.type ?? "general-purpose",
        hooks: parent.hooks,
        root: parent.root,
        startedBy: { session: parent.session, callId: spec.callId },
        gate: parent.gate,
        inspectors: parent.inspectors,
        adversary: parent.adversary,
        mode: parent.gate.mode(),
        rights: parent.rights,
        started: parent.started,
        budget: parent.budget,
        redactor: parent.redactor,
        journal,
        diagnostics: parent.diagnostics,
        userWords: parent.userWords,
        model: spec.model === undefined && isOwnModel(parent.settings, settings) ? parent.model() : undefined,
      },
      signal,
    );
    return {
      agent,
      found,
      ...(leave ? { leave } : {}),
      messages: async () => wholeConversation(await readAll(journal, spec.session)),
    };
  };
}

/** Where it works, if not where its parent does. */
async function placeOf(
  spec: ChildSpec,
  { settings, gate, env }: ParentAgent,
): Promise<Partial<ChildWorktree>> {
  if (!spec.worktree) return {};
  const { childWorktree } = await loadChildWorktree();
  return childWorktree(spec, { cwd: settings.cwd, mode: gate.mode(), env });
}

function isOwnModel(parent: AgentSettings, child: AgentSettings): boolean {
  return parent.provider === child.provider && parent.model === child.model;
}
