import type { AgentParts } from "@skein/agent";
import type { JsonValue } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { agentTexts } from "../prompts/agent-texts.ts";
import type { Lineage } from "../subagents/lineage.ts";
import type { AgentChoices } from "./agent-choices.ts";
import type { AgentSources } from "./agent-sources.ts";
import type { Authority } from "./authority.ts";
import { judgeOptions } from "./judge-options.ts";
import { memoryWatch } from "./memory-watch.ts";
import type { AgentTools } from "./open-agent-tools.ts";
import type { AgentFoundation } from "./open-foundation.ts";

export interface OpenedParts {
  readonly authority: Authority;
  readonly foundation: AgentFoundation;
  readonly choices: AgentChoices;
  readonly tools: AgentTools;
  /** Set for a subagent. */
  readonly lineage: Lineage | undefined;
}

/** What an agent is made of, from what was opened for it. */
export function agentParts(
  sources: AgentSources,
  settings: AgentSettings,
  { authority: { gate, rights, ask }, foundation, choices, tools, lineage }: OpenedParts,
): AgentParts<JsonValue> {
  const { cwd, interaction, name, recipe, recipeSource, schedule, worktree, limits = {} } = settings;
  const { models, storage, measures, inspectors, adversary, callBudget, userWords } = foundation;
  const { session, journal, redactor } = storage;
  const { extensions, extensionLog } = tools;
  return {
    ...models.parts,
    ...agentTexts(settings, models.notes),
    ...storage.parts,
    ...measures,
    ...(lineage ? {} : { watchMemory: memoryWatch() }),
    ...judgeOptions(models.judge, settings, rights.rules, userWords),
    extensions,
    session,
    journal,
    redactor,
    gate,
    inspectors,
    cwd,
    interaction,
    limits,
    options: choices.options(),
    onModelChosen: choices.chooseModel,
    onOptionsChanged: choices.changeOptions,
    ...(sources.onEventBetweenRuns ? { onEventBetweenRuns: sources.onEventBetweenRuns } : {}),
    onEvent: sources.telemetry?.hear,
    ...(adversary ? { adversary } : {}),
    ...(extensionLog ? { extensionLog } : {}),
    ...(ask ? { ask } : {}),
    ...(callBudget ? { budget: callBudget } : {}),
    ...(lineage ? { child: lineage.startedBy } : {}),
    ...(recipe === undefined ? {} : { recipe }),
    ...(recipeSource ? { recipeSource } : {}),
    ...(schedule === undefined ? {} : { schedule }),
    ...(worktree ? { worktree } : {}),
    ...(name === undefined ? { nameFromTask: true } : { name }),
  };
}
