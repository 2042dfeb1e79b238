import { isJsonObject } from "@skein/protocol";
import type { JsonObject, ModelRequest } from "@skein/protocol";
import { changedCopy, shortHash } from "@skein/provider-kit";
import { catalogEntry } from "../catalog.ts";
import type { Target } from "../dialect.ts";

/**
 * Sends requests of one conversation to the machine that has its beginning in the cache. The key follows from what they
 * begin with, so that a replay sends the same. Only the vendor's own endpoint has it.
 *
 * Source: developers.openai.com/api/docs/guides/prompt-caching, read 2026-11-24.
 */
export function cacheKey({ system, messages }: ModelRequest, { endpoint }: Target): JsonObject {
  if (!endpoint.official) return {};
  return { prompt_cache_key: `skein-${shortHash(system + JSON.stringify(messages[0] ?? ""))}` };
}

/**
 * Marks the end of the first message for models that have explicit breakpoints: those whose cache writes cost. The vendor
 * marks the newest message by itself; this one keeps tools, instructions and task when a fork or a rewind leaves that. It
 * never moves, and is the last key of what it marks.
 */
export function withBreakpoint(
  input: readonly JsonObject[],
  { owner, endpoint }: Target,
): readonly JsonObject[] {
  const isMarked = endpoint.official && catalogEntry(owner.model)?.price?.cacheWrite !== undefined;
  const [first, ...rest] = input;
  if (!isMarked || !first || first["role"] !== "user" || !Array.isArray(first["content"])) return input;
  return [changedCopy(first, "breakpoint", markedAtEnd), ...rest];
}

function markedAtEnd(message: JsonObject): JsonObject {
  const content = message["content"] as readonly JsonObject[];
  const last = content.at(-1);
  if (!isJsonObject(last)) return message;
  return {
    ...message,
    content: [...content.slice(0, -1), { ...last, prompt_cache_breakpoint: { mode: "explicit" } }],
  };
}
