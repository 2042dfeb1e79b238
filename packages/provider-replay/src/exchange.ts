import { ConfigError, isJsonObject, messageOf, ProviderError } from "@skein/protocol";
import type {
  AttemptEvent,
  ModelLimits,
  ModelPrice,
  ModelRequest,
  NextStep,
  ProviderErrorCode,
} from "@skein/protocol";

/** One line of a tape: what was asked, and everything that came. */
export interface Exchange {
  readonly v: 1;
  readonly provider: string;
  readonly model: string;
  readonly limits: ModelLimits;
  readonly price?: ModelPrice;
  readonly request: ModelRequest;
  readonly events: readonly AttemptEvent[];
  /** `whole`: to its end. `left`: the reader went away, or aborted. `failed`: see `error`. */
  readonly end: "whole" | "left" | "failed";
  readonly error?: TapedError;
}

export interface TapedError {
  /** Absent when it was not a `ProviderError`. */
  readonly code?: ProviderErrorCode;
  readonly message: string;
  readonly provider?: string;
  readonly retryable?: boolean;
  readonly hint?: string;
  readonly nextStep?: NextStep;
  readonly retryAfterMs?: number;
  readonly status?: number;
  readonly requestId?: string;
}

export function tapedError(error: unknown): TapedError {
  if (!ProviderError.is(error)) return { message: messageOf(error) };
  const { code, message, provider, retryable, hint, nextStep, retryAfterMs, status, requestId } = error;
  const all = { code, message, provider, retryable, hint, nextStep, retryAfterMs, status, requestId };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as TapedError;
}

export function untapedError({
  code,
  message,
  provider = "replay",
  retryable = false,
  ...rest
}: TapedError): Error {
  return code === undefined
    ? new Error(message)
    : new ProviderError(code, message, { provider, retryable, ...rest });
}

/** Throws `ConfigError` (`unreadable`) that names the line. */
export function readTape(text: string): Exchange[] {
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const exchange = parsed(line);
    if (!isExchange(exchange)) {
      const message = `Line ${at + 1} of the tape is not a recorded exchange.`;
      throw new ConfigError("unreadable", message, { hint: "Record it again, or take out the line." });
    }
    return [exchange];
  });
}

function isExchange(value: unknown): value is Exchange {
  return (
    isJsonObject(value) &&
    value["v"] === 1 &&
    isJsonObject(value["request"]) &&
    Array.isArray(value["events"])
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
