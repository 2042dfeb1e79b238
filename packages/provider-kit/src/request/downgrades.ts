// One table instead of a rule in each provider, so that a conversation that
// moves between models is treated alike everywhere.
import type { AssistantPart } from "@skein/protocol";

/**
 * Treatment of a reply part. `as-it-is`: sent unchanged, with its sidecar.
 * `plain`: sent without its sidecar. `left-out`: not sent.
 */
export type Downgrade = "as-it-is" | "plain" | "left-out";

/**
 * Treatment of each kind of reply part, for the provider and model family that
 * wrote it, and for all others. docs/providers-transcript.md describes how each
 * protocol sends a plain part.
 *
 * Thinking of other models is omitted rather than sent as text, because a model
 * that sees thinking in its replies starts to write it there. Vendor-specific
 * blocks mean nothing elsewhere; their effect is in the text that follows.
 */
export const downgrades: {
  readonly [Kind in AssistantPart["type"]]: { readonly owner: Downgrade; readonly others: Downgrade };
} = {
  text: { owner: "as-it-is", others: "plain" },
  thinking: { owner: "as-it-is", others: "left-out" },
  "tool-call": { owner: "as-it-is", others: "plain" },
  opaque: { owner: "as-it-is", others: "left-out" },
};
