// The choice of the proxy belongs to `@skein/platform`, which every part that
// connects shares. This module only turns its error into that of a provider's
// settings.
import { findProxy, UnusableProxy, type ProxyAccess } from "@skein/platform/outgoing";
import { ConfigError } from "@skein/protocol";

/** Places to look for the proxy of an address. */
export interface ProxyRequest {
  /** Id of the provider, for the message. */
  readonly provider: string;
  /** Address of the endpoint. */
  readonly url: URL;
  /**
   * Proxy passed by the caller: an address, or `none`. Takes precedence over
   * the environment, including `NO_PROXY`.
   */
  readonly explicit?: string | undefined;
  /** Environment, normally `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the proxy for an address of a provider. Undefined for none. Throws
 * `ConfigError` `usage` for one that cannot be used.
 */
export function proxyAddress({ provider: owner, url, explicit, env }: ProxyRequest): ProxyAccess | undefined {
  try {
    return findProxy({ url, explicit, owner, env });
  } catch (error) {
    if (!(error instanceof UnusableProxy)) throw error;
    throw new ConfigError("usage", error.problem, { hint: error.hint, cause: error });
  }
}
