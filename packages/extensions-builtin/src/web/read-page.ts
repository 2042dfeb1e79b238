import { coversAddress, destinationOf, isPublicAddress, type HostPattern } from "@skein/platform/hosts";
import { outgoingAgent, UnusableProxy } from "@skein/platform/outgoing";
import { escapeName, messageOf, type ToolFailure, toolFailed } from "@skein/protocol";
import { pageHeaders, requestOnce, type Reply } from "./request-once.ts";
import type { ResolveHost } from "./resolve-host.ts";

export interface Page {
  /** The address it was read from, after redirects. */
  readonly address: string;
  readonly status: number;
  /** Lower case, with its parameters; `""` when the server gives none. */
  readonly mediaType: string;
  readonly body: Buffer;
  /** Whether the body goes on beyond what is read. */
  readonly isCut: boolean;
}

export interface PageSources {
  /** Hosts that may be read although they are private. */
  readonly privateHosts: readonly HostPattern[];
  readonly resolve: ResolveHost;
}

const mostRedirects = 5;
const timeoutMs = 30_000;

/**
 * Reads a page. Each address on the way is resolved once, checked, and connected to as it was checked: what a name
 * leads to later does not matter. A proxy gets the name, and resolves it again.
 */
export async function readPage(
  url: string,
  sources: PageSources,
  signal: AbortSignal,
): Promise<Page | ToolFailure> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let address = new URL(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const place = await allowedPlace(address, sources);
    if ("kind" in place) return redirects === 0 ? place : redirected(url, place);
    let reply: Reply;
    try {
      reply = await requestOnce(address, { headers: pageHeaders, ...place }, limit);
    } catch (error) {
      signal.throwIfAborted();
      return toolFailed(
        `${shown(address)} could not be read: ${limit.aborted ? "it took longer than 30 s" : messageOf(error)}.`,
      );
    }
    const next = reply.location === undefined ? undefined : parsed(reply.location, address);
    if (next === undefined) return { ...reply, address: address.href };
    if (next === "invalid")
      return toolFailed(`${shown(address)} redirects to an address that cannot be read.`);
    if (next.hostname !== address.hostname) return elsewhere(address, next);
    address = next;
  }
  return toolFailed(`${escapeName(url)} redirects more than ${mostRedirects} times.`);
}

function parsed(location: string, base: URL): URL | "invalid" {
  const next = URL.canParse(location, base.href) ? new URL(location, base.href) : undefined;
  return next && /^https?:$/.test(next.protocol) ? next : "invalid";
}

/** The one IP address that is connected to; none for a named host that only a proxy can resolve. */
async function allowedPlace(
  address: URL,
  { privateHosts, resolve }: PageSources,
): Promise<{ readonly ip?: string } | ToolFailure> {
  if (address.username !== "" || address.password !== "") {
    return toolFailed("An address with a user name or password is not read.", "Leave them out.");
  }
  const place = destinationOf(address.href);
  if (!place) return toolFailed(`${shown(address)} has no host.`);
  const { isIP } = process.getBuiltinModule("node:net");
  const host = place.host.replace(/^\[|\]$/g, "");
  const isNamed = privateHosts.some((pattern) => coversAddress(pattern, address.href, "exact"));
  let found: readonly string[];
  try {
    found = isIP(host) === 0 ? await resolve(host) : [host];
  } catch {
    if (!hasProxy(address))
      return toolFailed(`${escapeName(host)} could not be resolved.`, "Check the name.");
    if (isNamed) return {};
    return toolFailed(
      `${escapeName(host)} is not read: only the proxy may know it, so that it may not be public.`,
      "Check the name. For a server of this network use the shell.",
    );
  }
  const isAllowed = (ip: string): boolean =>
    isNamed ||
    isPublicAddress(ip) ||
    privateHosts.some((pattern) => coversAddress(pattern, withHost(address, ip), "exact"));
  // One private address among them is enough to refuse: which one is dialled must not be chance.
  const [ip] = found;
  if (ip !== undefined && found.every(isAllowed)) return { ip };
  return toolFailed(
    `${escapeName(place.host)} is not read: it leads to ${found.join(", ") || "no address"}, which is not public.`,
    "For a server of this machine or network use the shell.",
  );
}

function hasProxy(address: URL): boolean {
  try {
    return outgoingAgent(address) !== undefined;
  } catch (error) {
    // The request is refused with the reason.
    return error instanceof UnusableProxy;
  }
}

function withHost({ port, protocol }: URL, ip: string): string {
  const host = process.getBuiltinModule("node:net").isIP(ip) === 6 ? `[${ip}]` : ip;
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}

/** A permission is for the host of the call: another host is a call of its own. */
function elsewhere(from: URL, to: URL): ToolFailure {
  return toolFailed(
    `${shown(from)} redirects to ${shown(to)}, which is another host.`,
    "Call fetch again with that address, if you want to read it.",
  );
}

function redirected(url: string, failure: ToolFailure): ToolFailure {
  return failure.kind === "failed"
    ? { ...failure, message: `${escapeName(url)} redirects: ${failure.message}` }
    : failure;
}

function shown(address: URL): string {
  return escapeName(address.href);
}
