import { objectsIn, type JsonValue, type ModelInfo } from "@skein/protocol";
import { listModels as listed, objectIn } from "@skein/provider-kit";
import { catalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";

/** Those that have a wire here. */
const publishers = ["google", "anthropic"] as const;

/** What the platform offers of Gemini and Claude. Throws `ProviderError`. */
export async function listModels(
  { context, models }: Connection,
  atMost: number,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const asking = (publisher: string) =>
    listed({ ask: (either) => models(publisher, Math.min(atMost, 300), either), modelsIn, context }, signal);
  if (atMost === 1) return asking("google");
  return (await Promise.all(publishers.map(asking))).flat().slice(0, atMost);
}

/** Those that write text; the list also has pictures, films, embeddings and older kinds. */
function modelsIn(body: JsonValue): ModelInfo[] | undefined {
  const { publisherModels, nextPageToken } = objectIn(body);
  if (publisherModels === undefined && nextPageToken === undefined && Object.keys(objectIn(body)).length > 0)
    return undefined;
  return objectsIn(publisherModels).flatMap(({ name }) => {
    const id = typeof name === "string" ? name.split("/").at(-1)! : "";
    return /^(gemini|claude)-/.test(id) ? [{ id, limits: catalogEntry(id, "global")?.limits ?? {} }] : [];
  });
}
