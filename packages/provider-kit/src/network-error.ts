// Failed connections. Node, undici, OpenSSL and proxies each have codes of
// their own, often two or three causes deep. They are sorted into kinds by what
// a user can do: start a server, fix a name, trust an authority, set a proxy.
// An error without a known code is not touched: it is more likely a defect than
// the network.
import { ProviderError } from "@skein/protocol";
import { isLoopback } from "@skein/platform/outgoing";
import { ProxyFailure } from "./transport/proxy-failure.ts";

/** Failed or broken connection, with the facts for its message. */
export interface NetworkFailure {
  /** Id of the provider. */
  readonly provider: string;
  /** Error that was thrown. Its chain of causes is searched for a code. */
  readonly error: unknown;
  /** Host and port of the endpoint. */
  readonly host: string;
  /** Host and port of the proxy. Default: none. */
  readonly proxy?: string | undefined;
  /**
   * Use of a client certificate: `shown` if one was sent. Default: unknown, or
   * no TLS.
   */
  readonly clientCert?: "shown" | "none" | undefined;
  /**
   * True if a response had started. Default: `true`. A connection that failed
   * before is not billed.
   */
  readonly answered?: boolean;
}

/**
 * Turns a failed or broken connection into a `ProviderError` `network`, with
 * the host or proxy and a hint.
 *
 * Uses `code` along the chain of causes, never `name` or messages, except for
 * errors of `fetch` that have no code. Certificate and protocol errors are not
 * retryable, all others are.
 *
 * @returns undefined for any other error, so that defects are not reported as
 *   network problems.
 *
 * @example
 * ```ts
 * const error = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
 * networkErrorOf({ provider: "example", error, host: "127.0.0.1:8080" })?.refusedAt; // "127.0.0.1:8080"
 * ```
 */
export function networkErrorOf(failure: NetworkFailure): ProviderError | undefined {
  const { provider, error, proxy } = failure;
  const chain = causesOf(error);
  const refusal = proxy === undefined ? undefined : chain.find((one) => one instanceof ProxyFailure)?.status;
  const code = chain.map(codeOf).find((found) => found !== undefined && kindOf(found) !== undefined);
  const kind = code === undefined ? (chain.some(isFetchFailure) ? "cut" : undefined) : kindOf(code);
  if (kind === undefined && refusal === undefined) return undefined;
  const { message, hint, retryable } =
    refusal === undefined ? described(kind!, failure) : tunnelRefused(refusal, failure);
  // The message already says "connection refused"; every other code helps in a
  // search.
  const detail = kind === "refused" ? undefined : (refusal ?? code);
  const suffix = detail === undefined ? "" : ` (${detail})`;
  const unbilled = refusal !== undefined || (failure.answered !== true && neverSent(kind, code));
  const refusedAt = kind === "refused" && proxy === undefined ? localAddress(failure.host) : undefined;
  return new ProviderError("network", `${message}${suffix}.`, {
    provider,
    retryable,
    hint,
    unbilled,
    refusedAt,
    cause: error,
  });
}

/**
 * Returns the host if it is this machine, where a server may still be starting.
 */
function localAddress(host: string): string | undefined {
  const url = URL.parse(`http://${host}`);
  return url && isLoopback(url.hostname) ? host : undefined;
}

/** Causes of a failed connection, by what the user can do about them. */
type Kind =
  | "refused"
  | "name"
  | "cut"
  | "slow"
  | "unreachable"
  | "certificate"
  | "expired"
  | "other-name"
  | "proxy-cut"
  | "proxy-certificate"
  | "handshake"
  | "protocol";

/** Message, hint and retryability of a kind. */
interface Description {
  readonly message: string;
  readonly hint: string;
  readonly retryable: boolean;
}

/** Errors while connecting. With a proxy, they concern the proxy. */
const ofConnecting: ReadonlySet<Kind> = new Set<Kind>(["refused", "name", "slow", "unreachable"]);

