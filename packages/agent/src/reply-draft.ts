import type { AssistantPart, ModelEvent } from "@skein/protocol";

const draftMs = 500;
const draftBytes = 4_096;

/** A reply while it streams in. */
export interface ReplyDraft {
  take(event: ModelEvent): void;
  /** What has arrived: whole parts as they ended, open text and thinking as far as it goes. No open calls. */
  content(): readonly AssistantPart[];
  /** Whether enough is new since the last time this said so: 500 ms or 4 kB, and an eighth of a long reply. */
  isDue(now: number): boolean;
}

interface OpenPart {
  readonly kind: AssistantPart["type"];
  readonly deltas: string[];
  whole: AssistantPart | undefined;
}

export function createReplyDraft(now: number): ReplyDraft {
  const parts: OpenPart[] = [];
  let [received, saved, savedAt] = [0, 0, now];

  return {
    take(event) {
      if (event.type === "part-start") {
        parts[event.part] = { kind: event.kind, deltas: [], whole: undefined };
      } else if (event.type === "part-end") {
        const open = parts[event.part];
        if (open) open.whole = event.content;
      } else if ("delta" in event) {
        parts[event.part]?.deltas.push(event.delta);
        received += event.delta.length;
      }
    },
    content: () => parts.flatMap((part) => part.whole ?? openContent(part)),
    isDue(at) {
      const fresh = received - saved;
      if (fresh === 0 || fresh * 8 < saved || (fresh < draftBytes && at - savedAt < draftMs)) return false;
      [saved, savedAt] = [received, at];
      return true;
    },
  };
}

function openContent({ kind, deltas }: OpenPart): readonly AssistantPart[] {
  const text = deltas.join("");
  if (text === "") return [];
  if (kind === "text") return [{ type: "text", text }];
  return kind === "thinking" ? [{ type: "thinking", text }] : [];
}
