import type { StopReason } from "@skein/protocol";

/**
 * Returns the function that maps a vendor's stop reasons to Skein's. Reasons
 * that the table lacks become `other`.
 *
 * @param stops - Skein's reason by the vendor's.
 */
export function mapStopReasons(stops: Readonly<Record<string, StopReason>>): (rawStop: string) => StopReason {
  return (rawStop) => (Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other");
}
