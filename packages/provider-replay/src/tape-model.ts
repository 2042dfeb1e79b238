import { firstDifference, ProviderError } from "@skein/protocol";
import type { AttemptEvent, AttemptModel, ModelRequest } from "@skein/protocol";
import { readTape, untapedError } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";

export interface TapeOptions {
  /** Whether a request must be the recorded one, byte for byte. Default `true`. */
  readonly verify?: boolean;
}

/**
 * Plays a tape back: the nth request gets the nth exchange, errors included, without waiting.
 *
 * Throws `ConfigError` for a tape that cannot be read. Its stream throws `ProviderError` (`bad-request`) when the tape
 * has run out, when a request is not the recorded one (with the first difference), and at the place where the recorded
 * reader went away.
 *
 * @param tape - the lines that `recorded` gave, with line feeds between them.
 */
export function tapeModel(tape: string, { verify = true }: TapeOptions = {}): AttemptModel {
  const exchanges = readTape(tape);
  const {
    provider = "replay",
    model: id = "tape",
    limits = {},
    price,
  } = exchanges[0] ?? ({} as Partial<Exchange>);
  let count = 0;
  return {
    provider,
    id,
    limits,
    price,
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<AttemptEvent> {
      signal.throwIfAborted();
      const at = count++;
      const exchange = exchanges[at];
      if (!exchange) throw wrong(provider, `The tape has only ${exchanges.length} exchanges.`);
      const difference = verify ? firstDifference(exchange.request, request) : undefined;
      if (difference !== undefined)
        throw wrong(provider, `Request ${at + 1} is not the recorded one: ${difference}`);
      for (const event of exchange.events) {
        signal.throwIfAborted();
        yield event;
        // As from a network, one event at a time.
        await Promise.resolve();
      }
      if (exchange.error) throw untapedError(exchange.error);
      if (exchange.end === "left")
        throw wrong(provider, `Exchange ${at + 1} was left here when it was recorded.`);
    },
  };
}

function wrong(provider: string, message: string): ProviderError {
  return new ProviderError("bad-request", message, { provider, retryable: false });
}
