import { defaultLimits, type AccessLimits } from "../limits.ts";
import { credentialOf, presentedIn, type Credential } from "./credentials.ts";
import type { AccessDecision, RefusalCode, Refused } from "./decision.ts";
import { onlyValue, valuesOf, type HeaderLines } from "./headers.ts";
import { isKnownHost, isKnownOrigin, type HostName } from "./known-host.ts";
import { isLoopback } from "./loopback.ts";
import { requestTarget } from "./request-target.ts";

export interface AccessRequest {
  readonly method: string;
  /** As it stands in the request line. */
  readonly url: string;
  readonly headers: HeaderLines;
  /** Absent for a Unix socket. */
  readonly remoteAddress: string | undefined;
}

export interface AccessSettings {
  /** Names of this server. */
  readonly hosts: readonly HostName[];
  readonly credentials: readonly Credential[];
  /** Name of the cookie of browsers. */
  readonly cookie: string;
  /** Whether only this machine may connect. */
  readonly isLoopbackOnly: boolean;
  /** Paths that are read without a credential: pages without data. A path that ends in `/` stands for all below it. */
  readonly publicPaths: readonly string[];
  /** Where a browser brings its code: `?code=…`. */
  readonly loginPath: string;
  /** Unknown tokens that the address has sent in the last minute. */
  readonly wrongTokens: number;
  readonly limits?: AccessLimits;
}

/**
 * Decides on a request before anything else is done with it: on one that upgrades, too, on pages and on events. It reads
 * nothing but its arguments. What comes first protects what comes after it: a foreign page gets no answer from which it
 * could learn whether a token is right.
 */
export function decideAccess(request: AccessRequest, settings: AccessSettings): AccessDecision {
  const { method, headers } = request;
  const { limits = defaultLimits, hosts } = settings;
  if (request.url.length > limits.targetCharacters) return refuse(414, "bad-target", "The URL is too long.");
  const target = requestTarget(request.url);
  if (!target) return refuse(400, "bad-target", "The URL is not a plain path.");
  if (!methods.has(method)) return refuse(405, "method", `${clean(method)} is not used here.`);
  if (singles.some((name) => onlyValue(headers, name) === "twice"))
    return refuse(400, "bad-headers", "A header that is allowed once is there twice.");
  const host = only(headers, "host");
  if (host === undefined || !isKnownHost(host, hosts))
    return refuse(421, "host", `This server does not answer to the name "${clean(host ?? "")}".`);
  if (settings.isLoopbackOnly && request.remoteAddress !== undefined && !isLoopback(request.remoteAddress))
    return refuse(403, "remote-address", "Only this machine may connect.");
  const foreign = foreignPage(headers, hosts);
  if (foreign) return foreign;
  const upgrade = upgradeProblem(request);
  if (upgrade) return upgrade;
  const isWrite = method !== "GET" && method !== "HEAD";
  const hasEffect = isWrite || only(headers, "upgrade") !== undefined;
  const body = bodyProblem(headers, isWrite, limits);
  if (body) return body;
  if (!hasEffect && target.path === settings.loginPath) {
    const code = new URLSearchParams(target.query).get("code");
    if (code !== null && code !== "") return { kind: "login", code };
  }
  if (!hasEffect && isPublic(target.path, settings.publicPaths)) return { kind: "public", ...target };
  const presented = presentedIn(headers, settings.cookie);
  if (presented === "none") return refuse(401, "no-token", "A token is needed.");
  const known = presented === "malformed" ? undefined : credentialOf(presented, settings.credentials);
  if (!known) {
    if (settings.wrongTokens >= limits.wrongTokens)
      return refuse(429, "too-many-wrong-tokens", "Too many wrong tokens. Wait a minute.");
    return refuse(401, "wrong-token", "The token is not valid here.");
  }
  if (known.by === "browser" && hasEffect && only(headers, "origin") === undefined)
    return refuse(403, "origin", "A browser has to say which page it asks for.");
  return { kind: "admitted", role: known.role, credential: known.id, ...target };
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Two of one of these, and two readers may each believe another one. */
const singles = ["host", "origin", "authorization", "content-type", "content-length", "upgrade"];

function foreignPage(headers: HeaderLines, hosts: readonly HostName[]): Refused | undefined {
  const sites = valuesOf(headers, "sec-fetch-site");
  if (sites.some((site) => site !== "same-origin" && site !== "none"))
    return refuse(403, "cross-site", "Pages of other sites may not use this server.");
  const origin = only(headers, "origin");
  if (origin !== undefined && !isKnownOrigin(origin, hosts))
    return refuse(403, "origin", `Pages of "${clean(origin)}" may not use this server.`);
  return undefined;
}

function upgradeProblem({ method, headers }: AccessRequest): Refused | undefined {
  const upgrade = only(headers, "upgrade");
  if (upgrade === undefined || (upgrade.toLowerCase() === "websocket" && method === "GET")) return undefined;
  return refuse(400, "upgrade", "Only a GET can be upgraded, and only to a WebSocket.");
}

function bodyProblem(headers: HeaderLines, isWrite: boolean, limits: AccessLimits): Refused | undefined {
  const length = only(headers, "content-length") ?? "0";
  if (valuesOf(headers, "transfer-encoding").length > 0)
    return refuse(411, "no-length", "Send the body with its Content-Length.");
  if (!/^[0-9]{1,15}$/.test(length)) return refuse(400, "bad-headers", "Content-Length is not a number.");
  if (Number(length) > limits.bodyBytes)
    return refuse(413, "too-large", `The body may have ${limits.bodyBytes} bytes.`);
  if (!isWrite) return Number(length) === 0 ? undefined : refuse(400, "bad-headers", "A GET has no body.");
  const type = only(headers, "content-type") ?? "";
  if (!/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type))
    return refuse(415, "not-json", "Send application/json.");
  return undefined;
}

function isPublic(path: string, publicPaths: readonly string[]): boolean {
  return publicPaths.some(
    (one) => path === one || (one.endsWith("/") && one !== "/" && path.startsWith(one)),
  );
}

function only(headers: HeaderLines, name: string): string | undefined {
  const found = onlyValue(headers, name);
  return found === "twice" ? undefined : found.value;
}

function refuse(status: Refused["status"], code: RefusalCode, message: string): Refused {
  return { kind: "refused", status, code, message };
}

/** Foreign text in a message: short, and of printable characters. */
function clean(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 80);
}
