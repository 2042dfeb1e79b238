import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { listModels } from "./list-models.ts";
import { bedrockModel } from "./model.ts";
import { providerId } from "./names.ts";
import type { BedrockSettings } from "./settings.ts";

/**
 * The models of Amazon Bedrock that speak its Converse API.
 *
 * Nothing is looked up or loaded before the first request, so this never throws. The first request throws
 * `ConfigError` when there are no credentials (`missing-key`) or no region (`usage`), otherwise `ProviderError`.
 */
export function createBedrock(settings: BedrockSettings = {}): ModelProvider {
  const notice = createNotices(settings.notice);
  const parts = {
    id: providerId,
    connect: () => connect(settings),
    preconnect: ({ preconnect }: Connection) => preconnect(),
    model: (modelId: string, connected: () => Promise<Connection>) =>
      bedrockModel(modelId, connected, notice),
    list: listModels,
  };
  return createProvider(parts, settings);
}

/** One model of `createBedrock(settings)`. @param modelId - of a model or an inference profile, or an ARN. */
export function bedrock(modelId: string, settings?: BedrockSettings): AttemptModel {
  return createBedrock(settings).model(modelId);
}
