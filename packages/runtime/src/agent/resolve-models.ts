import type { AgentParts } from "@skein/agent";
import type { AttemptModel } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import { compactionOf } from "../compaction.ts";
import { loadWithFallback, type ModelSources } from "../models.ts";
import { modelNotes } from "../prompts/model-notes.ts";
import { loadRoles } from "../roles.ts";

/** The models that answer, and the notes that the user has for them. */
export interface ResolvedModels {
  /** Who does the work, without the roles around it. */
  readonly worker: AttemptModel;
  readonly notes: string;
  readonly parts: Pick<AgentParts, "model" | "lead" | "namer" | "compaction" | "auxiliaryIdleMs">;
}

export interface ResolveModelsOptions {
  /** Does the work in place of the model that is named. */
  readonly worker: AttemptModel | undefined;
  /** The mode as it is at that moment. */
  readonly mode: () => string;
}

/** Throws `ConfigError`: an unknown provider, a missing key, a `compactAt` that is no part of a window. */
export async function resolveModels(
  sources: ModelSources,
  settings: AgentSettings,
  { worker: given, mode }: ResolveModelsOptions,
): Promise<ResolvedModels> {
  const { contextTokens, auxiliaryIdleMs } = settings;
  // Asked for once, however many models there are.
  const facts = (await sources.facts?.()) ?? {};
  const models: ModelSources = { ...sources, facts: async () => facts };
  const worker = given ?? (await loadWithFallback(models, settings, settings));
  const { model, lead, namer, summariser } = await loadRoles(models, settings, {
    worker,
    mode,
    contextTokens,
  });
  const compaction = await compactionOf(settings, summariser);
  return {
    worker,
    notes: modelNotes(facts, settings),
    parts: {
      model,
      ...(lead ? { lead } : {}),
      ...(namer ? { namer } : {}),
      ...(compaction ? { compaction } : {}),
      ...(auxiliaryIdleMs === undefined ? {} : { auxiliaryIdleMs }),
    },
  };
}
