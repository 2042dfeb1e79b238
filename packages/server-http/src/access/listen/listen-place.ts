import { isIP } from "node:net";
import { AccessError } from "../access-error.ts";
import { hostName, type HostName } from "../decide/known-host.ts";
import { isLoopback } from "../decide/loopback.ts";

/** Where somebody wishes to listen. */
export interface ListenWish {
  /** A project never reaches further than this machine, whatever it says. */
  readonly from: "user" | "project";
  /** An IP address. Default 127.0.0.1. */
  readonly address?: string | undefined;
  /** Default: any that is free. */
  readonly port?: number | undefined;
  /** Path of a Unix socket, instead of an address. */
  readonly socket?: string | undefined;
  /** Further names under which clients come: through a proxy, or from another machine. */
  readonly allowHosts?: readonly string[] | undefined;
}

export type ListenPlace = { readonly allowHosts: readonly HostName[]; readonly isLoopbackOnly: boolean } & (
  | { readonly kind: "tcp"; readonly address: string; readonly port: number }
  | { readonly kind: "socket"; readonly path: string }
);

/** Throws `AccessError`. */
export function listenPlace(wish: ListenWish): ListenPlace {
  const { from, address = "127.0.0.1", port = 0, socket, allowHosts = [] } = wish;
  if (isIP(address) === 0)
    throw new AccessError(
      "address",
      `"${address}" is not an IP address. Use 127.0.0.1, or that of a network card.`,
    );
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new AccessError("port", "The port is not a number from 0 to 65535; 0 is any that is free.");
  const isLoopbackOnly = socket !== undefined || isLoopback(address);
  if (from === "project" && (!isLoopbackOnly || socket !== undefined || allowHosts.length > 0))
    throw new AccessError(
      "project-reach",
      "The settings of a project cannot open the server beyond 127.0.0.1.",
    );
  if (!isLoopbackOnly && allowHosts.length === 0)
    throw new AccessError(
      "no-allowed-host",
      `To listen on ${address}, say under which name clients come: it is compared with the Host header.`,
    );
  const names = allowHosts.map((text) => {
    const name = hostName(text);
    if (name === undefined)
      throw new AccessError(
        "not-a-host",
        `"${text}" is not the name of a host, like skein.example.org or 10.0.0.2:4400.`,
      );
    return name;
  });
  const common = { allowHosts: names, isLoopbackOnly };
  return socket === undefined
    ? { kind: "tcp", address, port, ...common }
    : { kind: "socket", path: socket, ...common };
}

/** Names under which the server answers. */
export function hostsOf(place: ListenPlace, port: number | undefined): readonly HostName[] {
  if (port === undefined) return ["localhost", ...place.allowHosts];
  const own = place.kind === "tcp" && place.address.includes(":") ? "[::1]" : "127.0.0.1";
  return [`${own}:${port}`, `localhost:${port}`, ...place.allowHosts];
}
