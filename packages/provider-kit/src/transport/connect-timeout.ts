// Node has no timeout for connecting: without this one, a host that drops
// packets would cost the operating system's timeout for each attempt, about two
// minutes on Linux.
import type { Socket } from "node:net";

/** Timeout of connecting, the TLS handshake included, in milliseconds. */
const connectMs = 10_000;

/**
 * Destroys the socket if it is not connected in time.
 *
 * @param isTls - whether to wait for the TLS handshake too.
 */
export function limitConnecting(socket: Socket, isTls: boolean): Socket {
  const timer = setTimeout(() => {
    const code = "ERR_SOCKET_CONNECTION_TIMEOUT";
    socket.destroy(Object.assign(new Error(`Not connected after ${connectMs} ms.`), { code }));
  }, connectMs).unref();
  const clear = (): void => clearTimeout(timer);
  return socket.once(isTls ? "secureConnect" : "connect", clear).once("close", clear);
}
