// The first step of every request: what of the history this model may get.
// Texts and calls of other models stay, since the conversation would make no
// sense without them.
import type { AssistantPart, Message } from "@skein/protocol";
import { isOwn } from "../own-data.ts";
import type { Owner } from "../own-data.ts";
import { downgrades } from "./downgrades.ts";

/**
 * Prepares the conversation history for a model: other owners' sidecars are
 * removed and their parts treated by `downgrades`. Parts without a sidecar
 * stay, and so do all calls, since results refer to them.
 *
 * A longer conversation starts with the same messages.
 *
 * @param owner - provider and model that the request goes to.
 */
export function transcriptFor(messages: readonly Message[], owner: Owner): readonly Message[] {
  return messages.map((message) =>
    message.role === "assistant"
      ? { ...message, content: message.content.flatMap((part) => downgraded(part, owner)) }
      : message,
  );
}

/** Treats one part by the table. */
function downgraded(part: AssistantPart, owner: Owner): readonly AssistantPart[] {
  if (!part.sidecar) return [part];
  switch (downgrades[part.type][isOwn(part.sidecar, owner) ? "owner" : "others"]) {
    case "as-it-is":
      return [part];
    case "plain":
      return [withoutSidecar(part)];
    case "left-out":
      return [];
  }
}

/** Copies a part without its sidecar. */
function withoutSidecar(part: AssistantPart): AssistantPart {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== "sidecar")) as never;
}
