// Error responses. Vendors and compatible servers disagree about statuses and
// formats, so the meaning is taken from four places in order: what is known of
// the vendors (`vendor-refusals.ts`), the code that the vendor's own package
// recognized, sentences about money or length, and the status. Errors that a
// gateway passes on inside of its own count like its own. Wrong guesses are costly in both directions: an error that is retried
// in vain delays a run, and one that is not retried ends it.
import { ProviderError } from "@skein/protocol";
import type { NextStep, ProviderErrorCode } from "@skein/protocol";
import { contextWindowInText } from "./context-window-in-text.ts";
import type { Refusal } from "./error-context.ts";
import { excerpt } from "./excerpt.ts";
import { outOfMoney, tooLong } from "./refusals/general-phrases.ts";
import { refusalKinds } from "./refusals/kinds.ts";
import type { RefusalFacts } from "./refusals/kinds.ts";
import { readReasons } from "./refusals/read-reasons.ts";
import type { Reasons } from "./refusals/read-reasons.ts";
import { refusalKindIn } from "./refusals/vendor-refusals.ts";
import { limitResetMs } from "./waits/limit-reset.ts";
import { quotaEnd } from "./waits/quota-end.ts";
import { retryAfterMs } from "./waits/retry-after.ts";
import { retryDelayInText } from "./waits/retry-delay-in-text.ts";
import type { HttpHeaders } from "./transport/send.ts";

/** Error response, with what the provider knows about it. */
export interface HttpFailure extends Refusal {
  /** Id of the provider, for the message. */
  readonly provider: string;
  /**
   * Meaning of the vendor's error code. It takes precedence over the status and
   * the message, except for messages and codes of `docs/provider-errors.md`.
   *
   * Two codes are exceptions, because vendors use them for everything: the
   * message overrides `overloaded`, and the message and the status override
   * `bad-request`.
   */
  readonly code?: ProviderErrorCode | undefined;
  /** Texts that are never shown. Default: none. */
  readonly secrets?: readonly string[];
  /**
   * Environment variables of the key, for the hint of `auth`. Default: the hint
   * says "the key".
   */
  readonly keyVariables?: readonly string[];
  /** Advice that replaces the default hint and next step of the code. */
  readonly hint?: string | undefined;
  /** Next step. Used only together with `hint`. */
  readonly nextStep?: NextStep | undefined;
  /**
   * Milliseconds to wait, if only the vendor's package can read them. Default:
   * from headers and message.
   */
  readonly retryAfterMs?: number | undefined;
  /**
   * Current time in milliseconds since the epoch, for dates in headers.
   * Default: `Date.now()`.
   */
  readonly now?: number;
}

/**
 * Turns an HTTP error response into a `ProviderError`.
 *
 * - 401, 403: `auth`
 * - 402, and messages about billing: `quota`
 * - 407: `network`, from the proxy
 * - 3xx, 404, 410: `not-found`
 * - 408, 409, 429: `rate-limited`
 * - 413, and messages about length with most other statuses: `context-overflow`
 * - 498, 5xx except 501: `overloaded`
 * - the rest: `bad-request`; without a status and a code: `bad-stream`
 *
 * Retryable are `rate-limited`, `overloaded` and `bad-stream`, unless the
 * header `x-should-retry` says otherwise. The message quotes at most 200
 * sanitized characters of the body.
 *
 * A body that `docs/provider-errors.md` describes decides more than its status.
 * Errors inside of the error count, two levels deep.
 *
 * The retry delay comes from `retry-after` and similar headers, then (if
 * retryable) from the body's text, or (for `quota`) from the time in the body
 * at which the quota is renewed, then, for `rate-limited`, from the reset
 * time of the exhausted limit. A `context-overflow` has the context window if
 * it is stated.
 *
 * Source: RFC 9110, 15 (status codes); docs/write-a-provider.md for the
 * vendors.
 *
 * @example
 * ```ts
 * const error = providerErrorOf({
 *   provider: "example",
 *   status: 429,
 *   headers: httpHeaders({ "retry-after": "5" }),
 *   body: '{"error": {"message": "Slow down."}}',
 * });
 * [error.code, error.retryable, error.retryAfterMs]; // ["rate-limited", true, 5000]
 * ```
 */
