import type { AssistantPart, ModelEvent } from "@skein/protocol";

const usualDraftMs = 500;
const bytesPerMs = 4_096 / usualDraftMs;

/** A reply that is being streamed. */
export interface ReplyDraft {
  add(event: ModelEvent): void;
  /** Records a redacted delta that was shown to readers. */
  told(delta: { readonly part: number; readonly delta: string }): void;
  /** What has arrived: complete parts, and open text and thinking so far. No open calls. */
  content(): readonly AssistantPart[];
  /**
   * The same for an unfinished reply: open text and thinking only as far as they were shown, because the
   * beginning of a secret cannot be recognized.
   */
  contentSoFar(): readonly AssistantPart[];
  /**
   * Whether to save a draft: enough is new since the last one (500 ms or 4 kB by default, and an eighth of a long
   * reply).
   */
  isDue(now: number): boolean;
}

interface OpenPart {
  readonly kind: AssistantPart["type"];
  readonly deltas: string[];
  readonly told: string[];
  whole: AssistantPart | undefined;
}

/** @param draftMs - how far apart drafts are saved, unless much arrives. Default 500. */
export function createReplyDraft(now: number, draftMs = usualDraftMs): ReplyDraft {
  const draftBytes = draftMs * bytesPerMs;
  const parts: OpenPart[] = [];
  let [received, saved, savedAt] = [0, 0, now];

  return {
    add(event) {
      if (event.type === "part-start") {
        parts[event.part] = { kind: event.kind, deltas: [], told: [], whole: undefined };
      } else if (event.type === "part-end") {
        const open = parts[event.part];
        if (open) open.whole = event.content;
      } else if ("delta" in event) {
        parts[event.part]?.deltas.push(event.delta);
        received += event.delta.length;
      }
    },
    told: ({ part, delta }) => void parts[part]?.told.push(delta),
    content: () => parts.flatMap((part) => part.whole ?? openContent(part.kind, part.deltas)),
    contentSoFar: () => parts.flatMap((part) => part.whole ?? openContent(part.kind, part.told)),
    isDue(at) {
      const fresh = received - saved;
      if (fresh === 0 || fresh * 8 < saved || (fresh < draftBytes && at - savedAt < draftMs)) return false;
      [saved, savedAt] = [received, at];
      return true;
    },
  };
}

function openContent(kind: OpenPart["kind"], deltas: readonly string[]): readonly AssistantPart[] {
  const text = deltas.join("");
  if (text === "") return [];
  if (kind === "text") return [{ type: "text", text }];
  return kind === "thinking" ? [{ type: "thinking", text }] : [];
}
