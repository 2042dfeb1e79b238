import { changedCopy } from "@skein/provider-kit";
import { isClaudeModel, isNovaModel } from "../catalog.ts";
import type { CachePoint, WireMessage } from "../wire.ts";

/** Where a model takes cache points. A point that it does not take makes the vendor refuse the request. */
export interface CachePlaces {
  readonly tools: boolean;
  readonly system: boolean;
  readonly messages: boolean;
}

/**
 * Source: docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching: Claude from 3.5 v2 on takes them
 * everywhere, Nova not among the tools, other models none at all.
 */
export function cachePlaces(modelId: string): CachePlaces {
  const claude =
    isClaudeModel(modelId) && !/claude-(3-(haiku|sonnet|opus)|instant|v2|3-5-sonnet-20240620)/.test(modelId);
  const nova = isNovaModel(modelId);
  return { tools: claude, system: claude || nova, messages: claude || nova };
}

/** @param ttl - default: the vendor's, five minutes. Only Claude's caches are kept longer. */
export function cachePoint(modelId: string, ttl: "5m" | "1h" | undefined): CachePoint {
  return { cachePoint: { type: "default", ...(ttl === "1h" && isClaudeModel(modelId) ? { ttl } : {}) } };
}

/**
 * Blocks behind a point that the vendor searches for what it has cached are about 20; the rest is for
 * miscounting.
 */
const lookBack = 18;

/**
 * A point behind the conversation. When a reply and its results had so many blocks that the vendor
 * would not find what it cached before them, the place before them gets one as well, and keeps it until that
 * happens again: a point that comes or goes changes the bytes.
 */
export function pointedMessages(messages: readonly WireMessage[], point: CachePoint): readonly WireMessage[] {
  const blocksUpTo = [0];
  for (const { content } of messages) blocksUpTo.push(blocksUpTo.at(-1)! + content.length);
  // Each request ended where a reply began.
  const replies = messages.flatMap(({ role }, at) => (role === "assistant" && at > 0 ? [at] : []));
  const ends = [...replies, messages.length];
  const jump = ends.findLastIndex(
    (end, at) => at > 0 && blocksUpTo[end]! - blocksUpTo[ends[at - 1]!]! > lookBack,
  );
  const pointed = new Set([messages.length - 1, (ends[jump - 1] ?? 0) - 1]);
  return messages.map((message, at) => (pointed.has(at) ? withPoint(message, point) : message));
}

/** Requests end with the user, so no point stands behind thoughts, where the vendor refuses it. */
function withPoint(message: WireMessage, { cachePoint: point }: CachePoint): WireMessage {
  return changedCopy(message, JSON.stringify(point), ({ role, content }) => ({
    role,
    content: [...content, { cachePoint: point }],
  }));
}
