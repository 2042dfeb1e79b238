import { objectsIn, type JsonValue, type ModelInfo } from "@skein/protocol";
import { listModels as listed, objectIn } from "@skein/provider-kit";
import type { Connection } from "./connection.ts";
import { limitsOf, modelFacts } from "./model-facts.ts";

/** Models that are asked about one by one. */
const maxAsked = 50;

/** What the server has, each with the window it was made for and whether it sees. Throws `ProviderError`. */
export async function listModels(
  connection: Connection,
  atMost: number,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const { context, send } = connection;
  const ask = (either: AbortSignal) => send({ path: "/api/tags" }, either);
  const models = await listed({ ask, modelsIn, context }, signal);
  if (atMost === 1) return models;
  const known = models.slice(0, maxAsked).map((model) => withFacts(model, connection, signal));
  return [...(await Promise.all(known)), ...models.slice(maxAsked)];
}

function modelsIn(body: JsonValue): ModelInfo[] | undefined {
  const { models } = objectIn(body);
  if (!Array.isArray(models)) return undefined;
  return objectsIn(models).flatMap(({ name, model }) => {
    const id = typeof model === "string" ? model : name;
    return typeof id === "string" ? [{ id, limits: {} }] : [];
  });
}

/** A model that cannot be asked about is listed all the same. */
async function withFacts(model: ModelInfo, connection: Connection, signal?: AbortSignal): Promise<ModelInfo> {
  const either = signal ?? new AbortController().signal;
  const facts = await modelFacts(connection, model.id, either).catch(() => undefined);
  signal?.throwIfAborted();
  return facts ? { ...model, limits: limitsOf(facts) } : model;
}