/**
 * Returns true if there was no connection, so that nothing was sent and nothing
 * is billed.
 */
function neverSent(kind: Kind | undefined, code: string | undefined): boolean {
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT" || code === "ETIMEDOUT")
    return false;
  return kind !== undefined && kind !== "cut" && kind !== "protocol";
}

const proxyHint = "Check `proxy` in the settings, HTTPS_PROXY and NO_PROXY, and that the proxy is running.";
const authorityHint =
  "If a company proxy or a private server is on the way, set `ca`, or NODE_EXTRA_CA_CERTS, to the file of its authority.";

/**
 * Describes a failure of the endpoint or, if the proxy was not reached, of the
 * proxy.
 */
function described(kind: Kind, failure: NetworkFailure): Description {
  const { host, proxy } = failure;
  if (proxy !== undefined && ofConnecting.has(kind)) {
    return { ...kinds[kind](`the proxy ${proxy}`, failure), hint: proxyHint };
  }
  return kinds[kind](host, failure);
}

/**
 * Describes the answer of a proxy that did not open a tunnel: CONNECT was
 * answered with anything but 200.
 */
function tunnelRefused(status: number, { host, proxy }: NetworkFailure): Description {
  if (status === 407) {
    const hint = `Add them to its address: http://USER:PASSWORD@${proxy}.`;
    return { message: `The proxy ${proxy} requires a user name and a password`, hint, retryable: false };
  }
  const retryable = status >= 500;
  return { message: `The proxy ${proxy} does not connect to ${host}`, hint: proxyHint, retryable };
}

/**
 * Messages and hints by kind. The hint names a setting wherever one can help.
 */
const kinds: Readonly<Record<Kind, (host: string, failure: NetworkFailure) => Description>> = {
  refused: (host) => ({
    message: `Could not reach ${host}: connection refused`,
    hint: "Check the base URL, and that the server is running.",
    retryable: true,
  }),
  name: (host) => ({
    message: `The name ${host.replace(/^the proxy /, "of the proxy ")} cannot be resolved`,
    hint: "Check the network, the DNS settings and the base URL.",
    retryable: true,
  }),
  cut: (host, { answered = true, clientCert }) => ({
    message: `The connection to ${host} was cut`,
    hint:
      answered || clientCert !== "none"
        ? "Check the network and any proxy on the way, then try again."
        : "Check the network and any proxy on the way. A server that wants a client certificate does this too: set `clientCert` and `clientKey` then.",
    retryable: true,
  }),
  slow: (host) => ({
    message: `${sentence(host)} did not answer in time`,
    hint: "Check the network and any proxy on the way, then try again.",
    retryable: true,
  }),
  unreachable: (host) => ({
    message: `There is no route to ${host}`,
    hint: "Check the network, the proxy settings and the base URL.",
    retryable: true,
  }),
  certificate: (host) => ({
    message: `The certificate of ${host} is not trusted`,
    hint: authorityHint,
    retryable: false,
  }),
  expired: (host) => ({
    message: `The certificate of ${host} is not valid now`,
    hint: "Check this machine's clock; if it is right, the server needs a new certificate.",
    retryable: false,
  }),
  "other-name": (host) => ({
    message: `The certificate of ${host} was issued for another name`,
    hint: "Check the base URL: its host must match the certificate.",
    retryable: false,
  }),
  "proxy-cut": (host, { proxy }) => ({
    message: `The proxy ${proxy} cut the connection to ${host}`,
    hint: proxyHint,
    retryable: true,
  }),
  "proxy-certificate": (_, { proxy }) => ({
    message: `The certificate of the proxy ${proxy} is not trusted`,
    hint: "Set `ca`, or NODE_EXTRA_CA_CERTS, to the file of its authority, and give the proxy the name that its certificate has.",
    retryable: false,
  }),
  handshake: (host, { clientCert }) => ({
    message: `${host} broke off the TLS handshake`,
    hint:
      clientCert === "shown"
        ? "It does not take this client's certificate: check `clientCert`, who issued it and until when it is valid."
        : "If it wants a client certificate, set `clientCert` and `clientKey`.",
    retryable: false,
  }),
  protocol: (host) => ({
    message: `${host} uses an unexpected protocol`,
    hint: "Check the base URL: http or https, and the port.",
    retryable: false,
  }),
};

