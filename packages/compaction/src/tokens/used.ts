import {
  sectionsText,
  type AttemptModel,
  type ContextView,
  type Entry,
  type ModelRequest,
} from "@skein/protocol";
import {
  charactersOf,
  contextTokens,
  estimateTokens,
  messageTokens,
  partsTokens,
  textTokens,
} from "./estimate.ts";

/** Real tokens per estimated token, by model: learned from reported usage. */
export interface Ratios {
  of(model: AttemptModel): number;
  /** Learns from each measured call once. */
  learn(view: ContextView): void;
}

/** A higher ratio is not believed. */
const mostRatio = 3;
/** Weight of the newest call. */
const newest = 0.3;
/** A smaller request says more about its overhead than about its text. */
const leastEstimate = 200;
/** Servers that report nothing, or always the same few tokens, are not believed. Images may be counted that low. */
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
      const estimate = estimateWith(view) - since(view.entries, measured.request).tokens;
      if (estimate < leastEstimate || measured.inputTokens < estimate * leastShare) return;
      const seen = Math.min(mostRatio, Math.max(0.4, measured.inputTokens / estimate));
      const ratio = known ? known.ratio * (1 - newest) + seen * newest : seen;
      ratios.set(key, { ratio, request: measured.request });
    },
  };
}

/**
 * Tokens of the request that is about to be sent: the usage of the last call plus an estimate of what came since;
 * without such a call, or when its usage is not plausible, an estimate of everything.
 */
export function usedTokens(view: ContextView, ratio = 1): number {
  const { measured, entries } = view;
  const estimate = estimateWith(view);
  if (!measured) return Math.ceil(estimate * ratio);
  const { tokens, reply } = since(entries, measured.request);
  if (measured.inputTokens < (estimate - tokens) * leastShare) return Math.ceil(estimate * ratio);
  return Math.ceil(measured.inputTokens + measured.outputTokens + (tokens - reply) * ratio);
}

function estimateWith({ request, model }: Pick<ContextView, "request" | "model">): number {
  return estimateTokens(request) + addedBy(model, request);
}

/** What the vendor says to a model about tools, which no request has. */
function addedBy({ addedTokens = 0 }: AttemptModel, { tools }: ModelRequest): number {
  return tools.length === 0 ? 0 : addedTokens;
}

/** Not less than `usedTokens` with any ratio, without counting the tokens of what was there before the last call. */
export function mostUsed({ measured, entries, request, model }: ContextView): number {
  const characters = charactersOf(request) + addedBy(model, request);
  if (!measured) return characters * mostRatio;
  const { inputTokens, outputTokens } = measured;
  const after = inputTokens + outputTokens + since(entries, measured.request).tokens * mostRatio;
  return inputTokens < characters * leastShare ? Math.max(characters * mostRatio, after) : after;
}

/** Estimates for what came after a request, its own reply counted separately. */
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

/** The tokens of an entry in the conversation. */
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
