// Counters of tokens, as servers send them. Budgets treat an absent counter as
// unknown and charge its upper bound, so a wrong value must become absent
// instead of 0.
import type { JsonValue, Usage } from "@skein/protocol";

/**
 * Filters token counters: numbers from 0 stay, anything else is unknown.
 *
 * @example
 * ```ts
 * knownCounters({ input: 12, output: null, cacheRead: -1 }); // { input: 12 }
 * ```
 */
export function knownCounters(counters: { readonly [Name in keyof Usage]: JsonValue | undefined }): Usage {
  return Object.fromEntries(Object.entries(counters).filter(([, value]) => isCount(value))) as Usage;
}

/** Returns true for a number from 0. Servers also send null, -1 and strings. */
export function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value >= 0;
}
