import type { AttemptModel, ModelLimits, ModelPrice } from "@skein/protocol";

/** What a user knows of a model; it wins over the provider's catalogue. */
export interface ModelFacts {
  readonly limits?: ModelLimits;
  readonly price?: ModelPrice;
}

export function withFacts(model: AttemptModel, { limits, price }: ModelFacts): AttemptModel {
  return {
    provider: model.provider,
    id: model.id,
    limits: { ...model.limits, ...limits },
    price: price ?? model.price,
    stream: (request, signal) => model.stream(request, signal),
  };
}
