import { objectsIn, type JsonValue, type ModelInfo } from "@skein/protocol";
import { limitsIn, listModels as listed, mediaIn, objectIn } from "@skein/provider-kit";
import { claudeCatalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";

/** What the endpoint offers. Throws `ProviderError`. */
export function listModels(
  { context, send }: Connection,
  atMost: number,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const path = `/v1/models?limit=${atMost}`;
  const ask = (either: AbortSignal) => send({ method: "get", path }, either);
  return listed({ ask, modelsIn, context }, signal);
}

function modelsIn(body: JsonValue): ModelInfo[] | undefined {
  const { data } = objectIn(body);
  if (!Array.isArray(data)) return undefined;
  return objectsIn(data).flatMap((model) => {
    const { id, display_name: name, max_input_tokens: context, max_tokens: output } = model;
    if (typeof id !== "string") return [];
    const said = objectIn(model["capabilities"]);
    const media = {
      images: objectIn(said["image_input"])["supported"],
      pdfs: objectIn(said["pdf_input"])["supported"],
    };
    const limits = { ...claudeCatalogEntry(id)?.limits, ...limitsIn(context, output), ...mediaIn(media) };
    return [{ id, ...(typeof name === "string" ? { name } : {}), limits }];
  });
}
