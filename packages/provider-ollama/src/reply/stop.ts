import type { StopReason } from "@skein/protocol";

const stops: Readonly<Record<string, StopReason>> = { stop: "answered", length: "length" };

/** Calls end with the word `stop` as well. Older servers, which know no calls, give none. */
export function stopOf(rawStop: string, called: boolean): StopReason {
  if (rawStop === "") return "answered";
  const stop = Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
  return called && stop === "answered" ? "tool-calls" : stop;
}
