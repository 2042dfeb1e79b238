import type { AgentParts } from "@skein/agent";
import type { AttemptModel } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { compactionOf } from "../compaction.ts";
import { loadWithFallback, type ModelSources } from "../models.ts";
import { modelNotes } from "../prompts/model-notes.ts";
import { loadRoles } from "../roles.ts";

/** The resolved models, and the user's notes for them. */
export interface ResolvedModels {
  /** The main model, without the other roles. */
  readonly worker: AttemptModel;
  readonly notes: string;
  readonly judge: AttemptModel | undefined;
  readonly parts: Pick<AgentParts, "model" | "lead" | "namer" | "fast" | "compaction" | "auxiliaryIdleMs">;
}

export interface ResolveModelsOptions {
  /** Used in place of the named model. */
  readonly worker: AttemptModel | undefined;
  /** The current permission mode. */
  readonly mode: () => string;
}

/** Throws `ConfigError`: an unknown provider, a missing key, a `compactAt` outside of 0 to 1. */
export async function resolveModels(
  sources: ModelSources,
  settings: AgentSettings,
  { worker: given, mode }: ResolveModelsOptions,
): Promise<ResolvedModels> {
  const { contextTokens, auxiliaryIdleMs } = settings;
  // Loaded once for all models.
  const facts = (await sources.facts?.()) ?? {};
  const models: ModelSources = { ...sources, facts: async () => facts };
  const worker = given ?? (await loadWithFallback(models, settings, settings));
  const { model, lead, judge, namer, summariser } = await loadRoles(models, settings, {
    worker,
    mode,
    contextTokens,
  });
  const compaction = await compactionOf(settings, summariser);
  return {
    worker,
    notes: modelNotes(facts, settings),
    judge,
    parts: {
      model,
      ...(lead ? { lead } : {}),
      ...(namer ? { namer } : {}),
      ...(summariser ? { fast: summariser } : {}),
      ...(compaction ? { compaction } : {}),
      ...(auxiliaryIdleMs === undefined ? {} : { auxiliaryIdleMs }),
    },
  };
}
