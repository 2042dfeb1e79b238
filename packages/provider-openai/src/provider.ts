import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { connect } from "./connection.ts";
import { listModels } from "./list-models.ts";
import { openaiModel } from "./model.ts";
import { defaultProviderId } from "./names.ts";
import type { OpenAISettings } from "./settings.ts";

/**
 * OpenAI, and every server that speaks Responses or Chat Completions.
 *
 * Nothing is looked up or loaded before the first request, so this never throws. The first request throws
 * `ConfigError` when there is no key (`missing-key`) or a setting makes no sense (`usage`), otherwise `ProviderError`.
 */
export function createOpenAI(settings: OpenAISettings = {}): ModelProvider {
  const { id = defaultProviderId, refreshKey } = settings;
  const notice = createNotices(settings.notice);
  return createProvider(
    {
      id,
      connect: () => connect(settings),
      preconnect: ({ preconnect }) => preconnect(),
      model: (modelId, connected) => openaiModel({ provider: id, model: modelId }, connected, notice),
      list: (connection, _, signal) => listModels(connection, signal),
      refreshKey: refreshKey && (async () => connect({ ...settings, apiKey: await refreshKey() })),
    },
    settings,
  );
}

/** One model of `createOpenAI(settings)`. */
export function openai(modelId: string, settings?: OpenAISettings): AttemptModel {
  return createOpenAI(settings).model(modelId);
}
