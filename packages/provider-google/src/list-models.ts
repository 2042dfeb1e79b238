import { objectsIn, type JsonValue, type ModelInfo } from "@skein/protocol";
import { limitsIn, listModels as listed, objectIn } from "@skein/provider-kit";
import { geminiCatalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";

/** What the endpoint offers. Throws `ProviderError`. */
export function listModels(
  { context, models }: Connection,
  atMost: number,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  return listed({ ask: (either) => models(atMost, either), modelsIn, context }, signal);
}

/** Those that write text; the list also has embeddings, pictures and live audio. */
function modelsIn(body: JsonValue): ModelInfo[] | undefined {
  const { models } = objectIn(body);
  if (!Array.isArray(models)) return undefined;
  return objectsIn(models).flatMap((model) => {
    const { name, displayName, inputTokenLimit, outputTokenLimit, supportedGenerationMethods } = model;
    if (typeof name !== "string") return [];
    if (Array.isArray(supportedGenerationMethods) && !supportedGenerationMethods.includes("generateContent"))
      return [];
    const id = name.replace(/^models\//, "");
    const limits = { ...geminiCatalogEntry(id)?.limits, ...limitsIn(inputTokenLimit, outputTokenLimit) };
    return [{ id, ...(typeof displayName === "string" ? { name: displayName } : {}), limits }];
  });
}
