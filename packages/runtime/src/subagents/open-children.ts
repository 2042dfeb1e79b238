import type { LimitedBudget } from "@skein/budget";
import type { AskUser, AttemptModel, Extension, JournalStore } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import { readAll } from "@skein/sessions";
import type { OpenChild } from "@skein/subagents";
import type { AgentSettings, OpenAgent } from "../agent-settings.ts";
import type { ModeGate } from "../mode-gate.ts";
import type { Rights } from "../rights.ts";
import { askFor } from "./ask-in-turn.ts";
import { childSettings } from "./child-settings.ts";
import { lentExtension } from "../extensions/lent-extension.ts";
import type { Lineage } from "./lineage.ts";
import { wholeConversation } from "./whole-conversation.ts";

/** The agent that starts others, and what it lends them. */
export interface Above {
  readonly session: string;
  readonly depth: number;
  readonly settings: AgentSettings;
  readonly gate: ModeGate;
  readonly rights: Rights;
  readonly budget: LimitedBudget | undefined;
  readonly redactor: GrowingRedactor;
  readonly journal: JournalStore;
  readonly ask: AskUser | undefined;
  /** Who does its work now. */
  readonly model: () => AttemptModel;
  /** Those that are there once for all: what is built in, each agent has for itself. */
  readonly lendable: () => readonly Extension[];
  readonly openAgent: (settings: AgentSettings, lineage: Lineage, signal: AbortSignal) => Promise<OpenAgent>;
}

/**
 * Opens children with at most their parent's rights: its gate, narrowed; its very budget; its redactor, its folder and its
 * servers. A child's session, lease and call folders are its own.
 */
export function openChildren(above: Above): OpenChild {
  const { journal, ask } = above;
  return async (spec, signal) => {
    const { foundChild } = await import("@skein/subagents");
    const found = foundChild(await readAll(journal, spec.session));
    const settings = await childSettings(above.settings, spec);
    const isOffered = ({ name }: Extension) => !spec.extensions || spec.extensions.includes(name);
    const lent = above.lendable().filter(isOffered).map(lentExtension);
    const { agent } = await above.openAgent(
      {
        ...settings,
        extensions: [...lent, ...(settings.extensions ?? [])],
        ...(ask ? { ask: askFor(spec.name, ask) } : {}),
      },
      {
        depth: spec.depth,
        startedBy: { session: above.session, callId: spec.callId },
        gate: above.gate,
        mode: above.gate.mode(),
        rights: above.rights,
        budget: above.budget,
        redactor: above.redactor,
        journal,
        model: spec.model === undefined && isOwnModel(above.settings, settings) ? above.model() : undefined,
      },
      signal,
    );
    return { agent, found, messages: async () => wholeConversation(await readAll(journal, spec.session)) };
  };
}

function isOwnModel(parent: AgentSettings, child: AgentSettings): boolean {
  return parent.provider === child.provider && parent.model === child.model;
}
