import type { JsonObject, ModelInfo, ModelLimits } from "@skein/protocol";
import type { EngineConnection } from "./connect-engine.ts";
import type { ProviderDefinition } from "./definition.ts";
import { serverFacts } from "./server-facts.ts";

/**
 * Fills in what a server says of a model that it runs, beside a reply, which does not wait for it. What it does not say
 * stays unknown; a list counts less than the server's own words.
 *
 * @param limits - changed in place: whoever holds the object reads it then.
 * @param signal - aborted when the reply is over. Nothing is learned then.
 * @returns whether the server was heard.
 */
export async function learnLimits(
  limits: ModelLimits,
  modelId: string,
  { definition, connection, list }: ServerWords,
  signal: AbortSignal,
): Promise<boolean> {
  const place = definition.serverFacts && serverFacts[definition.serverFacts];
  const [listed, said] = await Promise.all([
    definition.listsModels ? list(signal).catch(() => []) : [],
    place && connection.ask(place.path, signal).catch(() => undefined),
  ]);
  const known: JsonObject = { ...limits };
  const learned = { ...listed.find(({ id }) => id === modelId)?.limits, ...place?.read(said, modelId) };
  if (!signal.aborted) Object.assign(limits, learned, known);
  return !signal.aborted;
}

interface ServerWords {
  readonly definition: ProviderDefinition;
  readonly connection: EngineConnection;
  /** The models that the endpoint offers. */
  readonly list: (signal: AbortSignal) => Promise<readonly ModelInfo[]>;
}
