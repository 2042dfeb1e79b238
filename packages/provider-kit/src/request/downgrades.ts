import type { AssistantPart } from "@skein/protocol";

/** `as-it-is`: unchanged, with its sidecar. `plain`: without its sidecar. `left-out`: omitted. */
export type Downgrade = "as-it-is" | "plain" | "left-out";

/**
 * The downgrade table: how each kind of reply part is sent to the provider and model family that wrote it,
 * and to all others. docs/providers-transcript.md describes how each protocol sends a plain part.
 *
 * Thinking of other models is omitted rather than sent as text, because a model that sees thinking in its
 * replies starts to write it there. Vendor-specific blocks mean nothing elsewhere; their effect is in the
 * text that follows.
 */
export const downgrades: {
  readonly [Kind in AssistantPart["type"]]: { readonly owner: Downgrade; readonly others: Downgrade };
} = {
  text: { owner: "as-it-is", others: "plain" },
  thinking: { owner: "as-it-is", others: "left-out" },
  "tool-call": { owner: "as-it-is", others: "plain" },
  opaque: { owner: "as-it-is", others: "left-out" },
};
