import { sectionsText, type AttemptModel, type ContextView, type Entry } from "@skein/protocol";
import { contextTokens, estimateTokens, messageTokens, partsTokens, textTokens } from "./estimate.ts";

/** Real tokens per estimated one, by model: learned from what calls say they took. */
export interface Ratios {
  of(model: AttemptModel): number;
  /** Takes each measured call once. */
  learn(view: ContextView): void;
}

/** More real tokens for one that is estimated are not believed. */
const mostRatio = 3;
/** Weight of the newest call. */
const newest = 0.3;
/** A request of less says more about its wrapping than about its text. */
const leastEstimate = 200;
/** Servers that count nothing, or always the same few tokens, are not believed. Pictures may be counted that low. */
const leastShare = 0.05;

export function createRatios(): Ratios {
  const ratios = new Map<string, { ratio: number; request: number }>();
  const keyOf = ({ provider, id }: AttemptModel) => JSON.stringify([provider, id]);
  return {
    of: (model) => ratios.get(keyOf(model))?.ratio ?? 1,
    learn(view) {
      const { measured, model } = view;
      const key = keyOf(model);
      const known = ratios.get(key);
      if (!measured || measured.request === known?.request) return;
      const estimate = estimateTokens(view.request) - since(view.entries, measured.request).tokens;
      if (estimate < leastEstimate || measured.inputTokens < estimate * leastShare) return;
      const seen = Math.min(mostRatio, Math.max(0.4, measured.inputTokens / estimate));
      const ratio = known ? known.ratio * (1 - newest) + seen * newest : seen;
      ratios.set(key, { ratio, request: measured.request });
    },
  };
}

/**
 * Tokens of the request that is about to be sent: what the last call took and answered, and an estimate of what came
 * since; without such a call, or when what it tells cannot be, an estimate of all of it.
 */
export function usedTokens(view: ContextView, ratio = 1): number {
  const { measured, entries, request } = view;
  const estimate = estimateTokens(request);
  if (!measured) return Math.ceil(estimate * ratio);
  const { tokens, reply } = since(entries, measured.request);
  if (measured.inputTokens < (estimate - tokens) * leastShare) return Math.ceil(estimate * ratio);
  return Math.ceil(measured.inputTokens + measured.outputTokens + (tokens - reply) * ratio);
}

/** Estimates of what came after a request, its own reply included and told apart. */
function since(entries: readonly Entry[], request: number): { tokens: number; reply: number } {
  let tokens = 0;
  let reply = 0;
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]!;
    if (entry.seq <= request) break;
    const own = entryTokens(entry);
    tokens += own;
    if (entry.kind === "assistant-message" && entry.request === request) reply += own;
  }
  return { tokens, reply };
}

/** What an entry of the conversation weighs in it. */
export function entryTokens(entry: Entry): number {
  switch (entry.kind) {
    case "user-message":
      return messageTokens({ role: "user", content: entry.content, from: entry.from });
    case "assistant-message":
    case "tool-result":
      return 4 + partsTokens(entry.content);
    case "notice":
      return 4 + textTokens(entry.text);
    case "dynamic-context":
      return contextTokens([sectionsText(entry.sections)]);
    case "compaction":
      return 4 + textTokens(entry.summary);
    default:
      return 0;
  }
}
