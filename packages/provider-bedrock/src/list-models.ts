import { objectsIn, type JsonObject, type JsonValue, type ModelInfo } from "@skein/protocol";
import { listModels as listed, objectIn } from "@skein/provider-kit";
import { catalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";

/** What the region offers: models, and profiles that spread a model over regions. Throws `ProviderError`. */
export async function listModels(
  { controlContext: context, list }: Connection,
  atMost: number,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const asking = (path: string, read: (body: JsonValue) => ModelInfo[] | undefined) =>
    listed({ ask: (either) => list(path, either), modelsIn: read, context }, signal);
  const models = asking("/foundation-models?byOutputModality=TEXT", modelsIn);
  if (atMost === 1) return models;
  const profiles = asking("/inference-profiles?maxResults=1000", profilesIn);
  return (await Promise.all([models, profiles])).flat().slice(0, atMost);
}

/** Those that answer requests by their own name, and stream. Others are reached through a profile. */
function modelsIn(body: JsonValue): ModelInfo[] | undefined {
  const { modelSummaries } = objectIn(body);
  if (!Array.isArray(modelSummaries)) return undefined;
  return objectsIn(modelSummaries)
    .filter(
      ({ inferenceTypesSupported: types, responseStreamingSupported }) =>
        responseStreamingSupported !== false && (!Array.isArray(types) || types.includes("ON_DEMAND")),
    )
    .flatMap(({ modelId, modelName }) => infoOf(modelId, modelName));
}

function profilesIn(body: JsonValue): ModelInfo[] | undefined {
  const { inferenceProfileSummaries } = objectIn(body);
  if (!Array.isArray(inferenceProfileSummaries)) return undefined;
  return objectsIn(inferenceProfileSummaries).flatMap(
    ({ inferenceProfileId, inferenceProfileName }: JsonObject) =>
      infoOf(inferenceProfileId, inferenceProfileName),
  );
}

function infoOf(id: JsonValue | undefined, name: JsonValue | undefined): ModelInfo[] {
  if (typeof id !== "string") return [];
  const limits = catalogEntry(id)?.limits ?? {};
  return [{ id, ...(typeof name === "string" ? { name } : {}), limits }];
}
