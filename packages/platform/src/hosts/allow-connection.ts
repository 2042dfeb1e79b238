import { isIP } from "node:net";
import { coversAddress, destinationOf, type HostPattern } from "./host-pattern.ts";
import { isPublicAddress } from "./public-address.ts";

export interface AllowedConnection {
  /** An IP address: what was checked is what is dialled, so a name is resolved only here. */
  readonly address: string;
  readonly port: number;
}

export interface RefusedConnection {
  /** As a pattern that would allow it is written: `registry.example.com`, `localhost:8080`. */
  readonly host: string;
  /** A sentence. */
  readonly refused: string;
}

/**
 * Whether an address may be connected to, and where that is. An empty list allows nothing. A name that leads to a private,
 * loopback, link-local or metadata address is refused unless the list names that address, or the name is `localhost`.
 *
 * @param resolve - the addresses of a name; rejects when there are none.
 */
export async function allowConnection(
  hosts: readonly HostPattern[],
  address: string,
  resolve: (host: string) => Promise<readonly string[]>,
): Promise<AllowedConnection | RefusedConnection> {
  const destination = destinationOf(address);
  const covers = (url: string) => hosts.some((pattern) => coversAddress(pattern, url, "exact"));
  if (!destination || !covers(address)) {
    const host = destination ? shown(destination) : address;
    return { host, refused: `${host} is not an allowed host.` };
  }
  const { host, port } = destination;
  const literal = host.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0) return { address: literal, port };
  let found: readonly string[];
  try {
    found = await resolve(host);
  } catch {
    return { host, refused: `${host} could not be resolved.` };
  }
  const reachable = found.find(
    (one) => host === "localhost" || isPublicAddress(one) || covers(urlOf(one, port)),
  );
  if (reachable !== undefined) return { address: reachable, port };
  return {
    host,
    refused: `${host} leads to ${found.join(", ")}, which is not public. Such an address has to be allowed itself.`,
  };
}

function shown({ host, port }: { readonly host: string; readonly port: number }): string {
  return port === 443 || port === 80 ? host : `${host}:${port}`;
}

function urlOf(address: string, port: number): string {
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}
