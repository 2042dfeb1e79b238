import { requestFetch } from "@skein/platform/outgoing";

/** `fetch` whose requests go to a Unix socket, `@name` for one without a file (Linux), whatever the host of an address is. Redirects are not followed. */
export function socketFetch(socket: string): typeof fetch {
  return requestFetch({ socketPath: socket.replace(/^@/, "\0") });
}
