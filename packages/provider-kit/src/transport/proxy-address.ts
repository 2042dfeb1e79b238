import { ConfigError } from "@skein/protocol";
import { isBypassed } from "./no-proxy.ts";

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

export interface ProxyAccess {
  /** Without user name and password. */
  readonly origin: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** `USER:PASSWORD`. */
  readonly account: string | undefined;
  /** Never shown. */
  readonly secrets: readonly string[];
}

/**
 * The proxy for an address; `undefined` for none.
 *
 * Without a setting it is `HTTPS_PROXY`, for http `HTTP_PROXY`, lower case first, unless `NO_PROXY` names the
 * host or the host is this machine. An address without a scheme is http. Throws `ConfigError` `usage` for one
 * that is neither http nor https; the address, which may hold a password, is not in the message.
 *
 * `ALL_PROXY` counts where neither is set. It mostly names a SOCKS proxy, which is refused: to ignore it would be to connect
 * directly, past what the user asked for.
 */
export function proxyAddress({ provider, url, explicit, env }: ProxyRequest): ProxyAccess | undefined {
  const set = explicit?.trim() ?? "";
  if (set === "none") return undefined;
  if (set !== "") return parsed(set, `The proxy of ${provider}`, "the proxy");
  const names = url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  names.push("all_proxy", "ALL_PROXY");
  const name = names.find((candidate) => (env[candidate]?.trim() ?? "") !== "");
  if (name === undefined || isBypassed(url, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return undefined;
  return parsed(env[name]!.trim(), `The proxy in ${name}`, name);
}

function parsed(text: string, what: string, name: string): ProxyAccess {
  const full = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return accessOf(url);
  throw new ConfigError("usage", `${what} is not an http or https address.`, {
    hint: `Set ${name} to something like http://proxy.example.com:3128. SOCKS proxies are not supported: set NO_PROXY for hosts that are reached without one.`,
  });
}

function accessOf({ origin, host, username, password }: URL): ProxyAccess {
  if (username === "" && password === "") return { origin, host, account: undefined, secrets: [] };
  const account = `${plain(username)}:${plain(password)}`;
  const secrets = [account, plain(password), password].filter((secret) => secret !== "");
  return { origin, host, account, secrets };
}

/** Leaves invalid percent escapes unchanged. */
function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
