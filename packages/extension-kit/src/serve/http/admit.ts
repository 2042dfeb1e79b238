// Admission of HTTP requests. A server on this machine is reachable for every
// web page in the user's browser; the checks of host, origin and token are what
// keeps them out.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Rules of a server. */
export interface AdmissionRules {
  /** Host names, without port, that a request may be made to. */
  readonly hosts: ReadonlySet<string>;
  /**
   * Origins of web pages that may make requests, in addition to those of the
   * host itself.
   */
  readonly origins: ReadonlySet<string>;
  /** Token that requests must carry. `undefined`: none is needed. */
  readonly token: string | undefined;
}

/** Response to a request that is not admitted. */
export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** Text of the body. */
  readonly message: string;
  /** More headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns why a request is not served, or undefined if it is. A web page in a
 * browser can reach a server of the same machine under another host's name (DNS
 * rebinding), or from another origin.
 *
 * Source: MCP, transports, "Security Warning".
 *
 * @param rules - hosts, origins and token of the server.
 */
export function refusalOf(
  request: IncomingMessage,
  { hosts, origins, token }: AdmissionRules,
): Refusal | undefined {
  const { host = "", origin, authorization } = request.headers;
  // 421 (Misdirected Request): RFC 9110, 15.5.20.
  if (!hosts.has(hostName(host)))
    return { status: 421, message: "This server does not answer for that host." };
  // Programs usually send no `Origin`; browsers send it with requests from
  // other pages.
  if (origin !== undefined && origin !== `http://${host}` && !origins.has(origin))
    return { status: 403, message: "Pages of that origin may not use this server." };
  if (token === undefined || isToken(authorization, token)) return undefined;
  return { status: 401, message: "A bearer token is needed.", headers: { "WWW-Authenticate": "Bearer" } };
}

/**
 * Returns the name in a `Host` header, without port. Empty if it is not valid.
 */
function hostName(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}

/** Compares tokens in constant time. */
function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

/** Hashes a text, so that both sides of a comparison have the same length. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
