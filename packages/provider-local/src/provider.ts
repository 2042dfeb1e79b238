import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { createEngine, type Engine } from "./engine/engine.ts";
import { listModels } from "./list-models.ts";
import { localModel } from "./model.ts";
import { defaultProviderId } from "./names.ts";
import type { LocalSettings } from "./settings.ts";

/** Models read a long prompt, or wait for another request, before they say anything. */
const silenceMs = 3_600_000;

/** Models in the process, and the memory that they use. */
export interface LocalProvider extends ModelProvider {
  /** Frees the memory of all models. Running replies fail. */
  close(): Promise<void>;
}

/**
 * Creates a provider of models that run in this process, by llama.cpp, from GGUF files.
 *
 * Nothing is loaded before the first request, so this never throws. Requests throw `ProviderError`: `not-found` for a
 * missing file, `bad-request` for one that cannot be loaded, `context-overflow` for a prompt that is too long.
 */
export function createLocal(settings: LocalSettings = {}): LocalProvider {
  const { id = defaultProviderId, watchdog } = settings;
  const notice = createNotices(settings.notice);
  let engine: Engine | undefined;
  const provider = createProvider(
    {
      id,
      connect: async () => (engine ??= createEngine(settings)),
      model: (model, connected) => localModel({ provider: id, model }, notice, connected),
      list: async () => listModels(settings.folder),
    },
    { ...settings, watchdog: { firstByteMs: silenceMs, idleMs: silenceMs, ...watchdog } },
  );
  return {
    ...provider,
    async close() {
      await engine?.close();
    },
  };
}

/**
 * Creates one model of `createLocal(settings)`.
 *
 * @param modelId - path of a GGUF file, or its name in `settings.folder`.
 */
export function local(modelId: string, settings?: LocalSettings): AttemptModel {
  return createLocal(settings).model(modelId);
}