export function providerErrorOf(failure: HttpFailure): ProviderError {
  const { provider, status, headers, body, secrets = [] } = failure;
  const reasons = readReasons(body);
  const kind = refusalKindIn(reasons.text);
  const facts = kind && refusalKinds[kind];
  const code = facts?.code ?? codeOf(failure, reasons.text);
  const words = excerpt(reasons.message, secrets);
  const message = `${sentences[code](provider)}${status === undefined ? "" : ` (${status})`}${words ? `: ${words}` : "."}`;
  const { now = Date.now() } = failure;
  const wait = waitMs(code, failure, reasons, now);
  const { hint, nextStep } = adviceFor(
    code,
    failure,
    facts,
    kind === "quota" && wait ? now + wait : undefined,
  );
  return new ProviderError(code, message, {
    provider,
    status,
    retryable: facts?.isRetried === false ? false : retryable(code, headers),
    retryAfterMs: wait,
    // Anthropic sends `request-id`, OpenAI and most others `x-request-id`.
    requestId: headers.get("request-id") ?? headers.get("x-request-id") ?? undefined,
    unbilled: status !== undefined && turnedAway(status),
    contextTokens: code === "context-overflow" ? contextWindowInText(reasons.raw) : undefined,
    ...(hint === undefined ? {} : { hint }),
    nextStep,
  });
}

/**
 * Finds the delay to wait. Errors that another attempt cannot fix have one only
 * if a header states it, or the end of a quota is known.
 */
function waitMs(
  code: ProviderErrorCode,
  failure: HttpFailure,
  reasons: Reasons,
  now: number,
): number | undefined {
  const { headers, body } = failure;
  const stated = failure.retryAfterMs ?? retryAfterMs(headers, now);
  if (stated !== undefined) return stated;
  if (code === "quota") return untilMs(quotaEnd(body, reasons.text, now), now);
  if (!mayPass.has(code)) return undefined;
  return retryDelayInText(reasons.raw) ?? (code === "rate-limited" ? limitResetMs(headers, now) : undefined);
}

function untilMs(time: number | undefined, now: number): number | undefined {
  return time === undefined ? undefined : time - now;
}

/**
 * Chooses the code: billing first, since vendors send it with the statuses of
 * rate limits, then length, then the vendor's code or the status.
 */
function codeOf({ status, code }: HttpFailure, text: string): ProviderErrorCode {
  if (code !== undefined && code !== "bad-request" && code !== "overloaded") return code;
  if (outOfMoney.test(text)) return "quota";
  if (tooLong.test(text) && !(status && overflowless.has(status))) return "context-overflow";
  if (code === "overloaded") return code;
  return status === undefined ? (code ?? "bad-stream") : codeOfStatus(status);
}

/** Maps a non-2xx HTTP status to an error code, without looking at the body. */
export function codeOfStatus(status: number): ProviderErrorCode {
  return byStatus[status] ?? (status >= 500 ? "overloaded" : status < 400 ? "not-found" : "bad-request");
}

const byStatus: Readonly<Record<number, ProviderErrorCode>> = {
  401: "auth",
  402: "quota",
  403: "auth",
  404: "not-found",
  407: "network",
  408: "rate-limited",
  409: "rate-limited",
  410: "not-found",
  413: "context-overflow",
  429: "rate-limited",
  // Groq: the flex tier has no capacity left.
  498: "overloaded",
  501: "bad-request",
};

/** Statuses whose messages mention tokens but mean something else. */
const overflowless: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 409, 429]);

