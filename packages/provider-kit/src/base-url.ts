import { ConfigError } from "@skein/protocol";

export interface AddressRequest {
  /** The provider's id, for the message. */
  readonly provider: string;
  /** Passed by the caller; takes precedence over the environment. */
  readonly explicit?: string | undefined;
  /** Name of its environment variable. */
  readonly variable: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The vendor's address; also the example in the hint. */
  readonly official: string;
}

/**
 * The base URL for requests. Empty settings count as absent.
 *
 * Throws `ConfigError` `usage` for an address that is not http or https, or has a user name and password,
 * which `fetch` rejects and messages would show.
 */
export function baseUrl({ provider, explicit, variable, env, official }: AddressRequest): URL {
  const wanted = explicit?.trim() || env[variable]?.trim() || official;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw new ConfigError("usage", `The base URL of ${provider} is not a valid http or https address.`, {
    hint: `Set ${variable} to something like ${official}, without user name and password.`,
  });
}
