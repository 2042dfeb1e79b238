import type { StopReason } from "@skein/protocol";

const stops: Readonly<Record<string, StopReason>> = { stop: "answered", length: "length" };

/** Replies with calls also end with `stop`. Older servers without tool calling send nothing. */
export function stopOf(rawStop: string, called: boolean): StopReason {
  if (rawStop === "") return "answered";
  const stop = Object.hasOwn(stops, rawStop) ? stops[rawStop]! : "other";
  return called && stop === "answered" ? "tool-calls" : stop;
}
