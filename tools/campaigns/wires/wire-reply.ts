import type { AssistantPart } from "../../../packages/protocol/src/index.ts";
import type { Delivery, RawReply } from "../../../packages/provider-conformance/src/servers/index.ts";

/** A reply that every wire can say. */
export type WireReply =
  | (Delivery & {
      readonly parts: readonly AssistantPart[];
      readonly deltaSize?: number;
      readonly stop?: string;
      readonly incomplete?: string;
    })
  | RawReply;
