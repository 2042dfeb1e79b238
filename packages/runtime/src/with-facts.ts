import type {
  AttemptEvent,
  AttemptModel,
  JsonObject,
  ModelLimits,
  ModelPrice,
  ModelRequest,
} from "@skein/protocol";

/** What a user knows of a model; it wins over the provider's catalogue. */
export interface ModelFacts {
  readonly limits?: ModelLimits;
  readonly price?: ModelPrice;
  /** It cannot call tools by itself: they are described in its system text, and calls are read out of its answers. */
  readonly toolshim?: boolean;
  /** What it needs to be told; added to the system text of a session that begins with it. */
  readonly notes?: string;
  /** Further fields of the body of each request, as the vendor names them. */
  readonly body?: JsonObject;
}

export function withFacts(
  model: AttemptModel,
  { limits, price, toolshim = false, body }: ModelFacts,
): AttemptModel {
  return {
    provider: model.provider,
    id: model.id,
    limits: { ...model.limits, ...limits },
    price: price ?? model.price,
    thinking: model.thinking,
    stream: (request, signal) =>
      toolshim || body ? changed(model, { request, toolshim, body }, signal) : model.stream(request, signal),
  };
}

interface Change {
  readonly request: ModelRequest;
  readonly toolshim: boolean;
  readonly body: JsonObject | undefined;
}

/** Loaded for the few who need it. */
async function* changed(
  model: AttemptModel,
  { request, toolshim, body }: Change,
  signal: AbortSignal,
): AsyncGenerator<AttemptEvent> {
  const { changedRequest, withToolShim } = await import("@skein/provider-kit");
  const asked = body ? changedRequest(request, { options: { ...request.options, body } }) : request;
  yield* (toolshim ? withToolShim(model) : model).stream(asked, signal);
}
