import type { AgentEvent } from "./operations.ts";
import type { ReceivedEvent } from "./read-events.ts";

/** What happens in a run and in its subagents, without journal entries. */
export async function* runEvents(events: AsyncIterable<ReceivedEvent>): AsyncGenerator<AgentEvent, void> {
  for await (const received of events)
    if (received.type === "news" && received.news.type !== "entry") yield received.news;
}

/** An image that a tool gave. */
export interface ToolImage {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** What a tool gave, for readers of text and of images. */
export function resultOf({ content }: Extract<AgentEvent, { readonly type: "tool-end" }>): {
  readonly text: string;
  readonly images: readonly ToolImage[];
} {
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    images: content.flatMap((part) =>
      part.type === "image" ? [{ mediaType: part.mediaType, data: part.data }] : [],
    ),
  };
}
