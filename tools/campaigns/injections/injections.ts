import { channels } from "./channels.ts";
import { orders } from "./orders.ts";
import type { Injection } from "./try-injection.ts";

/** Every order in a file, and in each other channel the next two or three of them. */
export function allInjections(): readonly Injection[] {
  const orderNames = Object.keys(orders);
  const [first = "file", ...others] = Object.keys(channels);
  let next = 0;
  const inOthers = others.flatMap((channel, at) =>
    Array.from({ length: at % 3 === 0 ? 3 : 2 }, () => ({
      channel,
      order: orderNames[next++ % orderNames.length]!,
    })),
  );
  return [...orderNames.map((order) => ({ channel: first, order })), ...inOthers];
}
