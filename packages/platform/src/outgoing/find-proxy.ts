import { isBypassed } from "./no-proxy.ts";

const ofHttps = ["https_proxy", "HTTPS_PROXY"];
const ofHttp = ["http_proxy", "HTTP_PROXY"];
const ofAll = ["all_proxy", "ALL_PROXY"];

export interface ProxyQuery {
  readonly url: URL;
  /** An address, or `none`. Takes precedence over the environment, including `NO_PROXY`. */
  readonly explicit?: string | undefined;
  /** The owner of `explicit`, for the message. */
  readonly owner?: string | undefined;
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

/** A proxy that Skein cannot use, such as one that speaks SOCKS. */
export class UnusableProxy extends Error {
  /** One sentence. The address, which may hold a password, is not in it. */
  readonly problem: string;
  readonly hint: string;

  constructor(problem: string, hint: string) {
    super(`${problem} ${hint}`);
    this.problem = problem;
    this.hint = hint;
  }
}

/**
 * Finds the proxy for an address; `undefined` for none. Every outgoing HTTP connection of Skein is opened by this answer.
 *
 * Without `explicit` it is `HTTPS_PROXY`, for http `HTTP_PROXY`, then `ALL_PROXY`, lower case first, unless `NO_PROXY` names
 * the host or the host is this machine. An address without a scheme is http. Throws `UnusableProxy` for one that is neither
 * http nor https: to ignore it would be to connect directly, past what the user asked for.
 */
export function findProxy({ url, explicit, owner = "Skein", env }: ProxyQuery): ProxyAccess | undefined {
  const set = explicit?.trim() ?? "";
  if (set === "none") return undefined;
  if (set !== "") return parsed(set, `The proxy of ${owner}`, "the proxy");
  const name = setIn(env, url.protocol === "https:" ? [...ofHttps, ...ofAll] : [...ofHttp, ...ofAll]);
  if (name === undefined || isBypassed(url, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return undefined;
  return parsed(env[name]!.trim(), `The proxy in ${name}`, name);
}

/** Whether a proxy is set for any address. */
export function isProxySet(env: ProxyQuery["env"]): boolean {
  return setIn(env, [...ofHttps, ...ofHttp, ...ofAll]) !== undefined;
}

function setIn(env: ProxyQuery["env"], names: readonly string[]): string | undefined {
  return names.find((name) => (env[name]?.trim() ?? "") !== "");
}

function parsed(text: string, what: string, name: string): ProxyAccess {
  const full = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return accessOf(url);
  throw new UnusableProxy(
    `${what} is not an http or https address.`,
    `Set ${name} to something like http://proxy.example.com:3128. SOCKS proxies are not supported: set NO_PROXY for hosts that are reached without one.`,
  );
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
