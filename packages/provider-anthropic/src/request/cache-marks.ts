import { changedCopy } from "@skein/provider-kit";
import type { CacheControl, WireBlock, WireMessage, WireTool } from "../wire.ts";

/** @param ttl - default: the vendor's, five minutes. */
export function cacheMark(ttl: "5m" | "1h" | undefined): CacheControl {
  return ttl === "1h" ? { type: "ephemeral", ttl } : { type: "ephemeral" };
}

/** Blocks behind a mark that the vendor searches for what it has cached are 20; the rest is for miscounting. */
const lookBack = 18;

/** Thoughts cannot be marked, and the vendor's own blocks go back unchanged. */
const markable = new Set(["text", "image", "document", "tool_use", "tool_result"]);

/**
 * Marks the last tool, whose cache then holds all tools. `cache_control` is always the last key of what it marks, so
 * that a request's bytes up to it are also the beginning of the next request, where the mark has moved on.
 *
 * Source: platform.claude.com/docs/en/build-with-claude/prompt-caching (four marks, 20 blocks of look-back).
 */
export function markedTools(tools: readonly WireTool[], mark: CacheControl): readonly WireTool[] {
  return tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, cache_control: mark } : tool));
}

export function markedBlock(block: WireBlock, mark: CacheControl): WireBlock {
  return { ...block, cache_control: mark };
}

/**
 * Marks the last block of the conversation. When a reply and its results had so many blocks that
 * the vendor would not find what it cached before them, the place before them is marked as well, and stays marked until
 * that happens again: a mark that comes or goes changes the bytes.
 */
export function markedMessages(messages: readonly WireMessage[], mark: CacheControl): readonly WireMessage[] {
  const places = markPlaces(messages);
  let from = 0;
  return messages.map((message) => {
    const [first, end] = [from, (from += message.content.length)];
    return places.some((place) => place >= first && place < end)
      ? markedAt(
          message,
          places.map((place) => place - first),
          mark,
        )
      : message;
  });
}

/** Blocks, counted through all messages; -1 stands for none. */
function markPlaces(messages: readonly WireMessage[]): readonly number[] {
  let [count, end, jumpedFrom] = [0, -1, -1];
  /** The last place for a mark when the request before was made. */
  let endBefore: number | undefined;
  const endRequest = (): void => {
    if (endBefore !== undefined && end - endBefore > lookBack) jumpedFrom = endBefore;
    endBefore = end;
  };
  for (const { role, content } of messages) {
    // A request ended where a reply begins.
    if (role === "assistant") endRequest();
    for (const { type } of content) {
      if (markable.has(type)) end = count;
      count++;
    }
  }
  endRequest();
  return [end, jumpedFrom];
}

function markedAt(message: WireMessage, places: readonly number[], mark: CacheControl): WireMessage {
  return changedCopy(message, JSON.stringify([places, mark]), ({ role, content }) => ({
    role,
    content: content.map((block, at) => (places.includes(at) ? markedBlock(block, mark) : block)),
  }));
}
