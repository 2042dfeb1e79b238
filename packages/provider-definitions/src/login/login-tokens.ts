import { ConfigError, ProviderError, systemClock } from "@skein/protocol";
import type { Clock } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { BrowserLogin, ProviderDefinition } from "../definition.ts";
import { askVendor, wordsOf } from "./ask-vendor.ts";
import { grantIn, readGrant, type Grant } from "./grant.ts";

/** Where a login is kept. Several processes share it. */
export interface KeptLogin {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Runs `work` while no other process changes the login. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface TokenOptions {
  readonly kept: KeptLogin | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly clock?: Pick<Clock, "now">;
}

/** A token is taken for ended this long before it is. */
const marginMs = 180_000;

/** The longest that a renewal may take, in milliseconds. */
const patienceMs = 30_000;

/** Answers after which a refresh token can never be used again. */
const final = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/**
 * Gives the token of a login in a browser, renewed when it ends. A refresh token may be used once: processes renew it one
 * after the other, and take over what another one has renewed.
 *
 * @returns a function that throws `ConfigError` `missing-key` where no one is logged in, or the login has ended, and
 *   `ProviderError` when the vendor cannot be asked.
 */
export function loginTokens(
  definition: ProviderDefinition,
  { kept, fetch, clock = systemClock }: TokenOptions,
): (isRefused: boolean) => Promise<string> {
  const { name: provider, browserLogin: login, headers } = definition;
  let last: string | undefined;
  const isGood = (grant: Grant, isRefused: boolean) =>
    grant.endsAt - marginMs > clock.now() && !(isRefused && grant.accessToken === last);

  /** Not ended with the request that wanted it: the vendor may have taken the old refresh token already. */
  async function renew(grant: Grant): Promise<Grant> {
    const signal = AbortSignal.timeout(patienceMs);
    const { tokenUrl, resource }: BrowserLogin = login!;
    const fields = {
      grant_type: "refresh_token",
      client_id: grant.clientId,
      refresh_token: grant.refreshToken,
      ...(resource === undefined ? {} : { resource }),
    };
    const answer = await askVendor(tokenUrl, fields, { provider, headers, fetch, signal });
    const fresh = grantIn(answer, grant, clock);
    if (fresh) return fresh;
    if (final.has(stringIn(answer["error"])))
      throw notLoggedIn(provider, `The login to ${provider} has ended.`);
    throw new ProviderError("auth", `${provider} did not renew the login: ${wordsOf(answer)}.`, {
      provider,
      retryable: true,
    });
  }

  return async (isRefused) => {
    const now = readGrant(await kept?.read());
    if (!kept || !now) throw notLoggedIn(provider, `There is no login to ${provider}.`);
    if (isGood(now, isRefused)) return (last = now.accessToken);
    const fresh = await kept.exclusively(async () => {
      const current = readGrant(await kept.read()) ?? now;
      if (isGood(current, isRefused)) return current;
      const renewed = await renew(current);
      await kept.write(JSON.stringify(renewed));
      return renewed;
    });
    return (last = fresh.accessToken);
  };
}

function notLoggedIn(provider: string, message: string): ConfigError {
  return new ConfigError("missing-key", message, { nextStep: { do: "log-in-to-provider", provider } });
}
