import {
  baseOf,
  type AttemptEvent,
  type AttemptModel,
  type JsonObject,
  type ModelLimits,
  type ModelPrice,
  type ModelRequest,
} from "@skein/protocol";
import { loadProviderKit } from "./later.ts";

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
  // The model's own object goes on learning.
  const known = limits ? { ...model.limits, ...limits } : model.limits;
  const isBlind = () => known.images === false || known.pdfs === false;
  return {
    ...baseOf(model),
    limits: known,
    price: price ?? model.price,
    stream: (request, signal) =>
      toolshim || body || isBlind()
        ? changed(model, { request, toolshim, body, limits: known }, signal)
        : model.stream(request, signal),
  };
}

interface Change {
  readonly request: ModelRequest;
  readonly toolshim: boolean;
  readonly body: JsonObject | undefined;
  readonly limits: ModelLimits;
}

/** Loaded on demand, since it is rarely needed. */
async function* changed(
  model: AttemptModel,
  { request, toolshim, body, limits }: Change,
  signal: AbortSignal,
): AsyncGenerator<AttemptEvent> {
  const { changedRequest, withoutMedia, withToolShim } = await loadProviderKit();
  const seen = withoutMedia(request, limits);
  const asked = body ? changedRequest(seen, { options: { ...request.options, body } }) : seen;
  yield* (toolshim ? withToolShim(model) : model).stream(asked, signal);
}