function sentence(host: string): string {
  return host.replace(/^the/, "The");
}

/**
 * Kinds by error code: of the operating system, of undici (`UND_ERR_`), of
 * OpenSSL (certificates), and of this package (`ERR_PROXY_`,
 * `ERR_CONTENT_CODING`, `ERR_HTTP_UPGRADE`).
 */
const byCode: Readonly<Record<string, Kind>> = {
  // No program listens on the port.
  ECONNREFUSED: "refused",
  // The name does not exist, or DNS is not available. EAI codes come from
  // `getaddrinfo`.
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  EAI_FAIL: "name",
  // A connection that existed has ended: by the server, a proxy, or a router
  // that forgot it.
  ECONNRESET: "cut",
  ECONNABORTED: "cut",
  EPIPE: "cut",
  // Codes of undici, for a custom `fetch`.
  UND_ERR_SOCKET: "cut",
  UND_ERR_CLOSED: "cut",
  UND_ERR_DESTROYED: "cut",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "cut",
  UND_ERR_ABORTED: "cut",
  // The decoder of gzip or brotli ran out of bytes.
  Z_BUF_ERROR: "cut",
  ERR_STREAM_PREMATURE_CLOSE: "cut",
  // Timeouts of connecting, and of undici.
  ETIMEDOUT: "slow",
  UND_ERR_CONNECT_TIMEOUT: "slow",
  UND_ERR_HEADERS_TIMEOUT: "slow",
  UND_ERR_BODY_TIMEOUT: "slow",
  // The operating system has no route.
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  EHOSTDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  // Codes of `ProxyFailure` and of this package's client.
  ERR_PROXY_CERTIFICATE: "proxy-certificate",
  ERR_PROXY_CUT: "proxy-cut",
  ERR_SOCKET_CONNECTION_TIMEOUT: "slow",
  ERR_CONTENT_CODING: "protocol",
  ERR_HTTP_UPGRADE: "protocol",
  // TLS was spoken to a server without TLS, or the other way round.
  EPROTO: "protocol",
  // Certificate errors of Node. Source: Node's documentation, TLS, "X509
  // certificate error codes".
  ERR_TLS_CERT_ALTNAME_INVALID: "other-name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate",
  HOSTNAME_MISMATCH: "other-name",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "expired",
  CERT_CHAIN_TOO_LONG: "certificate",
  INVALID_CA: "certificate",
};

/**
 * Finds the kind of a code. Groups of codes share a prefix: certificates,
 * alerts of TLS, and the HTTP parser (`HPE_`).
 */
function kindOf(code: string): Kind | undefined {
  if (Object.hasOwn(byCode, code)) return byCode[code];
  if (/^(CERT_|UNABLE_TO_|CRL_|ERROR_IN_CERT)/.test(code)) return "certificate";
  if (/^ERR_SSL_(SSLV3|TLSV1|TLSV13)_ALERT_(?!PROTOCOL)/.test(code)) return "handshake";
  if (/^(HPE_|ERR_SSL_|ERR_TLS_)/.test(code)) return "protocol";
  return undefined;
}

/**
 * Lists an error and its causes, breadth first: `cause`, and `errors` of an
 * `AggregateError`. Stops at cycles and after 20.
 */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  const queue = [error];
  for (const next of queue) {
    if (typeof next !== "object" || next === null || chain.includes(next) || chain.length > 20) continue;
    chain.push(next);
    if ("errors" in next && Array.isArray(next.errors)) queue.push(...next.errors);
    if ("cause" in next) queue.push(next.cause);
  }
  return chain;
}

function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Returns true for errors of `fetch` without a code. */
function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated|network error)$/i.test(error.message);
}
