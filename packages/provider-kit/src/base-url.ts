import { ConfigError } from "@skein/protocol";

export interface AddressRequest {
  /** The provider's id, for the message. */
  readonly provider: string;
  /** Given by the caller; wins over the environment. */
  readonly explicit?: string | undefined;
  /** Name of the environment variable that holds it. */
  readonly variable: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The vendor's own; also the example in the hint. */
  readonly official: string;
}

/**
 * Where requests go. Empty settings count as absent.
 *
 * Throws `ConfigError` `usage` for what is not http or https, and for one with user name and password: `fetch` takes
 * none, and they would stand in messages.
 */
export function baseUrl({ provider, explicit, variable, env, official }: AddressRequest): URL {
  const wanted = explicit?.trim() || env[variable]?.trim() || official;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw new ConfigError("usage", `The base URL of ${provider} is not an address that can be called.`, {
    hint: `Set ${variable} to something like ${official}, without user name and password.`,
  });
}
