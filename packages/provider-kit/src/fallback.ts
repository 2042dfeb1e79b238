import { ConfigError, messageOf, ProviderError } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, Clock, ModelRequest, ProviderErrorCode } from "@skein/protocol";
import { baseOf } from "./retries.ts";
import { systemClock } from "./system-clock.ts";

export interface FallbackPolicy {
  /** How long a model that failed is passed over. Default 300,000. */
  readonly pauseMs?: number;
  readonly clock?: Pick<Clock, "now">;
}

/**
 * A model that stands behind another one, loaded when it is first needed. Throws `ConfigError` when it cannot be asked,
 * for want of a key say.
 */
export type StandIn = () => Promise<AttemptModel>;

/** Another model may do better. A bad request, a wrong key or a refusal would be the same, or must be seen. */
const movesOn: ReadonlySet<ProviderErrorCode> = new Set<ProviderErrorCode>([
  "quota",
  "rate-limited",
  "overloaded",
  "stalled",
  "network",
  "bad-stream",
]);

interface Place {
  readonly load: StandIn;
  failedAt?: number;
}

/**
 * One model made of several, in order of preference: where one has no quota left, is overloaded or stalls (after its
 * own retries), the next one answers the same request.
 *
 * `model-switched` says who goes on and why, `reply-restarted` comes before it when the failed one had begun to answer.
 * Each request that a stand-in answers says so anew. Who failed is asked again after a pause; before its end only when nobody else could answer. A stand-in that cannot be
 * loaded, or refuses, is passed over. Throws what the last one threw, and says whom it could not ask.
 */
export function withFallback(
  model: AttemptModel,
  standIns: readonly StandIn[],
  { pauseMs = 300_000, clock = systemClock }: FallbackPolicy = {},
): AttemptModel {
  const first: Place = { load: () => Promise.resolve(model) };
  const places = [first, ...standIns.map((load): Place => ({ load: loadedOnce(load) }))];
  const isPaused = ({ failedAt }: Place): boolean =>
    failedAt !== undefined && clock.now() - failedAt < pauseMs;

  /** Who answered last: the first one says so when it is back. */
  let answered = first;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
    const order = [...places.filter((place) => !isPaused(place)), ...places.filter(isPaused)];
    const missing: ConfigError[] = [];
    let failure: ProviderError | undefined;
    for (const [at, place] of order.entries()) {
      let hasBegun = false;
      try {
        const asked = await place.load();
        signal.throwIfAborted();
        if (place !== first || at > 0 || answered !== first)
          yield {
            ...switchedTo(
              asked,
              whySwitched({ isFirst: place === first, model, failure }, missing.splice(0)),
            ),
            ...(failure && !failure.unbilled ? {} : { unbilled: true }),
          };
        for await (const event of asked.stream(request, signal)) {
          if (event.type === "message-start") hasBegun = true;
          yield event;
        }
        delete place.failedAt;
        answered = place;
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (place !== first && ConfigError.is(error)) missing.push(error);
        else if (ProviderError.is(error) && (place !== first || movesOn.has(error.code))) failure = error;
        else throw error;
        place.failedAt = clock.now();
        if (hasBegun && at < order.length - 1)
          yield { type: "reply-restarted", attempt: at + 2, reason: messageOf(error) };
      }
    }
    throw withMissing(failure, missing);
  }

  return { ...baseOf(model), stream };
}

function loadedOnce(load: StandIn): StandIn {
  let loaded: Promise<AttemptModel> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

function switchedTo(
  { provider, id, price }: AttemptModel,
  reason: string,
): Extract<AttemptEvent, { readonly type: "model-switched" }> {
  return { type: "model-switched", provider, model: id, reason, ...(price ? { price } : {}) };
}

interface Switch {
  readonly isFirst: boolean;
  readonly model: AttemptModel;
  readonly failure: ProviderError | undefined;
}

function whySwitched({ isFirst, model, failure }: Switch, missing: readonly ConfigError[]): string {
  const why = failure
    ? messageOf(failure)
    : isFirst
      ? "It is asked again."
      : `${model.id} failed a while ago.`;
  return [why, ...missing.map(messageOf)].join(" ");
}

/** The failure, and who could not be asked in its place. */
function withMissing(
  failure: ProviderError | undefined,
  missing: readonly ConfigError[],
): ProviderError | undefined {
  if (!failure || missing.length === 0) return failure;
  const { code, provider, retryable, retryAfterMs, status, requestId, unbilled } = failure;
  const hint = missing[0]?.hint ?? failure.hint;
  return new ProviderError(code, [failure, ...missing].map(messageOf).join(" "), {
    provider,
    retryable,
    retryAfterMs,
    status,
    requestId,
    unbilled,
    cause: failure,
    ...(hint === undefined ? {} : { hint }),
  });
}
