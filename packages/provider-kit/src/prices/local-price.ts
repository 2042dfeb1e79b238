import { isLoopback } from "@skein/platform/outgoing";
import type { ModelPrice } from "@skein/protocol";

const free: ModelPrice = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/**
 * Price of a model at a server that runs its models itself: nothing if the
 * server is on this machine.
 *
 * @param url - address of the server.
 * @returns zero rates, or undefined if the server is elsewhere: somebody may be
 *   charged for it.
 *
 * @example
 * ```ts
 * localPrice(new URL("http://localhost:11434"))?.input; // 0
 * localPrice(new URL("http://10.0.0.7:11434")); // undefined
 * ```
 */
export function localPrice(url: URL): ModelPrice | undefined {
  return isOnThisMachine(url) ? free : undefined;
}

/**
 * Whether an address is one of this machine.
 *
 * @param url - `localhost` and its subdomains, 127.0.0.0/8 and ::1 are.
 */
export function isOnThisMachine({ hostname }: URL): boolean {
  return isLoopback(hostname);
}
