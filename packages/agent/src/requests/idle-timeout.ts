import { ProviderError, type AttemptEvent, type AttemptModel, type ModelRequest } from "@skein/protocol";
import { abortable } from "../events/abortable.ts";
import { guessTokens } from "../context/context-size.ts";

/** The idle timeout of an auxiliary request whose caller waits, but can do without the answer. */
export interface IdleTimeout {
  /** Milliseconds without an event. */
  readonly idleMs: number;
  /** Called once when half of that has passed, and once when the request is retried. */
  readonly tell?: ((sentence: string) => void) | undefined;
}

/** For a short request; a long one takes longer to process. */
const minIdleMs = 30_000;
const maxIdleMs = 60_000;
/** Even slow servers process a thousand tokens per second. */
const msPerToken = 1;
/** Attempts after the first. */
const retries = 1;

export function defaultIdleMs(request: ModelRequest): number {
  return Math.min(maxIdleMs, minIdleMs + guessTokens(request) * msPerToken);
}

/**
 * Streams a response, but gives up earlier than a conversation would: throws `ProviderError` `stalled` after
 * the idle timeout, at a second retry, and when the vendor asks for a backoff longer than the timeout.
 */
export async function* streamWithIdleTimeout(
  model: AttemptModel,
  request: ModelRequest,
  { idleMs, tell = () => undefined }: IdleTimeout,
  signal: AbortSignal,
): AsyncGenerator<AttemptEvent> {
  const stopper = new AbortController();
  const either = AbortSignal.any([signal, stopper.signal]);
  const name = `${model.provider}/${model.id}`;
  const failed = (why: string) =>
    new ProviderError("stalled", why, { provider: model.provider, retryable: true });
  const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
  let timers: readonly NodeJS.Timeout[] = [];
  let isTold = false;

  const quiet = () => timers.forEach(clearTimeout);
  const listen = (graceMs: number) => {
    quiet();
    const giveUp = () => stopper.abort(failed(`${model.id} did not answer for ${seconds(idleMs)}.`));
    timers = [setTimeout(hint, graceMs + idleMs / 2), setTimeout(giveUp, graceMs + idleMs)];
  };
  function hint(): void {
    if (isTold) return;
    isTold = true;
    tell(`${name} has sent nothing for ${seconds(idleMs / 2)}; giving up after ${seconds(idleMs)}.`);
  }

  listen(0);
  try {
    for await (const event of abortable(model.stream(request, either), either)) {
      quiet();
      if (event.type === "retry-wait") {
        if (event.attempt > retries || event.ms > idleMs) throw failed(event.reason);
        tell(`${name} is retried in ${seconds(event.ms)}: ${event.reason}`);
      }
      yield event;
      listen(event.type === "retry-wait" ? event.ms : 0);
    }
  } finally {
    quiet();
    stopper.abort(failed("The reader left."));
  }
}
