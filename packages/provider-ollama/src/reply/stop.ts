import type { StopReason } from "@skein/protocol";

const stops: Readonly<Record<string, StopReason>> = { stop: "answered", length: "length" };

/** Calls end with the word `stop` as well; older servers give none. */
export function stopOf(rawStop: string, called: boolean): StopReason {
  if (rawStop === "length") return "length";
  if (called) return "tool-calls";
  if (rawStop === "") return "answered";
  return Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
}
