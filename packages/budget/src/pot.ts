import type { BudgetStatus, Charge } from "@skein/protocol";

export interface Amount {
  /** US dollars; 0 where a price is unknown, which only limits of tokens allow. */
  readonly usd: number;
  /** Input, output and cached tokens together. */
  readonly tokens: number;
}

export interface Spent extends Amount {
  /** `false`: something was spent whose price is unknown. */
  readonly isPriced: boolean;
  readonly isEstimate: boolean;
}

/** What one limit allows, and what has become of it. */
export interface Limit {
  readonly name: BudgetStatus["limit"];
  readonly maxCostUsd?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly spent: Spent;
  /** Set aside for calls under way, of other processes too. */
  readonly held: Amount;
  /** In a sentence, when more may be spent; for whoever is refused. */
  readonly frees: string;
}

/** Where amounts are set aside and charged. */
export interface Pot {
  limits(): readonly Limit[];
  /** @returns `undefined` when so much is no longer left. */
  hold(amount: Amount): Hold | undefined;
  /** Other processes take from it too: it may change without anybody here hearing of it. */
  readonly isShared: boolean;
}

export interface Hold {
  /** @returns whether the whole of this amount is set aside now. */
  grow(amount: Amount): boolean;
  settle(charge: Charge): void;
}

/** What is left, with and without what is set aside for calls under way. */
export function leftIn({ maxCostUsd, maxTokens, spent, held }: Limit): {
  readonly now: Amount;
  readonly later: Amount;
} {
  const later = { usd: (maxCostUsd ?? Infinity) - spent.usd, tokens: (maxTokens ?? Infinity) - spent.tokens };
  return { later, now: { usd: later.usd - held.usd, tokens: later.tokens - held.tokens } };
}

export function isWithin(amount: Amount, left: Amount): boolean {
  return amount.usd <= left.usd && amount.tokens <= left.tokens;
}

export function sumOf(amounts: Iterable<Amount>): Amount {
  let [usd, tokens] = [0, 0];
  for (const amount of amounts) [usd, tokens] = [usd + amount.usd, tokens + amount.tokens];
  return { usd, tokens };
}
