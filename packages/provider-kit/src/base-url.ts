import { ConfigError } from "@skein/protocol";

/**
 * Places to look for the base URL of a provider, in this order: `explicit`,
 * `env`, `official`.
 */
export interface AddressRequest {
  /** Id of the provider, for error messages. */
  readonly provider: string;
  /**
   * Address passed by the caller. Takes precedence over the environment. Blank
   * counts as absent.
   */
  readonly explicit?: string | undefined;
  /** Name of the environment variable that can contain the address. */
  readonly variable: string;
  /** Environment, normally `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Address of the vendor. Also the example in the hint. */
  readonly official: string;
}

/**
 * Finds the base URL for requests.
 *
 * Throws `ConfigError` `usage` for an address that is not http or https, or has
 * a user name and a password, which `fetch` rejects and messages would show.
 *
 * @returns the address, with its path. A provider appends its own paths to it.
 *
 * @example
 * ```ts
 * const url = baseUrl({
 *   provider: "example",
 *   variable: "EXAMPLE_BASE_URL",
 *   env: process.env,
 *   official: "https://api.example.com/v1",
 * });
 * ```
 */
export function baseUrl({ provider, explicit, variable, env, official }: AddressRequest): URL {
  const wanted = explicit?.trim() || env[variable]?.trim() || official;
  const url = URL.canParse(wanted) ? new URL(wanted) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw new ConfigError("usage", `The base URL of ${provider} is not a valid http or https address.`, {
    hint: `Set ${variable} to something like ${official}, without user name and password.`,
  });
}
