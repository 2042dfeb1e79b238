// Fallback between models. Each model has its own retries inside, so this layer
// only sees failures that retries could not fix. The order is the user's; a
// model that failed is moved behind the others for a while rather than removed,
// because it can be the only one that works. `model-switched` is emitted for
// each request that another model answers, since prices and prompt caches
// belong to one model.
import { baseOf, ConfigError, messageOf, ProviderError, systemClock } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, Clock, ModelRequest, ProviderErrorCode } from "@skein/protocol";

/** Options of `withFallback`. */
export interface FallbackPolicy {
  /**
   * Milliseconds for which a failed model is skipped. Default: 300,000. A model
   * without quota is skipped until the quota is renewed, if that is known and
   * later.
   */
  readonly pauseMs?: number;
  /** Clock for the pause. Default: the system's. */
  readonly clock?: Pick<Clock, "now">;
}

/**
 * Loads a fallback model on first use. Throws `ConfigError` if it cannot be
 * used, for example without a key: the fallback is then skipped.
 */
export type FallbackLoader = () => Promise<AttemptModel>;

/**
 * Errors for which another model may succeed. A bad request, a wrong key or a
 * refusal would fail again, or must be reported.
 */
const movesOn: ReadonlySet<ProviderErrorCode> = new Set<ProviderErrorCode>([
  "quota",
  "rate-limited",
  "overloaded",
  "stalled",
  "network",
  "bad-stream",
]);

/** Model in the order of preference, with the end of its pause. */
interface Place {
  readonly load: FallbackLoader;
  pausedUntil?: number;
}

/**
 * Combines models in order of preference: when one is out of quota, overloaded
 * or stalled (after its own retries), the next one gets the same request.
 *
 * Emits `model-switched` with the new model and the reason, for every request
 * that a fallback answers, after `reply-restarted` if the failed model had
 * started to answer. A failed model is tried again after a pause, or earlier if
 * no other model can answer. A fallback that cannot be loaded, or refuses, is
 * skipped. Throws the last model's error, naming the models that could not be
 * used.
 *
 * Limits of a fallback are not checked before it answers: the conversation can
 * be too long for it.
 *
 * @param standIns - fallbacks in order of preference.
 *
 * @example
 * ```ts
 * function withSpare(model: AttemptModel, spare: AttemptModel): AttemptModel {
 *   return withFallback(model, [async () => spare], { pauseMs: 60_000 });
 * }
 * ```
 */
export function withFallback(
  model: AttemptModel,
  standIns: readonly FallbackLoader[],
  { pauseMs = 300_000, clock = systemClock }: FallbackPolicy = {},
): AttemptModel {
  const first: Place = { load: () => Promise.resolve(model) };
  const places = [first, ...standIns.map((load): Place => ({ load: loadedOnce(load) }))];
  const isPaused = ({ pausedUntil = -Infinity }: Place): boolean => clock.now() < pausedUntil;

  /** The model that answered last, to report when the first one is back. */
  let answered = first;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
    // Models that failed recently come last, in their own order.
    const order = [...places.filter((place) => !isPaused(place)), ...places.filter(isPaused)];
    const missing: ConfigError[] = [];
    let failure: ProviderError | undefined;
    for (const [at, place] of order.entries()) {
      let hasBegun = false;
      try {
        const asked = await place.load();
        signal.throwIfAborted();
        // Also reports the return to the first model, so that readers always
        // know the model.
        if (place !== first || at > 0 || answered !== first)
          yield {
            ...switchedTo(
              asked,
              whySwitched({ isFirst: place === first, model, failure }, missing.splice(0)),
            ),
            ...(failure && !failure.unbilled ? {} : { unbilled: true }),
          };
        // Passes every event on, the retries of this model included.
        for await (const event of asked.stream(request, signal)) {
          if (event.type === "message-start") hasBegun = true;
          if (event.type === "message-end") {
            // Before it is passed on: readers leave here.
            delete place.pausedUntil;
            answered = place;
          }
          yield event;
        }
        return;
      } catch (error) {
        signal.throwIfAborted();
        // A fallback without a key is skipped and named in the error; a first
        // model without one is the caller's error.
        if (place !== first && ConfigError.is(error)) missing.push(error);
        else if (ProviderError.is(error) && (place !== first || movesOn.has(error.code))) failure = error;
        else throw error;
        place.pausedUntil = clock.now() + Math.max(pauseMs, untilRenewed(error));
        if (hasBegun && at < order.length - 1)
          yield { type: "reply-restarted", attempt: at + 2, reason: messageOf(error) };
      }
    }
    throw withMissing(failure, missing);
  }

  return { ...baseOf(model), stream };
}

/** Returns milliseconds until an exhausted quota is renewed. 0 if unknown. */
function untilRenewed(error: unknown): number {
  return ProviderError.is(error) && error.code === "quota" ? (error.retryAfterMs ?? 0) : 0;
}

/**
 * Loads a fallback once. A failed load is tried again with the next request.
 */
function loadedOnce(load: FallbackLoader): FallbackLoader {
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

/** Words the reason: the error of this request, or of an earlier one. */
function whySwitched({ isFirst, model, failure }: Switch, missing: readonly ConfigError[]): string {
  const why = failure
    ? messageOf(failure)
    : isFirst
      ? "It is asked again."
      : `${model.id} failed a while ago.`;
  return [why, ...missing.map(messageOf)].join(" ");
}

/** Adds the fallbacks that could not be used to the failure. */
function withMissing(
  failure: ProviderError | undefined,
  missing: readonly ConfigError[],
): ProviderError | undefined {
  if (!failure || missing.length === 0) return failure;
  const { code, provider, retryable, retryAfterMs, status, requestId, unbilled, refusedTools } = failure;
  const hint = missing[0]?.hint ?? failure.hint;
  return new ProviderError(code, [failure, ...missing].map(messageOf).join(" "), {
    provider,
    retryable,
    retryAfterMs,
    status,
    requestId,
    unbilled,
    refusedTools,
    cause: failure,
    ...(hint === undefined ? {} : { hint }),
  });
}
