import type { AttemptEvent, AttemptModel, ModelLimits, ModelPrice, ModelRequest } from "@skein/protocol";

/** What a user knows of a model; it wins over the provider's catalogue. */
export interface ModelFacts {
  readonly limits?: ModelLimits;
  readonly price?: ModelPrice;
  /** It cannot call tools by itself: they are described in its system text, and calls are read out of its answers. */
  readonly toolshim?: boolean;
  /** What it needs to be told; added to the system text of a session that begins with it. */
  readonly notes?: string;
}

export function withFacts(
  model: AttemptModel,
  { limits, price, toolshim = false }: ModelFacts,
): AttemptModel {
  return {
    provider: model.provider,
    id: model.id,
    limits: { ...model.limits, ...limits },
    price: price ?? model.price,
    thinking: model.thinking,
    stream: (request, signal) =>
      toolshim ? throughShim(model, request, signal) : model.stream(request, signal),
  };
}

/** Loaded for the few who need it. */
async function* throughShim(
  model: AttemptModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<AttemptEvent> {
  const { withToolShim } = await import("@skein/provider-kit");
  yield* withToolShim(model).stream(request, signal);
}
