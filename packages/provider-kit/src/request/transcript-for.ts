import type { AssistantPart, Message } from "@skein/protocol";
import { isOwn } from "../own-data.ts";
import type { Owner } from "../own-data.ts";
import { downgrades } from "./downgrades.ts";

/**
 * The conversation history for this model: other owners' sidecars are removed and their parts downgraded by
 * the table. Parts without a sidecar are kept, and so are all calls, since results refer to them.
 *
 * A longer conversation starts with the same messages.
 */
export function transcriptFor(messages: readonly Message[], owner: Owner): readonly Message[] {
  return messages.map((message) =>
    message.role === "assistant"
      ? { ...message, content: message.content.flatMap((part) => downgraded(part, owner)) }
      : message,
  );
}

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

function withoutSidecar(part: AssistantPart): AssistantPart {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== "sidecar")) as never;
}
