import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface AdmissionRules {
  /** Host names, without port, that a request may be made to. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of web pages that may make requests, beside those of the host itself. */
  readonly origins: ReadonlySet<string>;
  /** `undefined`: none is needed. */
  readonly token: string | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Why a request is not served. A web page that a browser shows can reach a server of the same machine: under another
 * host's name (DNS rebinding), or from another origin.
 */
export function refusalOf(
  request: IncomingMessage,
  { hosts, origins, token }: AdmissionRules,
): Refusal | undefined {
  const { host = "", origin, authorization } = request.headers;
  if (!hosts.has(hostName(host)))
    return { status: 421, message: "This server does not answer for that host." };
  if (origin !== undefined && origin !== `http://${host}` && !origins.has(origin))
    return { status: 403, message: "Pages of that origin may not use this server." };
  if (token === undefined || isToken(authorization, token)) return undefined;
  return { status: 401, message: "A bearer token is needed.", headers: { "WWW-Authenticate": "Bearer" } };
}

function hostName(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

/** Of equal length for all texts. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
