import { ProviderError } from "@skein/protocol";
import type { NextStep, ProviderErrorCode } from "@skein/protocol";
import { contextWindowInText } from "./context-window-in-text.ts";
import { errorIn } from "./error-in.ts";
import type { Refusal } from "./error-context.ts";
import { excerpt } from "./excerpt.ts";
import { limitResetMs } from "./waits/limit-reset.ts";
import { retryAfterMs } from "./waits/retry-after.ts";
import { retryDelayInText } from "./waits/retry-delay-in-text.ts";
import type { HttpHeaders } from "./transport/send.ts";

export interface HttpFailure extends Refusal {
  readonly provider: string;
  /**
   * The meaning of the vendor's error code. It takes precedence over the status and the message, except for
   * two codes that vendors use for everything: the message overrides `overloaded`, and the message and status
   * override `bad-request`.
   */
  readonly code?: ProviderErrorCode | undefined;
  /** Never shown. */
  readonly secrets?: readonly string[];
  /** The key's environment variables, for the hint. */
  readonly keyVariables?: readonly string[];
  /** Replaces the code's default hint and next step. */
  readonly hint?: string | undefined;
  /** Only with a `hint`. */
  readonly nextStep?: NextStep | undefined;
  /** Milliseconds to wait, if only the vendor's package knows. Default: from headers and message. */
  readonly retryAfterMs?: number | undefined;
  /** Milliseconds since the epoch, for dates in headers. */
  readonly now?: number;
}

/**
 * Turns an HTTP error response into a `ProviderError`.
 *
 * 401, 403 `auth`; 407 `network`, from the proxy; 402 and billing messages `quota`; 3xx, 404 `not-found`;
 * 408, 409, 429 `rate-limited`; 413, and a 400 or 422 about length, `context-overflow`; 5xx but for 501
 * `overloaded`; the rest `bad-request`. Without a status and a code `bad-stream`. Retryable are
 * `rate-limited`, `overloaded` and `bad-stream`, unless `x-should-retry` says otherwise. The message quotes
 * at most 200 sanitized characters of the body.
 *
 * The retry delay comes from `retry-after` and similar headers, then (if retryable) from the body's text,
 * then, for `rate-limited`, from the reset time of the exhausted limit. A `context-overflow` has the context
 * window if it is stated.
 */
export function providerErrorOf(failure: HttpFailure): ProviderError {
  const { provider, status, headers, body, secrets = [], now = Date.now() } = failure;
  const said = saidBy(body);
  const code = codeOf(failure, said);
  const words = excerpt(said.message, secrets);
  const message = `${sentences[code](provider)}${status === undefined ? "" : ` (${status})`}${words ? `: ${words}` : "."}`;
  const { hint, nextStep } = adviceFor(code, failure);
  return new ProviderError(code, message, {
    provider,
    status,
    retryable: retryable(code, headers),
    retryAfterMs: waitMs(code, failure, now),
    requestId: headers.get("request-id") ?? headers.get("x-request-id") ?? undefined,
    unbilled: status !== undefined && turnedAway(status),
    contextTokens: code === "context-overflow" ? contextWindowInText(errorIn(body).text) : undefined,
    ...(hint === undefined ? {} : { hint }),
    nextStep,
  });
}

function waitMs(code: ProviderErrorCode, failure: HttpFailure, now: number): number | undefined {
  const { headers, body } = failure;
  const said = failure.retryAfterMs ?? retryAfterMs(headers, now);
  if (said !== undefined || !mayPass.has(code)) return said;
  return (
    retryDelayInText(errorIn(body).text) ?? (code === "rate-limited" ? limitResetMs(headers, now) : undefined)
  );
}

interface Said {
  readonly message: string;
  /** The vendor's error code: `type`, `code`, `status`. */
  readonly kind: string;
}

function saidBy(body: unknown): Said {
  const { error, outer, text } = errorIn(body);
  const words = [error["type"], error["code"], error["status"]].filter((word) => typeof word === "string");
  const messages = [error["message"], outer["error"], outer["detail"], outer["message"]];
  const message = messages.find((found) => typeof found === "string");
  return { message: message ?? text, kind: words.join(" ") };
}

function codeOf({ status, code }: HttpFailure, { message, kind }: Said): ProviderErrorCode {
  if (code !== undefined && code !== "bad-request" && code !== "overloaded") return code;
  if (outOfMoney.test(`${kind} ${message}`)) return "quota";
  if (tooLong.test(`${kind} ${message}`) && !(status && overflowless.has(status))) return "context-overflow";
  if (code === "overloaded") return code;
  return status === undefined ? (code ?? "bad-stream") : codeOfStatus(status);
}

/** The error code for a non-2xx HTTP status alone. */
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
  413: "context-overflow",
  429: "rate-limited",
  501: "bad-request",
};

/** Messages that mention tokens but mean something else. */
const overflowless: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 409, 429]);

const outOfMoney =
  /insufficient_quota|insufficient (credits?|balance|funds)|credit balance is too low|billing_(error|hard_limit)|exceeded your current quota|out of credits/i;
const tooLong =
  /context[ _]length|context[ _]window|maximum context|prompt is too long|input is too long|too many (input )?tokens|exceed(s|ed)? (the )?(context|maximum number of (input )?tokens|max(imum)? input)|reduce the length|request_too_large|input token count|available context size|maximum prompt length|exceeded model token limit|exceed context limit|context length of only/i;

function retryable(code: ProviderErrorCode, headers: HttpHeaders): boolean {
  const said = headers.get("x-should-retry")?.toLowerCase();
  if (said === "true") return true;
  if (said === "false") return false;
  return mayPass.has(code);
}

const mayPass: ReadonlySet<ProviderErrorCode> = new Set<ProviderErrorCode>([
  "rate-limited",
  "overloaded",
  "bad-stream",
]);

/**
 * Whether the request was rejected before it reached a model, which no vendor bills. A 408, a 409, and a 5xx
 * other than overload may come after billed work.
 */
function turnedAway(status: number): boolean {
  if (status === 503 || status === 529) return true;
  return status >= 300 && status < 500 && status !== 408 && status !== 409;
}

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

function adviceFor(code: ProviderErrorCode, failure: HttpFailure): Advice {
  const { hint, nextStep, status, headers, keyVariables = [] } = failure;
  if (hint !== undefined) return { hint, nextStep };
  if (status === 407) return { hint: proxyHint };
  return advice[code]?.(keyVariables, locationOf(headers)) ?? {};
}

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

function locationOf(headers: HttpHeaders): string | undefined {
  const location = headers.get("location");
  return location === null || !URL.canParse(location) ? undefined : new URL(location).host;
}
