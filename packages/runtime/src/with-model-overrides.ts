import type {
  AttemptEvent,
  AttemptModel,
  JsonObject,
  ModelLimits,
  ModelPrice,
  ModelRequest,
} from "@skein/protocol";

/** The user's facts about a model, which override the provider's catalogue. */
export interface ModelOverrides {
  readonly limits?: ModelLimits;
  readonly price?: ModelPrice;
  /**
   * The model has no native tool calls: tools are described in its system prompt, and calls are parsed from
   * its answers.
   */
  readonly toolshim?: boolean;
  /** Notes for the model, added to the system prompt of sessions that start with it. */
  readonly notes?: string;
  /** Extra fields for each request body, with the vendor's names. */
  readonly body?: JsonObject;
}

export function withModelOverrides(
  model: AttemptModel,
  { limits, price, toolshim = false, body }: ModelOverrides,
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

/** Loaded on demand, since it is rarely needed. */
async function* changed(
  model: AttemptModel,
  { request, toolshim, body }: Change,
  signal: AbortSignal,
): AsyncGenerator<AttemptEvent> {
  const { changedRequest, withToolShim } = await import("@skein/provider-kit");
  const asked = body ? changedRequest(request, { options: { ...request.options, body } }) : request;
  yield* (toolshim ? withToolShim(model) : model).stream(asked, signal);
}
