import { ProviderError, systemClock } from "@skein/protocol";
import type { Clock, JsonObject } from "@skein/protocol";
import { jsonIn, objectIn, openTransport, readStart, stringIn } from "@skein/provider-kit";
import type { ProviderDefinition } from "../definition.ts";
import { askVendor, maxAnswerBytes, secondsIn, wordsOf } from "./ask-vendor.ts";

export interface LoginOptions {
  /** Shown to the person, who enters the code on the page. */
  readonly show: (code: string, page: string) => void;
  readonly signal: AbortSignal;
  /** Default: the transport of the providers, with its proxies. */
  readonly fetch?: typeof fetch;
  readonly clock?: Pick<Clock, "now" | "sleep">;
}

/** A key, and what the vendor said about it. */
export interface DeviceLoginResult {
  readonly key: string;
  /** The account's name. Absent if the vendor gives none, or could not be asked. */
  readonly account?: string;
  /** End of the key in milliseconds since the epoch. Absent if the vendor gives none. */
  readonly endsAt?: number;
}

/**
 * Gets a key by a code that a person enters on the vendor's page.
 *
 * Throws `ProviderError` `auth` when the person declines or the code ends before it is entered, and the
 * signal's reason when that is aborted.
 *
 * Source: RFC 8628, 3.
 */
export async function deviceLogin(
  definition: ProviderDefinition,
  options: LoginOptions,
): Promise<DeviceLoginResult> {
  const { name: provider, deviceLogin: login } = definition;
  if (!login) throw refused(provider, "does not support login by code");
  const { show, signal, fetch, clock = systemClock } = options;
  const post = (url: string, fields: Readonly<Record<string, string>>) =>
    askVendor(url, fields, { provider, fetch, signal, headers: definition.headers });

  const begun = await post(login.codeUrl, { client_id: login.clientId, scope: login.scope });
  const deviceCode = stringIn(begun["device_code"]);
  const page = stringIn(begun["verification_uri"]);
  if (deviceCode === "" || !/^https?:/.test(page)) throw refused(provider, `gave no code: ${wordsOf(begun)}`);
  show(stringIn(begun["user_code"]), page);

  let intervalMs = secondsIn(begun, "interval", 5) * 1000;
  const endsAt = clock.now() + secondsIn(begun, "expires_in", 900) * 1000;
  while (clock.now() < endsAt) {
    await clock.sleep(intervalMs, signal);
    const answer = await post(login.tokenUrl, {
      client_id: login.clientId,
      device_code: deviceCode,
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    });
    const token = stringIn(answer["access_token"]);
    if (token !== "")
      return { key: token, ...endIn(answer, clock), ...(await accountOf(definition, token, options)) };
    const error = stringIn(answer["error"]);
    if (error === "slow_down") intervalMs += 5000;
    else if (error !== "authorization_pending") throw refused(provider, `did not log in: ${wordsOf(answer)}`);
  }
  throw refused(provider, "did not log in: the code was not entered in time");
}

function endIn(answer: JsonObject, clock: Pick<Clock, "now">): Pick<DeviceLoginResult, "endsAt"> {
  const seconds = secondsIn(answer, "expires_in", 0);
  return seconds === 0 ? {} : { endsAt: clock.now() + seconds * 1000 };
}

/** The login has succeeded: a vendor that does not tell the account changes nothing. */
async function accountOf(
  { name: provider, deviceLogin: login, headers }: ProviderDefinition,
  key: string,
  { fetch, signal }: LoginOptions,
): Promise<Pick<DeviceLoginResult, "account">> {
  if (!login?.account) return {};
  const { url, field } = login.account;
  const { send } = await openTransport({ provider, url: new URL(url), settings: { fetch } });
  try {
    const answer = await send(url, {
      headers: { ...headers, accept: "application/json", authorization: `Bearer ${key}` },
      redirect: "manual",
      signal,
    });
    const account = stringIn(objectIn(jsonIn(await readStart(answer, maxAnswerBytes)))[field]);
    return account === "" ? {} : { account };
  } catch {
    signal.throwIfAborted();
    return {};
  }
}

function refused(provider: string, what: string): ProviderError {
  return new ProviderError("auth", `${provider} ${what}.`, {
    provider,
    retryable: false,
    hint: "Try again, and enter the code on the page within its time.",
  });
}
