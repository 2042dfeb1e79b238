import type { ActiveSkills } from "@skein/extensions-builtin/skills";
import { childGate, createGate } from "@skein/permissions";
import type { AskUser } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { stricterMode, withMode, type ModeGate } from "../mode-gate.ts";
import { narrowedGate } from "../recipes/narrowed-gate.ts";
import { rightsOf, type Rights } from "../rights.ts";
import { skillGate } from "../skills/skill-gate.ts";
import { askInTurn } from "../subagents/ask-in-turn.ts";
import type { Lineage } from "../subagents/lineage.ts";
import type { AgentSources } from "./agent-sources.ts";

/** An agent's permissions, and who approves the rest. */
export interface Authority {
  readonly gate: ModeGate;
  readonly rights: Rights;
  readonly ask: AskUser | undefined;
  /** The active skills, which narrow the gate; `undefined` without skills. */
  readonly skills: ActiveSkills | undefined;
}

/**
 * A subagent's settings can only narrow its parent's permissions. Throws `ConfigError` for an invalid mode or
 * rule.
 *
 * @param skills - those that are active, which narrow them further.
 */
export function authorityOf(
  { remembered, guard, knowledge }: AgentSources,
  settings: AgentSettings,
  lineage: Lineage | undefined,
  skills?: ActiveSkills,
): Authority {
  const { mode, rules = [], narrow } = settings;
  const gate = lineage
    ? childGate(lineage.gate, { ...knowledge, mode, rules })
    : createGate({ ...knowledge, mode, rules, store: remembered, guard });
  const own = withMode(gate, lineage ? stricterMode(lineage.mode, mode) : mode);
  const ofRecipe = narrow ? narrowedGate(own, narrow, knowledge) : own;
  const narrowed = skills ? skillGate(ofRecipe, skills.list, knowledge) : ofRecipe;
  return {
    skills,
    gate: narrowed,
    rights: rightsOf(settings, narrowed, lineage?.rights),
    // A subagent's questions queue at the top agent.
    ask: settings.ask && (lineage ? settings.ask : askInTurn(settings.ask)),
  };
}
