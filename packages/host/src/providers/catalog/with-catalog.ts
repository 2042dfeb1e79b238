import {
  baseOf,
  type AttemptModel,
  type ModelInfo,
  type ModelLimits,
  type ModelPrice,
  type ModelProvider,
} from "@skein/protocol";
import type { Machine } from "../../machine.ts";
import type { CatalogFacts } from "./catalog-facts.ts";
import { keptCatalog, keptFacts, type KeptCatalog } from "./kept-catalog.ts";
import { completed, isLower } from "./price-order.ts";

/** The same provider, with what was fetched of its models over what it knows itself. */
export async function withCatalog(machine: Machine, provider: ModelProvider): Promise<ModelProvider> {
  const kept = await keptCatalog(machine, provider.id);
  if (!kept) return provider;
  return {
    id: provider.id,
    model: (id) => withFetched(provider.model(id), kept),
    prepare: () => provider.prepare(),
    preconnect: () => provider.preconnect?.(),
    models: async (signal) => {
      const offered = await provider.models(signal);
      return offered.map((info) => offeredWith(info, provider.model(info.id), kept));
    },
    check: (signal) => provider.check(signal),
  };
}

function withFetched(model: AttemptModel, kept: KeptCatalog): AttemptModel {
  const { limits, price, efforts: levels } = factsWith(model, kept);
  return {
    ...baseOf(model),
    limits,
    price,
    ...(levels === undefined ? {} : { effort: { ...model.effort, levels } }),
    stream: (request, signal) => model.stream(request, signal),
  };
}

/** Providers fill in what an endpoint does not say; only that gives way to what was fetched. */
function offeredWith(info: ModelInfo, own: KnownFacts, kept: KeptCatalog): ModelInfo {
  const fetched = Object.entries(factsWith(own, kept).limits);
  const filledIn = fetched.filter(
    ([name]) => info.limits[name as keyof ModelLimits] === own.limits[name as keyof ModelLimits],
  );
  return { ...info, limits: { ...info.limits, ...Object.fromEntries(filledIn) } };
}

/** What is known of a model without a list. */
export type KnownFacts = Pick<AttemptModel, "id" | "limits" | "price" | "effort">;

/** What holds of a model when `kept` is counted in. */
export function factsWith(model: KnownFacts, kept: KeptCatalog | undefined): CatalogFacts {
  const { id, limits, price: own } = model;
  const facts = kept && keptFacts(kept, id);
  const price = priceOf(own, facts?.price, kept?.lowerPrices.includes(id) ?? false);
  // A provider that knows what it can send knows better.
  const levels = model.effort?.levels ?? facts?.efforts;
  return {
    // The model's own object goes on learning a window that no list names.
    limits: facts?.limits.contextTokens === undefined ? limits : { ...limits, ...facts.limits },
    ...(price === undefined ? {} : { price }),
    ...(levels === undefined ? {} : { efforts: levels }),
  };
}

/** A price that came with Skein is not lowered unless a person has said so. */
function priceOf(
  own: ModelPrice | undefined,
  fetched: ModelPrice | undefined,
  isAccepted: boolean,
): ModelPrice | undefined {
  if (!fetched || (own && !isAccepted && isLower(fetched, own))) return own;
  return completed(fetched, own);
}
