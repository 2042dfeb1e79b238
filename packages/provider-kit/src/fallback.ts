import { messageOf, ProviderError } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, Clock, ModelRequest, ProviderErrorCode } from "@skein/protocol";
import { baseOf } from "./retries.ts";
import { systemClock } from "./system-clock.ts";

export interface FallbackPolicy {
  /** How long a model that failed is passed over. Default 300,000. */
  readonly pauseMs?: number;
  readonly clock?: Pick<Clock, "now">;
}

/** Another model may do better. A bad request, a wrong key or a refusal would be the same, or must be seen. */
const movesOn: ReadonlySet<ProviderErrorCode> = new Set<ProviderErrorCode>([
  "quota",
  "rate-limited",
  "overloaded",
  "stalled",
  "network",
  "bad-stream",
]);

/**
 * One model made of several, in order of preference: where one has no quota left, is overloaded or stalls (after its
 * own retries), the next one answers the same request.
 *
 * `model-switched` says who goes on, `reply-restarted` comes before it when the failed one had begun to answer. The
 * failed one is tried again after a pause. When all are paused, all are tried. Throws what the last one threw.
 */
export function withFallback(
  models: readonly [AttemptModel, ...AttemptModel[]],
  { pauseMs = 300_000, clock = systemClock }: FallbackPolicy = {},
): AttemptModel {
  const failedAt = new Map<AttemptModel, number>();
  const isPaused = (model: AttemptModel): boolean => {
    const at = failedAt.get(model);
    return at !== undefined && clock.now() - at < pauseMs;
  };

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
    const ready = models.filter((model) => !isPaused(model));
    const order = ready.length > 0 ? ready : models;
    let reason = `${models[0].id} failed a while ago.`;
    for (const [at, model] of order.entries()) {
      if (model !== models[0] || at > 0) yield switchedTo(model, reason);
      let hasBegun = false;
      try {
        for await (const event of model.stream(request, signal)) {
          if (event.type === "message-start") hasBegun = true;
          yield event;
        }
        failedAt.delete(model);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const isLast = at === order.length - 1;
        if (!ProviderError.is(error) || !movesOn.has(error.code)) throw error;
        failedAt.set(model, clock.now());
        if (isLast) throw error;
        reason = messageOf(error);
        if (hasBegun) yield { type: "reply-restarted", attempt: at + 2, reason };
      }
    }
  }

  return { ...baseOf(models[0]), stream };
}

function switchedTo({ provider, id, price }: AttemptModel, reason: string): AttemptEvent {
  return { type: "model-switched", provider, model: id, reason, ...(price ? { price } : {}) };
}
