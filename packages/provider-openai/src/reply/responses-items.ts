import type { JsonObject, ModelEvent } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import { sidecarOf } from "../sidecar.ts";
import { openCall, openCustomCall } from "./responses-calls.ts";
import type { Item, ItemContext, OpenItem } from "./responses-item.ts";
import { openMessage } from "./responses-message.ts";
import { openReasoning } from "./responses-reasoning.ts";

const openers: Readonly<Record<string, OpenItem>> = {
  message: openMessage,
  reasoning: openReasoning,
  function_call: openCall,
  custom_tool_call: openCustomCall,
};

export function openItem(item: JsonObject, context: ItemContext, out: ModelEvent[]): Item {
  const type = stringIn(item["type"]);
  return (Object.hasOwn(openers, type) ? openers[type]! : openOpaque)(item, context, out);
}

/** An item without a word of ours: the vendor's own tools and their results, what comes next year. */
function openOpaque(_started: JsonObject, { decode, parts }: ItemContext): Item {
  return {
    add: () => undefined,
    finish(item, out) {
      const part = parts.open("opaque", out);
      parts.close(part, { type: "opaque", sidecar: sidecarOf(decode.owner, "responses", item) }, out);
      return undefined;
    },
    cut: () => undefined,
  };
}
