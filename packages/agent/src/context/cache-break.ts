import {
  costOf,
  type AgentEventBody,
  type ContextBlob,
  type ModelPrice,
  type ModelRequest,
  type ToolDefinition,
} from "@skein/protocol";
import { guessTokens } from "./context-size.ts";

/** @param tokens - that are not served from the cache. */
export function cacheBreak(
  reason: string,
  tokens: number,
  price: ModelPrice | undefined,
): Extract<AgentEventBody, { readonly type: "cache-break" }> {
  const costUsd = missCost(tokens, price);
  return { type: "cache-break", reason, tokens, ...(costUsd === undefined ? {} : { costUsd }) };
}

/** Extra cost in US dollars of tokens that miss the cache; `undefined` when a price is unknown. */
function missCost(tokens: number, price: ModelPrice | undefined): number | undefined {
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const missed = costOf({ ...none, input: tokens }, price);
  const hit = costOf({ ...none, cacheRead: tokens }, price);
  return missed === undefined || hit === undefined ? undefined : missed - hit;
}

/** Estimated tokens from the first changed message on. */
export function uncachedTokens(before: ModelRequest, after: ModelRequest): number {
  const first = after.messages.findIndex((message, at) => {
    const old = before.messages[at];
    return message !== old && JSON.stringify(message) !== JSON.stringify(old);
  });
  return first === -1 ? 0 : guessTokens(after.messages.slice(first));
}

const maxNames = 10;

/** Describes the change of system prompt and tools. @param before - `undefined` when it is lost. */
export function describeChange(before: ContextBlob | undefined, now: ContextBlob): string {
  if (!before) return "The instructions or tools differ from those of the last run.";
  const [old, current] = [byName(before.tools), byName(now.tools)];
  const names = {
    added: [...current.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !current.has(name)),
    changed: [...current].flatMap(([name, tool]) => (old.has(name) && old.get(name) !== tool ? [name] : [])),
  };
  const sentences = [
    ...(before.system === now.system ? [] : ["The system prompt has changed."]),
    ...(["added", "removed", "changed"] as const)
      .filter((what) => names[what].length > 0)
      .map((what) => `Tools ${what}: ${listed(names[what])}.`),
  ];
  if (sentences.length === 0 && isFrontSame(before, now)) return "Deferred tools have changed.";
  return sentences.join(" ") || "The format of the tools has changed.";
}

/** Describes the removal of tools that a provider has rejected. */
export function leftOutReason(names: readonly string[], provider: string): string {
  return `Tools removed because ${provider} rejected them: ${listed(names)}.`;
}

/** Whether a request still begins as it did: deferred tools are not at its front. */
export function isFrontSame(before: ContextBlob, now: ContextBlob): boolean {
  return before.system === now.system && JSON.stringify(before.tools) === JSON.stringify(now.tools);
}

function byName(tools: readonly ToolDefinition[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(", ")} and ${more} more` : names.join(", ");
}
