import { findProxy, UnusableProxy, type ProxyAccess } from "@skein/platform/outgoing";
import { ConfigError } from "@skein/protocol";

export interface ProxyRequest {
  /** The provider's id, for the message. */
  readonly provider: string;
  /** The address of the endpoint. */
  readonly url: URL;
  /**
   * Passed by the caller: an address, or `none`. Takes precedence over the environment, including `NO_PROXY`.
   */
  readonly explicit?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxy for an address of a provider; `undefined` for none. Throws `ConfigError` `usage` for one that cannot be used. */
export function proxyAddress({ provider: owner, url, explicit, env }: ProxyRequest): ProxyAccess | undefined {
  try {
    return findProxy({ url, explicit, owner, env });
  } catch (error) {
    if (!(error instanceof UnusableProxy)) throw error;
    throw new ConfigError("usage", error.problem, { hint: error.hint, cause: error });
  }
}
