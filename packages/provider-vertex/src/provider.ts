import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { createNotices, createProvider } from "@skein/provider-kit";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { listModels } from "./list-models.ts";
import { vertexModel } from "./model.ts";
import { providerId } from "./names.ts";
import { locationOf } from "./place.ts";
import type { VertexSettings } from "./settings.ts";

/**
 * Gemini and Claude on Google Cloud.
 *
 * Nothing is looked up or loaded before the first request, so this never throws. The first request throws
 * `ConfigError` when there are no credentials (`missing-key`) or no project (`usage`), otherwise `ProviderError`.
 */
export function createVertex(settings: VertexSettings = {}): ModelProvider {
  const location = locationOf(settings);
  const parts = {
    id: providerId,
    connect: () => connect(settings),
    preconnect: ({ preconnect }: Connection) => preconnect(),
    model: vertexModel(location, createNotices(settings.notice)),
    list: listModels,
  };
  return createProvider(parts, settings);
}

/** One model of `createVertex(settings)`. */
export function vertex(modelId: string, settings?: VertexSettings): AttemptModel {
  return createVertex(settings).model(modelId);
}
