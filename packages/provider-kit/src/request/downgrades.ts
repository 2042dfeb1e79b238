import type { AssistantPart } from "@skein/protocol";

/** `as-it-is`: with its sidecar, byte for byte. `plain`: without its sidecar. `left-out`: not at all. */
export type Downgrade = "as-it-is" | "plain" | "left-out";

/**
 * The downgrade table: what becomes of each kind of part of a reply, for the provider and model family that wrote it
 * and for everybody else. What its wire then makes of a plain part is in docs/providers-transcript.md.
 *
 * Thoughts of others are left out rather than told as text: a model that reads thoughts in its own replies begins to
 * write them there. A vendor's own blocks mean nothing elsewhere; what came of them stands in the text behind them.
 */
export const downgrades: {
  readonly [Kind in AssistantPart["type"]]: { readonly owner: Downgrade; readonly others: Downgrade };
} = {
  text: { owner: "as-it-is", others: "plain" },
  thinking: { owner: "as-it-is", others: "left-out" },
  "tool-call": { owner: "as-it-is", others: "plain" },
  opaque: { owner: "as-it-is", others: "left-out" },
};
