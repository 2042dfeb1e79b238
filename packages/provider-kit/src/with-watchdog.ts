// The idle timeout of one attempt. It measures silence, not duration: a reply
// may take an hour as long as bytes arrive. Two clocks must not count as
// silence. The first is a slow reader: while it handles an event, nothing is
// requested, so the timer only runs while a read is pending (`fail` is set).
// The second is a process that was suspended or blocked: when it wakes up,
// bytes wait unread in the socket, so `expire` looks once more after the event
// loop has had a chance to read them.
import { baseOf, ProviderError } from "@skein/protocol";
import type { ChatModel, ModelEvent, ModelRequest } from "@skein/protocol";

/**
 * Idle timeouts of a request, in milliseconds. Total time is not limited: a
 * long reply is fine as long as bytes arrive.
 *
 * @example
 * ```ts
 * const localServer: WatchdogLimits = { firstByteMs: 600_000, tellAfterMs: 5000 };
 * ```
 */
export interface WatchdogLimits {
  /**
   * Idle timeout before the first byte, while the request is queued and the
   * prompt is processed. Default: 120,000.
   */
  readonly firstByteMs?: number;
  /** Idle timeout after the first byte. Default: 90,000. */
  readonly idleMs?: number;
  /**
   * Idle time before the first byte after which users are notified. Default:
   * 30,000.
   */
  readonly tellAfterMs?: number;
}

/**
 * `ChatModel` that reports when bytes arrive. What the author of a provider
 * implements.
 */
export interface LiveModel extends Omit<ChatModel, "stream"> {
  /**
   * Sends a request and yields the reply: see `ChatModel.stream`.
   *
   * @param alive - call it whenever bytes arrive, such as the pings that
   *   vendors send while a model thinks. Without calls, only events count
   *   against the idle timeout.
   */
  stream(request: ModelRequest, signal: AbortSignal, alive?: () => void): AsyncIterable<ModelEvent>;
}

/**
 * Adds an idle timeout: throws `ProviderError` `stalled` (retryable) and aborts
 * the request.
 *
 * Notifies about a slow start first, since a server is silent while it loads a
 * model. Time spent by a slow reader does not count. An abort ends the
 * iteration at once with the signal's reason, even if the model ignores its
 * signal.
 *
 * @param limits - timeouts. Default: see `WatchdogLimits`.
 * @param notice - receives the sentence about a slow start. Default: it is
 *   dropped.
 */
export function withWatchdog(
  model: LiveModel,
  limits: WatchdogLimits = {},
  notice: (text: string) => void = () => undefined,
): ChatModel {
  return {
    ...baseOf(model),
    stream: (request, signal) => watched(model, request, { ...limits, notice }, signal),
  };
}

/** Limits, with the receiver of notices. */
interface Watching extends WatchdogLimits {
  readonly notice: (text: string) => void;
}

/**
 * Clock that never jumps, in milliseconds. Not `performance`, which loads
 * modules of Node that nothing else needs before the first request.
 */
const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

async function* watched(
  model: LiveModel,
  request: ModelRequest,
  { firstByteMs = 120_000, idleMs = 90_000, tellAfterMs = 30_000, notice }: Watching,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  // The request has its own signal, so that a timeout can end it without
  // aborting the caller.
  const inner = new AbortController();
  let heard = false;
  let hasEnded = false;
  let isTold = tellAfterMs >= firstByteMs;
  let since = monotonicMs();
  let fail: ((reason: unknown) => void) | undefined;

  // Ends the request and the pending read at once: the model may ignore its
  // signal.
  const stop = (reason: unknown): void => {
    clearTimers();
    inner.abort(reason);
    fail?.(reason);
  };
  // Sets the timer for the rest of the idle time. One timer that is set again
  // when it expires costs less than one that is replaced for every chunk.
  const check = (): void => {
    const limitMs = heard ? idleMs : firstByteMs;
    // While the reader is busy (`fail` is not set) no timeout applies.
    const leftMs = fail ? since + limitMs - monotonicMs() : limitMs;
    const silentMs = limitMs - leftMs;
    if (!heard && !isTold && silentMs >= tellAfterMs) {
      isTold = true;
      notice(slow(model, tellAfterMs, firstByteMs));
    }
    const nextMs = heard || isTold ? leftMs : Math.min(leftMs, tellAfterMs - silentMs);
    if (leftMs <= 0) expire(limitMs);
    else timer = setTimeout(check, Math.ceil(nextMs));
  };
  /**
   * A process that was blocked or suspended has bytes that it has not read:
   * they count.
   */
  const expire = (limitMs: number): void => {
    const before = since;
    // Runs after the poll phase, in which the event loop reads sockets.
    lastLook = setImmediate(() => {
      if (since === before) stop(stalled(model, limitMs, heard));
      else check();
    });
  };
  const clearTimers = (): void => {
    clearTimeout(timer);
    clearImmediate(lastLook);
  };
  // Called for every chunk, so it only stores the time. The first call switches
  // from the first-byte timeout to the idle timeout.
  const alive = (): void => {
    since = monotonicMs();
    if (heard) return;
    heard = true;
    clearTimers();
    check();
  };
  // An abort of the caller passes on its reason, such as an interruption.
  const onAbort = (): void => stop(signal.reason);

  let timer: NodeJS.Timeout | undefined;
  let lastLook: NodeJS.Immediate | undefined;
  check();
  signal.addEventListener("abort", onAbort, { once: true });
  const events = model.stream(request, inner.signal, alive)[Symbol.asyncIterator]();
  try {
    for (;;) {
      since = monotonicMs();
      // Waits for the next event or for `stop`, whichever is first.
      const next = await new Promise<IteratorResult<ModelEvent>>((resolve, reject) => {
        fail = reject;
        if (inner.signal.aborted) reject(inner.signal.reason);
        else events.next().then(resolve, reject);
      });
      fail = undefined;
      if (next.done) return;
      hasEnded ||= next.value.type === "message-end";
      alive();
      yield next.value;
    }
  } finally {
    clearTimers();
    signal.removeEventListener("abort", onAbort);
    const stopped = inner.signal.aborted;
    // Behind a complete reply, an abort would close a connection that the next request can use.
    if (!hasEnded) inner.abort();
    // A generator's return() waits for its pending await, so it is not awaited after a timeout.
    const closed = Promise.resolve(events.return?.()).catch(() => undefined);
    if (!stopped) await closed;
  }
}

function slow({ id }: LiveModel, silentMs: number, limitMs: number): string {
  const [silent, limit] = [silentMs, limitMs].map((ms) => `${Math.round(ms / 100) / 10} s`);
  return `${id} has not answered for ${silent}; its server may be loading the model. It times out after ${limit}.`;
}

function stalled({ provider, id }: LiveModel, limitMs: number, heard: boolean): ProviderError {
  const seconds = Math.round(limitMs / 100) / 10;
  const what = heard
    ? `stopped in the middle of its reply: nothing for ${seconds} s`
    : `did not answer for ${seconds} s`;
  return new ProviderError("stalled", `${id} ${what}.`, { provider, retryable: true });
}
