import type { StopReason } from "@skein/protocol";

const stops: Readonly<Record<string, StopReason>> = { stop: "answered", length: "length" };

/** Replies with calls also end with `stop`. Older servers, and servers that copy the API, send no reason. */
export function stopOf(rawStop: string, called: boolean): StopReason {
  const known = Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
  const stop = rawStop === "" ? "answered" : known;
  return called && stop === "answered" ? "tool-calls" : stop;
}
