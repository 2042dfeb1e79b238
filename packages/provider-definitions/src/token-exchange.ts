import { isJsonObject, ProviderError } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { jsonIn, objectIn, providerErrorOf, readStart, thrownError } from "@skein/provider-kit";
import type { HttpResponse, Send } from "@skein/provider-kit";
import type { TokenExchange } from "./definition.ts";

export interface BoughtToken {
  readonly token: string;
  /** Where the vendor wants requests of this account. */
  readonly origin: string | undefined;
}

export interface ExchangeOptions {
  readonly provider: string;
  /** Names of the key's environment variables, for hints. */
  readonly keyVariables: readonly string[];
  readonly key: string;
  readonly exchange: TokenExchange;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: Send;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A token is taken for ended this long before it is. */
const marginMs = 60_000;

/** Lifetime of a token without a stated expiry. */
const unknownLifeMs = 600_000;

const timeoutMs = 15_000;

/** The most bytes to read of an answer. */
const maxTokenBytes = 65_536;

/**
 * Buys tokens with a key, and keeps one while it lives. Requests that come at once share one purchase.
 *
 * @returns a function that throws `ProviderError`: `auth` for a key that is refused.
 */
export function tokenSource(options: ExchangeOptions): (isRefused: boolean) => Promise<BoughtToken> {
  let kept: LivingToken | undefined;
  let pending: Promise<LivingToken> | undefined;
  return async (isRefused) => {
    if (!isRefused && kept && kept.endsAt - marginMs > options.now()) return kept;
    pending ??= purchase(options).finally(() => {
      pending = undefined;
    });
    kept = await pending;
    return kept;
  };
}

interface LivingToken extends BoughtToken {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

async function purchase(options: ExchangeOptions): Promise<LivingToken> {
  const { provider, key, exchange, headers, keyVariables, send, now } = options;
  const context = {
    provider,
    host: new URL(exchange.url).host,
    secrets: [key],
    keyVariables,
    addressVariable: "",
  };
  let status: number | undefined;
  let answer: HttpResponse;
  let text: string;
  try {
    answer = await send(exchange.url, {
      headers: { accept: "application/json", ...headers, authorization: `${exchange.prefix}${key}` },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readStart(answer, maxTokenBytes);
  } catch (error) {
    throw thrownError(error, context);
  }
  ({ status } = answer);
  if (!answer.ok) throw providerErrorOf({ ...context, status, headers: answer.headers, body: text });
  const body = objectIn(jsonIn(text));
  const token = valueAt(body, exchange.tokenField);
  if (typeof token !== "string" || token === "") {
    throw new ProviderError("auth", `${provider} gave no token for the key.`, {
      provider,
      retryable: false,
      hint: `Check that ${keyVariables.join(" or ")} is of an account that may use it.`,
    });
  }
  const endsAt = valueAt(body, exchange.expiresField);
  const address = exchange.addressField === undefined ? undefined : valueAt(body, exchange.addressField);
  return {
    token,
    origin: typeof address === "string" && /^https?:/.test(address) ? new URL(address).origin : undefined,
    endsAt: typeof endsAt === "number" ? endsAt * 1000 : now() + unknownLifeMs,
  };
}

/** @param path - names with dots between them. */
function valueAt(body: JsonObject, path: string): JsonValue | undefined {
  return path
    .split(".")
    .reduce<JsonValue | undefined>((value, name) => (isJsonObject(value) ? value[name] : undefined), body);
}
