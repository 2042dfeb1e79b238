import { Socket as DatagramSocket } from "node:dgram";
import dns from "node:dns";
import { Socket } from "node:net";
import { ConfigError } from "@skein/protocol";

/**
 * Until the end of the block nothing in this process opens a connection: TCP, TLS, HTTP, `fetch`, a local socket, a
 * datagram, a look-up of a name. What has no reason to reach for the network is kept from it all the same.
 */
export function denyNetwork(): Disposable {
  const refused = [
    deny(Socket.prototype, "connect"),
    deny(DatagramSocket.prototype, "send"),
    deny(DatagramSocket.prototype, "connect"),
    deny(dns, "lookup"),
    deny(dns.promises, "lookup"),
  ];
  return {
    [Symbol.dispose]() {
      for (const allow of refused) allow();
    },
  };
}

/** @returns what makes it work again. */
function deny<Name extends string>(owner: Record<Name, unknown>, name: Name): () => void {
  const before = owner[name];
  owner[name] = () => {
    throw new ConfigError("usage", "A replay opens no connection, and something in it tried to.");
  };
  return () => void (owner[name] = before);
}