/**
 * Decides whether another attempt makes sense. `x-should-retry` is a header of
 * OpenAI's and Anthropic's servers, which their SDKs obey.
 */
function retryable(code: ProviderErrorCode, headers: HttpHeaders): boolean {
  const said = headers.get("x-should-retry")?.toLowerCase();
  if (said === "true") return true;
  if (said === "false") return false;
  return mayPass.has(code);
}

/** Codes whose cause can go away by itself. */
const mayPass: ReadonlySet<ProviderErrorCode> = new Set<ProviderErrorCode>([
  "rate-limited",
  "overloaded",
  "bad-stream",
]);

/**
 * Returns true if the request was rejected before it reached a model, which no
 * vendor bills. A 408, a 409, and a 5xx other than overload can come after
 * billed work.
 */
function turnedAway(status: number): boolean {
  if (status === 503 || status === 529) return true;
  return status >= 300 && status < 500 && status !== 408 && status !== 409;
}

/** First half of the message of each code. */
const sentences: Readonly<Record<ProviderErrorCode, (provider: string) => string>> = {
  auth: (provider) => `${provider} refused the key`,
  quota: (provider) => `The account at ${provider} is used up`,
  "rate-limited": (provider) => `${provider} takes no more requests just now`,
  overloaded: (provider) => `${provider} is overloaded or failing`,
  "context-overflow": () => "The request does not fit the model's context window",
  "bad-request": (provider) => `${provider} refused the request`,
  "not-found": (provider) => `${provider} does not have this model or address`,
  network: (provider) => `${provider} could not be reached`,
  stalled: (provider) => `${provider} stopped answering`,
  "bad-stream": (provider) => `${provider} broke off its reply`,
};

const proxyHint =
  "The proxy requires a user name and a password: add them to its address, http://USER:PASSWORD@HOST:PORT.";

interface Advice {
  readonly hint?: string | undefined;
  readonly nextStep?: NextStep | undefined;
}

function adviceFor(
  code: ProviderErrorCode,
  failure: HttpFailure,
  facts: RefusalFacts | undefined,
  quotaEndsAt: number | undefined,
): Advice {
  const { hint, nextStep, status, headers, keyVariables = [] } = failure;
  if (hint !== undefined) return { hint, nextStep };
  if (status === 407) return { hint: proxyHint };
  if (quotaEndsAt !== undefined)
    return { hint: renewedHint(quotaEndsAt), nextStep: refusalKinds.quota.nextStep };
  if (facts?.hint !== undefined) return { hint: facts.hint, nextStep: facts.nextStep };
  return advice[code]?.(keyVariables, locationOf(headers)) ?? {};
}

/** @param time - milliseconds since the epoch. */
function renewedHint(time: number): string {
  const minute = new Date(time).toISOString().slice(0, 16).replace("T", " ");
  return `The quota is renewed at ${minute} UTC. Wait until then, or choose another model.`;
}

/**
 * Default hint and next step of each code. Codes without one explain
 * themselves.
 */
const advice: {
  readonly [Code in ProviderErrorCode]?: (
    keyVariables: readonly string[],
    location: string | undefined,
  ) => Advice;
} = {
  auth: (keyVariables) => ({
    hint: `Check ${keyVariables.join(" or ") || "the key"}.`,
    nextStep: { do: "store-key" },
  }),
  quota: () => ({ hint: "Add credit with the vendor, or choose another provider." }),
  "not-found": (_, location) =>
    location
      ? {
          hint: `The address redirects to ${location}, and keys are not sent there. Set the base URL to it if it is right.`,
        }
      : { hint: "Check the model's name and the base URL.", nextStep: { do: "list-models" } },
};

/**
 * Finds the host of a redirect, for the hint. The path is left out: it can
 * contain secrets.
 */
function locationOf(headers: HttpHeaders): string | undefined {
  const location = headers.get("location");
  return location === null || !URL.canParse(location) ? undefined : new URL(location).host;
}
