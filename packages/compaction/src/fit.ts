import { shortenResults, type Shortened, usualForm } from "./shorten-results.ts";
import type { MessageGroup } from "./message-groups.ts";

/** How tokens are divided: the shares of the budget for a summary and for what stays besides it. */
export interface Shares {
  readonly kept: number;
  readonly words: number;
  readonly parts: number;
  readonly index: number;
  readonly notes: number;
  /** Results that stay may be shortened too, even the last ones. */
  readonly shortens: boolean;
}

/** From keeping the most to keeping nothing. */
export const ladder: readonly Shares[] = [
  { kept: 0.45, words: 0.28, parts: 0.06, index: 0.05, notes: 0.12, shortens: false },
  { kept: 0.3, words: 0.28, parts: 0.06, index: 0.05, notes: 0.12, shortens: false },
  { kept: 0.2, words: 0.24, parts: 0.05, index: 0.05, notes: 0.12, shortens: false },
  { kept: 0.35, words: 0.24, parts: 0.04, index: 0.04, notes: 0.12, shortens: true },
  { kept: 0.35, words: 0.2, parts: 0.02, index: 0.03, notes: 0.12, shortens: true },
  { kept: 0, words: 0.3, parts: 0.03, index: 0.05, notes: 0.2, shortens: true },
];

/** Messages that stay in the conversation, unchanged or with shorter results. */
export interface Kept {
  readonly groups: readonly MessageGroup[];
  readonly shortened: readonly Shortened[];
  readonly tokens: number;
}

/** The user's last message stays in place if it takes no more than this share of what may stay. */
const askShare = 0.5;

/**
 * The end of the conversation: the user's last message, the last reply with its results and what follows, and as much
 * before as fits.
 *
 * @param budget - tokens.
 * @returns `undefined` when not even the last reply fits.
 */
export function keptOf(
  groups: readonly MessageGroup[],
  { budget, shortens, stays, recall }: KeepBudget,
): Kept | undefined {
  if (budget <= 0) return { groups: [], shortened: [], tokens: 0 };
  const lastReply = groups.findLastIndex(({ kind }) => kind === "reply");
  const must = groups.slice(Math.max(0, lastReply)).filter(({ kind }) => kind !== "summary");
  const count = (some: readonly MessageGroup[]) => some.reduce((sum, { tokens }) => sum + tokens, 0);
  let tokens = count(must);
  let shortened: readonly Shortened[] = [];
  if (tokens > budget && shortens) {
    shortened = shortestOf(must, { budget, tokens, stays, recall });
    tokens -= shortened.reduce((sum, { saved }) => sum + saved, 0);
  }
  if (tokens > budget) return undefined;
  const kept = [...must];
  const ask = groups.findLast(({ entry }) => entry.kind === "user-message" && entry.from !== "agent");
  const hasAsk = ask !== undefined && !kept.includes(ask) && tokens + ask.tokens <= budget;
  const reserved = hasAsk && ask.tokens <= budget * askShare ? ask : undefined;
  tokens += reserved?.tokens ?? 0;
  for (const piece of groups.slice(0, Math.max(0, lastReply)).toReversed()) {
    if (piece === reserved) {
      kept.unshift(piece);
      continue;
    }
    if (piece.kind === "summary" || tokens + piece.tokens > budget) break;
    kept.unshift(piece);
    tokens += piece.tokens;
  }
  if (reserved && !kept.includes(reserved)) kept.unshift(reserved);
  return { groups: kept, shortened, tokens };
}

export interface KeepBudget {
  readonly budget: number;
  readonly shortens: boolean;
  /** Tools whose results are never shortened. */
  readonly stays: readonly string[];
  readonly recall: string | undefined;
}

/** The longest short form that fits, down to a few words. */
function shortestOf(
  must: readonly MessageGroup[],
  { budget, tokens, stays, recall }: Omit<KeepBudget, "shortens"> & { readonly tokens: number },
): readonly Shortened[] {
  let shortened: readonly Shortened[] = [];
  for (const factor of [8, 3, 1, 0.3, 0.1]) {
    const form = { head: usualForm.head * factor, tail: usualForm.tail * factor };
    shortened = shortenResults(must, { wanted: Infinity, stays, recall, form });
    const saved = shortened.reduce((sum, short) => sum + short.saved, 0);
    if (tokens - saved <= budget) break;
  }
  return shortened;
}
