import { ConfigError } from "@skein/protocol";

/**
 * Until the end of the block nothing in this process opens a connection: TCP, TLS, HTTP, `fetch`, a local socket, a
 * datagram, a look-up of a name. What has no reason to reach for the network is kept from it all the same.
 */
export function denyNetwork(): Disposable {
  const { Socket } = process.getBuiltinModule("node:net");
  const dgram = process.getBuiltinModule("node:dgram").Socket;
  const dns = process.getBuiltinModule("node:dns");
  const refused = [
    deny(Socket.prototype, "connect"),
    deny(dgram.prototype, "send"),
    deny(dgram.prototype, "connect"),
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
