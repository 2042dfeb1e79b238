import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { priceOf } from "./address.ts";
import { connect } from "./connection.ts";
import { listModels } from "./list-models.ts";
import { ollamaModel } from "./model.ts";
import { defaultProviderId } from "./names.ts";
import type { OllamaSettings } from "./settings.ts";

/** Loading a model into memory comes before the first byte. */
const firstByteMs = 600_000;

/**
 * A server of Ollama, spoken to natively.
 *
 * Nothing is looked up before the first request, so this never throws. The first request throws `ConfigError` for an
 * address that is none (`usage`), otherwise `ProviderError`.
 */
export function createOllama(settings: OllamaSettings = {}): ModelProvider {
  const { id = defaultProviderId, contextTokens, watchdog } = settings;
  const notice = createNotices(settings.notice);
  return createProvider(
    {
      id,
      connect: () => connect(settings),
      preconnect: ({ preconnect }) => preconnect(),
      model: (modelId, connected) =>
        ollamaModel(
          { provider: id, model: modelId },
          { contextTokens, notice, price: priceOf(settings, modelId) },
          connected,
        ),
      list: listModels,
    },
    { ...settings, watchdog: { firstByteMs, ...watchdog } },
  );
}

/** One model of `createOllama(settings)`. */
export function ollama(modelId: string, settings?: OllamaSettings): AttemptModel {
  return createOllama(settings).model(modelId);
}
