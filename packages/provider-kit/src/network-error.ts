import { ProviderError } from "@skein/protocol";

export interface NetworkFailure {
  readonly provider: string;
  readonly error: unknown;
  /** Host and port that were called. */
  readonly host: string;
}

/**
 * A connection that could not be made or broke, as a `ProviderError` that names the host and says what to do;
 * `undefined` when the error is none of that, so that a defect is not taken for bad weather.
 *
 * Goes by `code` along the chain of causes, never by `name` or wording. Certificates and protocol errors are not
 * retryable, everything else is.
 */
export function networkErrorOf({ provider, error, host }: NetworkFailure): ProviderError | undefined {
  const chain = causesOf(error);
  const code = chain.map(codeOf).find((found) => found !== undefined && kindOf(found) !== undefined);
  const kind = code === undefined ? (chain.some(isFetchFailure) ? "cut" : undefined) : kindOf(code);
  if (kind === undefined) return undefined;
  const { message, hint, retryable } = kinds[kind];
  const suffix = code === undefined ? "" : ` (${code})`;
  return new ProviderError("network", `${message(host)}${suffix}.`, {
    provider,
    retryable,
    hint,
    cause: error,
  });
}

type Kind = "refused" | "name" | "cut" | "slow" | "unreachable" | "certificate" | "protocol";

const kinds: Readonly<Record<Kind, { message: (host: string) => string; hint: string; retryable: boolean }>> =
  {
    refused: {
      message: (host) => `Nothing answers at ${host}`,
      hint: "Check the base URL, and that the server is running.",
      retryable: true,
    },
    name: {
      message: (host) => `The name ${host} cannot be resolved`,
      hint: "Check the network, the DNS settings and the base URL.",
      retryable: true,
    },
    cut: {
      message: (host) => `The connection to ${host} was cut`,
      hint: "Check the network and any proxy on the way, then try again.",
      retryable: true,
    },
    slow: {
      message: (host) => `${host} did not answer in time`,
      hint: "Check the network and any proxy on the way, then try again.",
      retryable: true,
    },
    unreachable: {
      message: (host) => `There is no way to ${host}`,
      hint: "Check the network, the proxy settings and the base URL.",
      retryable: true,
    },
    certificate: {
      message: (host) => `The certificate of ${host} is not trusted`,
      hint: "If a company proxy or a private server is on the way, set NODE_EXTRA_CA_CERTS to its CA file.",
      retryable: false,
    },
    protocol: {
      message: (host) => `${host} does not speak what was expected`,
      hint: "Check the base URL: http or https, and the port.",
      retryable: false,
    },
  };

const byCode: Readonly<Record<string, Kind>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  EAI_FAIL: "name",
  ECONNRESET: "cut",
  ECONNABORTED: "cut",
  EPIPE: "cut",
  UND_ERR_SOCKET: "cut",
  UND_ERR_CLOSED: "cut",
  UND_ERR_DESTROYED: "cut",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "cut",
  UND_ERR_ABORTED: "cut",
  Z_BUF_ERROR: "cut",
  ERR_STREAM_PREMATURE_CLOSE: "cut",
  ETIMEDOUT: "slow",
  UND_ERR_CONNECT_TIMEOUT: "slow",
  UND_ERR_HEADERS_TIMEOUT: "slow",
  UND_ERR_BODY_TIMEOUT: "slow",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  EHOSTDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  UND_ERR_PRX_TLS: "unreachable",
  EPROTO: "protocol",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate",
  HOSTNAME_MISMATCH: "certificate",
  CERT_CHAIN_TOO_LONG: "certificate",
  INVALID_CA: "certificate",
};

function kindOf(code: string): Kind | undefined {
  if (Object.hasOwn(byCode, code)) return byCode[code];
  if (/^(CERT_|UNABLE_TO_|CRL_|ERROR_IN_CERT)/.test(code)) return "certificate";
  if (/^(HPE_|ERR_SSL_|ERR_TLS_)/.test(code)) return "protocol";
  return undefined;
}

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

/** What `fetch` throws when it has no code to give. */
function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated|network error)$/i.test(error.message);
}
