import { objectsIn, type JsonValue, type ModelEvent } from "@skein/protocol";
import { stringIn } from "@skein/provider-kit";
import type { ChatThinking } from "./chat-thinking.ts";
import { saidSoFar } from "./parts.ts";
import type { OpenPart, Parts } from "./parts.ts";

export interface ChatText {
  /** The `content` of a delta: text, or a list that may also have thoughts. */
  take(content: JsonValue | undefined, out: ModelEvent[]): void;
  /** The `refusal` of a delta, which is text of the reply. */
  takeRefusal(refusal: JsonValue | undefined, out: ModelEvent[]): void;
  close(out: ModelEvent[]): void;
  isRefused(): boolean;
}

/** Text, in one part. */
export function createChatText(parts: Parts, thinking: Pick<ChatThinking, "takeChunk">): ChatText {
  let part: OpenPart | undefined;
  let refused = false;

  const add = (added: string, out: ModelEvent[]): void => {
    if (added === "") return;
    part ??= parts.open("text", out);
    parts.add("text", part, added, out);
  };

  return {
    take(content, out) {
      if (typeof content === "string") add(content, out);
      else if (content) {
        for (const chunk of objectsIn(content)) {
          if (chunk["type"] === "thinking") thinking.takeChunk(chunk, out);
          else if (chunk["type"] === "text") add(stringIn(chunk["text"]), out);
        }
      }
    },
    takeRefusal(refusal, out) {
      if (stringIn(refusal) === "") return;
      refused = true;
      add(stringIn(refusal), out);
    },
    close(out) {
      if (part) parts.close(part, { type: "text", text: saidSoFar(part) }, out);
    },
    isRefused: () => refused,
  };
}
