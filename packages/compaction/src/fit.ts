import { shortenResults, type Shortened, usualForm } from "./shorten-results.ts";
import type { Piece } from "./pieces.ts";

/** How tokens are shared out; parts of the room that a summary and what stays beside it may take. */
export interface Shares {
  readonly kept: number;
  readonly words: number;
  readonly parts: number;
  readonly index: number;
  readonly notes: number;
  /** Results that stay may be shortened too, the last ones included. */
  readonly shortens: boolean;
}

/** From the most that stays as it is to nothing at all. */
export const ladder: readonly Shares[] = [
  { kept: 0.45, words: 0.28, parts: 0.06, index: 0.05, notes: 0.12, shortens: false },
  { kept: 0.3, words: 0.28, parts: 0.06, index: 0.05, notes: 0.12, shortens: false },
  { kept: 0.2, words: 0.24, parts: 0.05, index: 0.05, notes: 0.12, shortens: false },
  { kept: 0.35, words: 0.24, parts: 0.04, index: 0.04, notes: 0.12, shortens: true },
  { kept: 0.35, words: 0.2, parts: 0.02, index: 0.03, notes: 0.12, shortens: true },
  { kept: 0, words: 0.3, parts: 0.03, index: 0.05, notes: 0.2, shortens: true },
];

/** What stays in the conversation as it is, or with shorter results. */
export interface Kept {
  readonly pieces: readonly Piece[];
  readonly shortened: readonly Shortened[];
  readonly tokens: number;
}

/** The last message of the user stays where it is as long as it takes no more of what may stay. */
const askShare = 0.5;

/**
 * The end of the conversation: the last message of the user, the last reply with its results and what follows it, and
 * as much before as fits.
 *
 * @param budget - tokens.
 * @returns `undefined` when not even the last reply fits.
 */
export function keptOf(
  pieces: readonly Piece[],
  { budget, shortens, stays, recall }: KeepBudget,
): Kept | undefined {
  if (budget <= 0) return { pieces: [], shortened: [], tokens: 0 };
  const lastReply = pieces.findLastIndex(({ kind }) => kind === "reply");
  const must = pieces.slice(Math.max(0, lastReply)).filter(({ kind }) => kind !== "summary");
  const count = (some: readonly Piece[]) => some.reduce((sum, { tokens }) => sum + tokens, 0);
  let tokens = count(must);
  let shortened: readonly Shortened[] = [];
  if (tokens > budget && shortens) {
    shortened = shortestOf(must, { budget, tokens, stays, recall });
    tokens -= shortened.reduce((sum, { saved }) => sum + saved, 0);
  }
  if (tokens > budget) return undefined;
  const kept = [...must];
  const ask = pieces.findLast(({ entry }) => entry.kind === "user-message" && entry.from !== "agent");
  const hasAsk = ask !== undefined && !kept.includes(ask) && tokens + ask.tokens <= budget;
  const reserved = hasAsk && ask.tokens <= budget * askShare ? ask : undefined;
  tokens += reserved?.tokens ?? 0;
  for (const piece of pieces.slice(0, Math.max(0, lastReply)).toReversed()) {
    if (piece === reserved) {
      kept.unshift(piece);
      continue;
    }
    if (piece.kind === "summary" || tokens + piece.tokens > budget) break;
    kept.unshift(piece);
    tokens += piece.tokens;
  }
  if (reserved && !kept.includes(reserved)) kept.unshift(reserved);
  return { pieces: kept, shortened, tokens };
}

export interface KeepBudget {
  readonly budget: number;
  readonly shortens: boolean;
  /** Tools whose results are never shortened. */
  readonly stays: readonly string[];
  readonly recall: string | undefined;
}

/** As long a short form as fits, down to a few words. */
function shortestOf(
  must: readonly Piece[],
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
