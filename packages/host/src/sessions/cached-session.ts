import type { Entry, ModelPrice } from "@skein/protocol";
import { cacheView, type CacheView } from "@skein/sessions";
import { knownModel, type ModelSources } from "../providers/known-model.ts";

/** What caches had of a session, with the prices that are known. */
export async function cachedSession(sources: ModelSources, entries: readonly Entry[]): Promise<CacheView> {
  const prices = new Map<string, ModelPrice | undefined>();
  for (const entry of entries) {
    if (entry.kind !== "model-result") continue;
    const { provider, model } = entry;
    const key = JSON.stringify([provider, model]);
    if (!prices.has(key)) prices.set(key, (await knownModel(sources, { provider, model })).price);
  }
  return cacheView(entries, { priceOf: (provider, model) => prices.get(JSON.stringify([provider, model])) });
}
