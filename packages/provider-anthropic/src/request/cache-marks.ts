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
  const blocks: WireBlock[] = [];
  /** The last place for a mark in each request so far: each ended where a reply began. */
  const ends: number[] = [];
  let end = -1;
  for (const { role, content } of messages) {
    if (role === "assistant") ends.push(end);
    for (const block of content) if (blocks.push(block) && markable.has(block.type)) end = blocks.length - 1;
  }
  ends.push(end);
  const jump = ends.findLastIndex((later, at) => at > 0 && later - ends[at - 1]! > lookBack);
  const marked = new Set([end, ends[jump - 1]].map((at) => blocks[at ?? -1]));
  return messages.map(({ role, content }) => ({
    role,
    content: content.map((block) => (marked.has(block) ? markedBlock(block, mark) : block)),
  }));
}
