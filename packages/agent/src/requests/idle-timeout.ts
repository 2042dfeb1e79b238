import { ProviderError, type AttemptEvent, type AttemptModel, type ModelRequest } from "@skein/protocol";
import { abortable } from "../events/abortable.ts";
import { guessTokens } from "../context/context-size.ts";

/** What a request beside the conversation may take: something else depends on it, and can do without. */
export interface IdleTimeout {
  /** Milliseconds without a sign of life. */
  readonly idleMs: number;
  /** Hears, once each, that the model is silent for half of that, and that it is asked once more. */
  readonly tell?: ((sentence: string) => void) | undefined;
}

/** For a short request; a long one takes its time to be read. */
const leastSilenceMs = 30_000;
const mostSilenceMs = 60_000;
/** A thousand tokens a second are read by slow servers too. */
const msPerToken = 1;
/** Attempts after the first. */
const retries = 1;

export function defaultIdleMs(request: ModelRequest): number {
  return Math.min(mostSilenceMs, leastSilenceMs + guessTokens(request) * msPerToken);
}

/**
 * Reads the reply of a model, but gives up early where a conversation would wait: throws `ProviderError` `stalled` after
 * the silence, at a second retry, and when the vendor asks for a longer wait than the silence.
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
    tell(`${name} has said nothing for ${seconds(idleMs / 2)}; after ${seconds(idleMs)} it is done without.`);
  }

  listen(0);
  try {
    for await (const event of abortable(model.stream(request, either), either)) {
      quiet();
      if (event.type === "retry-wait") {
        if (event.attempt > retries || event.ms > idleMs) throw failed(event.reason);
        tell(`${name} is asked once more in ${seconds(event.ms)}: ${event.reason}`);
      }
      yield event;
      listen(event.type === "retry-wait" ? event.ms : 0);
    }
  } finally {
    quiet();
    stopper.abort(failed("It is not read any more."));
  }
}
