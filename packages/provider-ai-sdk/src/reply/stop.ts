import type { StopReason } from "@skein/protocol";
import type { FinishPart } from "./stream-part.ts";

const stops: Readonly<Record<string, StopReason>> = {
  stop: "answered",
  length: "length",
  "content-filter": "refused",
  "tool-calls": "tool-calls",
};

/** Vendors' own words that the AI SDK counts among its `stop` and `other`. */
const rawStops: Readonly<Record<string, StopReason>> = { pause_turn: "paused" };

export interface Finish {
  /** `undefined`: the stream broke off, and the AI SDK ended it all the same. */
  readonly stop: StopReason | undefined;
  readonly rawStop: string;
}

/**
 * Why a reply ended. Where the vendor said nothing the AI SDK says `interrupted`, `error`, `unknown`, or `other` without
 * the vendor's word, by its version and the package: none of that is the end of a reply.
 */
export function finishOf(reason: FinishPart["finishReason"], called: boolean): Finish {
  const isWord = typeof reason === "string";
  const unified = isWord ? reason : reason.unified;
  const raw = isWord ? undefined : reason.raw;
  const unsaid = isWord ? unified === "unknown" : unified === "other" && raw === undefined;
  const rawStop = raw ?? unified;
  if (unsaid || unified === "interrupted" || unified === "error") return { stop: undefined, rawStop };
  const known = Object.hasOwn(rawStops, rawStop) ? rawStops[rawStop] : stops[unified];
  const stop = known ?? "other";
  // Vendors say "stop" and still send calls: then it is the calls that count.
  return { stop: called && stop === "answered" ? "tool-calls" : stop, rawStop };
}
