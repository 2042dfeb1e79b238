import type { InheritedSection, InheritedSetting } from "@skein/settings";
import type { AgentSettings } from "../agent-settings.ts";

/** An agent's session shares it with its subagents. */
const shared: readonly [] = [];

/**
 * The fields of an agent that hold the settings which subagents get as they are. The table of settings says which those
 * are: this does not compile with one too few or one too many.
 */
const fieldsOf: Readonly<Record<InheritedSetting | InheritedSection, readonly (keyof AgentSettings)[]>> = {
  provider: ["provider"],
  model: ["model"],
  fallback: ["fallback"],
  fast: ["summariser"],
  judge: ["judge"],
  stallTimeoutMs: ["auxiliaryIdleMs"],
  temperature: ["options"],
  effort: ["options"],
  verbosity: ["options"],
  serviceTier: ["options"],
  toolChoice: ["options"],
  parallelTools: ["options"],
  cacheTtl: ["options"],
  explicitCache: ["options"],
  restricted: ["restricted"],
  maxRepetitions: ["limits"],
  subagentDepth: ["subagents"],
  subagentsAtOnce: ["subagents"],
  subagentsPerReply: ["limits"],
  subagentsInAll: ["subagents"],
  hints: ["hints", "hintNames"],
  contextTokens: ["contextTokens"],
  toolTokens: ["toolBudget"],
  toolCount: ["toolBudget"],
  compactAt: ["compactAt"],
  compaction: ["compaction"],
  sandbox: ["sandbox"],
  onCrash: ["onCrash"],
  loginPath: ["loginPath"],
  launcher: ["launcher"],
  diagnostics: shared,
  diagnosticsTimeoutMs: shared,
  checkpoints: ["checkpoints"],
  journal: shared,
  journalBlobs: shared,
  providers: shared,
  permissions: shared,
  models: shared,
  redaction: shared,
  shell: ["commandVariables"],
  sandboxAccess: ["sandbox"],
  hooks: shared,
  hookFiles: shared,
  languageServers: shared,
  webSearch: ["webSearch"],
  inspectors: shared,
  extensions: shared,
};

const inheritedFields = [...new Set(Object.values(fieldsOf).flat())];

/** The part of an agent's settings that its subagents get as it is. */
export function inheritedSettings(parent: AgentSettings): Partial<AgentSettings> {
  return Object.fromEntries(inheritedFields.map((field) => [field, parent[field]]));
}
