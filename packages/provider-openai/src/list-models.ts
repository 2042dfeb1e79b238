import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelInfo, ModelLimits } from "@skein/protocol";
import { limitsIn, listModels as listed, mediaIn, objectIn } from "@skein/provider-kit";
import { catalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";

/** What the endpoint offers. Throws `ProviderError`. */
export function listModels(
  { context, send }: Connection,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const ask = (either: AbortSignal) => send({ method: "get", path: "/models" }, either);
  return listed({ ask, modelsIn, context }, signal);
}

function modelsIn(body: JsonValue): ModelInfo[] | undefined {
  // Some gateways answer with the bare list.
  const entries = isJsonObject(body) ? body["data"] : body;
  if (!Array.isArray(entries)) return undefined;
  return entries.filter(isJsonObject).flatMap((model) => {
    const { id, name } = model;
    if (typeof id !== "string") return [];
    // The vendor itself says nothing of limits; compatible ones do, each in its own words.
    const said = limitsIn(
      firstCount(model, ["context_length", "context_window", "max_model_len", "max_context_length"]),
      firstCount({ ...model, ...objectIn(model["top_provider"]) }, [
        "max_completion_tokens",
        "max_output_tokens",
      ]),
    );
    const limits = { ...catalogEntry(id)?.limits, ...said, ...mediaSaid(model) };
    return [{ id, ...(typeof name === "string" ? { name } : {}), limits }];
  });
}

/** Which media, in the words of gateways and servers: a list of modalities, or a flag. */
function mediaSaid(model: JsonObject): ModelLimits {
  const capabilities = objectIn(model["capabilities"]);
  const modalities = objectIn(model["architecture"])["input_modalities"] ?? model["input_modalities"];
  if (Array.isArray(modalities))
    return { images: modalities.includes("image"), pdfs: modalities.includes("file") };
  const images = capabilities["vision"] ?? objectIn(capabilities["supports"])["vision"];
  return mediaIn({ images, pdfs: undefined });
}

function firstCount(values: JsonObject, names: readonly string[]): JsonValue | undefined {
  return names.map((name) => values[name]).find((value) => typeof value === "number" && value > 0);
}
