import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { listModels } from "./list-models.ts";
import { anthropicModel } from "./model.ts";
import { providerId } from "./names.ts";
import type { AnthropicSettings } from "./settings.ts";

/**
 * Claude, and every server that speaks Anthropic Messages.
 *
 * Nothing is looked up or loaded before the first request, so this never throws. The first request throws
 * `ConfigError` when there is no key (`missing-key`) or the address is none (`usage`), otherwise `ProviderError`.
 */
export function createAnthropic(settings: AnthropicSettings = {}): ModelProvider {
  const { refreshKey } = settings;
  const notice = createNotices(settings.notice);
  const parts = {
    id: providerId,
    connect: () => connect(settings),
    preconnect: ({ preconnect }: Connection) => preconnect?.(),
    model: (modelId: string, connected: () => Promise<Connection>) =>
      anthropicModel(modelId, connected, notice),
    list: listModels,
    refreshKey: refreshKey && (async () => connect({ ...settings, apiKey: await refreshKey() })),
  };
  return createProvider(parts, settings);
}

/** One model of `createAnthropic(settings)`. */
export function anthropic(modelId: string, settings?: AnthropicSettings): AttemptModel {
  return createAnthropic(settings).model(modelId);
}
