// The retry layer. It wraps a model that makes single attempts, and is itself a
// model, so that agents need not know about retries. It keeps the law of
// `AttemptEvent`: a reader that has shown half a reply learns from
// `reply-restarted` that it must discard it. Retries of a vendor's SDK must be
// off, or attempts would multiply and their cost would be invisible.
import { baseOf, messageOf, ProviderError, systemClock } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, ChatModel, Clock, ModelRequest, Random } from "@skein/protocol";

/**
 * Options of the retry layer.
 *
 * @example
 * ```ts
 * const once: RetryPolicy = { retries: 0 };
 * const patient: RetryPolicy = { retries: 8, maxWaitMs: 120_000 };
 * ```
 */
export interface RetryPolicy {
  /** Number of attempts after the first. Default: 3. */
  readonly retries?: number;
  /**
   * Milliseconds before the second attempt. Doubles with each further attempt.
   * Default: 1,000.
   */
  readonly firstWaitMs?: number;
  /**
   * Longest backoff that is not requested by the vendor, in milliseconds.
   * Default: 30,000.
   */
  readonly maxWaitMs?: number;
  /**
   * Longest wait that a vendor may request, in milliseconds; longer ones are
   * shortened to it. Default: 3,600,000.
   */
  readonly maxRetryAfterMs?: number;
  /**
   * Milliseconds to wait in total for a local server that refuses connections.
   * Default: 2,000, enough for one that is starting.
   */
  readonly maxRefusedMs?: number;
  /** Clock for the waits. Default: the system's. */
  readonly clock?: Pick<Clock, "sleep">;
  /** Source of the jitter. Default: `Math.random`. */
  readonly random?: Random;
}

/**
 * Adds the retry layer: repeats a request that failed with a `retryable`
 * `ProviderError`, with exponential backoff.
 *
 * - Waits 1 s, 2 s, 4 s, each times 0.8 to 1.2. The vendor's requested wait
 *   (`retryAfterMs`) replaces it, up to an hour.
 * - A local server that refuses connections gets two seconds in total.
 * - `retry-wait` is emitted before the wait, so that a reader can leave
 *   instead; its reason says when the vendor asked for longer.
 * - A stream that ends without `message-end` counts as a failure.
 * - If an attempt had started to answer, `reply-restarted` precedes the next
 *   one.
 * - After an abort, the signal's reason is thrown and nothing is repeated.
 *
 * @param policy - number and length of the waits. Default: the values above.
 *
 * @example
 * ```ts
 * const patient = (model: ChatModel) => withRetries(model, { retries: 8, maxWaitMs: 120_000 });
 * ```
 */
export function withRetries(model: ChatModel, policy: RetryPolicy = {}): AttemptModel {
  return { ...baseOf(model), stream: (request, signal) => attempts(model, request, policy, signal) };
}

/** Loop of the retry layer. Attempts count from 1. */
async function* attempts(
  model: ChatModel,
  request: ModelRequest,
  policy: RetryPolicy,
  signal: AbortSignal,
): AsyncGenerator<AttemptEvent> {
  const { retries = 3, clock = systemClock, maxRefusedMs = 2000 } = policy;
  let waitedMs = 0;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    let started = false;
    let failure: ProviderError;
    try {
      let ended = false;
      for await (const event of model.stream(request, signal)) {
        started ||= event.type === "message-start";
        ended ||= event.type === "message-end";
        yield event;
      }
      if (ended) return;
      failure = withoutEnd(model);
    } catch (error) {
      signal.throwIfAborted();
      if (!ProviderError.is(error)) throw error;
      failure = error;
    }
    if (!failure.retryable || attempt > retries) throw failure;
    // A refused local connection is retried only while a server can be
    // starting.
    const leftMs = failure.refusedAt === undefined ? Infinity : maxRefusedMs - waitedMs;
    if (leftMs <= 0) throw failure;
    const ms = Math.min(leftMs, waitMs(attempt, failure.retryAfterMs, policy));
    waitedMs += ms;
    const reason = messageOf(failure) + shortened(failure.retryAfterMs, ms);
    // Budgets and user interfaces show what the vendor asked for, which can be
    // longer than the wait.
    const { retryAfterMs: askedMs, code, message } = failure;
    const asked = askedMs === undefined ? {} : { asked: { ms: Math.ceil(askedMs), code, message } };
    const unbilled = failure.unbilled ? ({ unbilled: true } as const) : {};
    yield { type: "retry-wait", ms, reason, attempt, ...unbilled, ...asked };
    await clock.sleep(ms, signal);
    if (started) yield { type: "reply-restarted", attempt: attempt + 1, reason };
  }
}

/** Chooses the wait before the next attempt, in milliseconds. */
function waitMs(attempt: number, asked: number | undefined, policy: RetryPolicy): number {
  const {
    firstWaitMs = 1000,
    maxWaitMs = 30_000,
    maxRetryAfterMs = 3_600_000,
    random = Math.random,
  } = policy;
  if (asked !== undefined) return Math.min(maxRetryAfterMs, Math.ceil(asked));
  // Spreads the retries of agents that were rejected at the same moment.
  const jitter = 0.8 + 0.4 * random();
  return Math.min(maxWaitMs, Math.round(firstWaitMs * 2 ** (attempt - 1) * jitter));
}

/** Explains a wait that is shorter than the vendor asked for. */
function shortened(asked: number | undefined, ms: number): string {
  if (asked === undefined || Math.ceil(asked) <= ms) return "";
  return ` The vendor asks to wait ${minutes(asked)}; retrying after ${minutes(ms)}.`;
}

function minutes(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}

function withoutEnd({ provider, id }: ChatModel): ProviderError {
  return new ProviderError("bad-stream", `The reply of ${id} ended before it was complete.`, {
    provider,
    retryable: true,
  });
}
