import {
  costOf,
  type AgentEventBody,
  type ContextBlob,
  type ModelPrice,
  type ModelRequest,
  type ToolDefinition,
} from "@skein/protocol";
import { guessTokens } from "./context-size.ts";

/** @param tokens - that must be read anew. */
export function cacheBreak(
  reason: string,
  tokens: number,
  price: ModelPrice | undefined,
): Extract<AgentEventBody, { readonly type: "cache-break" }> {
  const costUsd = missCost(tokens, price);
  return { type: "cache-break", reason, tokens, ...(costUsd === undefined ? {} : { costUsd }) };
}

/** US dollars that these tokens cost more than out of a cache; `undefined` when a rate is unknown. */
function missCost(tokens: number, price: ModelPrice | undefined): number | undefined {
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const missed = costOf({ ...none, input: tokens }, price);
  const hit = costOf({ ...none, cacheRead: tokens }, price);
  return missed === undefined || hit === undefined ? undefined : missed - hit;
}

/** Tokens behind the first message that is not as it was. */
export function tokensAnew(before: ModelRequest, after: ModelRequest): number {
  const first = after.messages.findIndex((message, at) => {
    const old = before.messages[at];
    return message !== old && JSON.stringify(message) !== JSON.stringify(old);
  });
  return first === -1 ? 0 : guessTokens(after.messages.slice(first));
}

const mostNames = 10;

/** In sentences, what the model is told differently. @param before - `undefined` when nobody knows any more. */
export function describeChange(before: ContextBlob | undefined, now: ContextBlob): string {
  if (!before) return "The instructions or tools differ from those of the last run.";
  const [old, current] = [byName(before.tools), byName(now.tools)];
  const names = {
    added: [...current.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !current.has(name)),
    changed: [...current].flatMap(([name, tool]) => (old.has(name) && old.get(name) !== tool ? [name] : [])),
  };
  const sentences = [
    ...(before.system === now.system ? [] : ["The system text has changed."]),
    ...(["added", "removed", "changed"] as const)
      .filter((what) => names[what].length > 0)
      .map((what) => `Tools ${what}: ${listed(names[what])}.`),
  ];
  return sentences.join(" ") || "The tools come in another form.";
}

function byName(tools: readonly ToolDefinition[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(", ")} and ${more} more` : names.join(", ");
}
