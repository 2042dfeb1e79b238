import { ProviderError } from "@skein/protocol";
import type { NextStep, ProviderErrorCode } from "@skein/protocol";
import { contextTokensSaid } from "./context-window.ts";
import { errorIn } from "./error-body.ts";
import type { Refusal } from "./error-context.ts";
import { excerpt } from "./excerpt.ts";
import { limitResetMs } from "./waits/limit-reset.ts";
import { retryAfterMs } from "./waits/retry-after.ts";
import { saidWaitMs } from "./waits/said-wait.ts";

export interface HttpFailure extends Refusal {
  readonly provider: string;
  /**
   * What the vendor's own word for the error means. It wins over the status and over words in the message, but for two
   * that vendors give to everything: `overloaded` gives way to words, `bad-request` to words and the status.
   */
  readonly code?: ProviderErrorCode | undefined;
  /** Never shown. */
  readonly secrets?: readonly string[];
  /** Names of the key's environment variables, for the hint. */
  readonly keyVariables?: readonly string[];
  /** Instead of the one that goes with the code, whose next step is left out then, too. */
  readonly hint?: string | undefined;
  /** Only with a `hint`. */
  readonly nextStep?: NextStep | undefined;
  /** Milliseconds to wait, where only the vendor's package can tell. Default: what headers and words say. */
  readonly retryAfterMs?: number | undefined;
  /** Milliseconds since the epoch, to read dates in headers. */
  readonly now?: number;
}

/**
 * What an HTTP answer that is not the reply means.
 *
 * 401, 403 `auth`; 407 `network`, of the proxy; 402 and words of money `quota`; 3xx, 404 `not-found`; 408, 409, 429 `rate-limited`; 413 and words
 * of length in a 400 or 422 `context-overflow`; 5xx but for 501 `overloaded`; the rest `bad-request`. Without a status
 * and a code `bad-stream`. Retryable are `rate-limited`, `overloaded` and `bad-stream`, unless `x-should-retry` says
 * otherwise. At most 200 clean characters of the body are in the message.
 *
 * How long to wait is what `retry-after` and its like say, then, where waiting helps, the body's own words, then, of a
 * `rate-limited`, the time at which the limit that is used up is filled again. A `context-overflow` carries the window where it is named.
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
    contextTokens: code === "context-overflow" ? contextTokensSaid(errorIn(body).text) : undefined,
    ...(hint === undefined ? {} : { hint }),
    nextStep,
  });
}

function waitMs(code: ProviderErrorCode, failure: HttpFailure, now: number): number | undefined {
  const { headers, body } = failure;
  const said = failure.retryAfterMs ?? retryAfterMs(headers, now);
  if (said !== undefined || !mayPass.has(code)) return said;
  return saidWaitMs(errorIn(body).text) ?? (code === "rate-limited" ? limitResetMs(headers, now) : undefined);
}

interface Said {
  readonly message: string;
  /** The vendor's own words for the kind of error: `type`, `code`, `status`. */
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

/** What an HTTP status alone says of an answer that is not 2xx. */
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

/** Answers that speak of tokens and mean something else. */
const overflowless: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 409, 429]);

const outOfMoney =
  /insufficient_quota|insufficient (credits?|balance|funds)|credit balance is too low|billing_(error|hard_limit)|exceeded your current quota|out of credits/i;
const tooLong =
  /context[ _]length|context[ _]window|maximum context|prompt is too long|input is too long|too many (input )?tokens|exceed(s|ed)? (the )?(context|maximum number of (input )?tokens|max(imum)? input)|reduce the length|request_too_large|input token count|available context size|maximum prompt length|exceeded model token limit|exceed context limit|context length of only/i;

function retryable(code: ProviderErrorCode, headers: Headers): boolean {
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
 * Whether an answer says that the request was turned away before a model saw it: no vendor bills those. A 5xx but for the
 * ones of a server that is overloaded, a 408 and a 409 may come after work was done.
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
  "not-found": (provider) => `${provider} knows no such model or address`,
  network: (provider) => `${provider} could not be reached`,
  stalled: (provider) => `${provider} stopped answering`,
  "bad-stream": (provider) => `${provider} broke off its reply`,
};

const proxyHint =
  "The proxy on the way wants a user name and a password: put them into its address, http://USER:PASSWORD@HOST:PORT.";

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

function locationOf(headers: Headers): string | undefined {
  const location = headers.get("location");
  return location === null || !URL.canParse(location) ? undefined : new URL(location).host;
}
