import type { JsonValue, Usage } from "@skein/protocol";

/** Keeps the valid counters; anything else is unknown. */
export function knownCounters(counters: { readonly [Name in keyof Usage]: JsonValue | undefined }): Usage {
  return Object.fromEntries(Object.entries(counters).filter(([, value]) => isCount(value))) as Usage;
}

export function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value >= 0;
}
