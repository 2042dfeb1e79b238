import type { BudgetStatus, Charge } from "@skein/protocol";

export interface SpendingAmount {
  /** US dollars; 0 where a price is unknown, which only token limits allow. */
  readonly usd: number;
  /** Input, output and cached tokens together. */
  readonly tokens: number;
}

export interface SpentAmount extends SpendingAmount {
  /** `false`: something was spent whose price is unknown. */
  readonly isPriced: boolean;
  readonly isEstimate: boolean;
}

/** The state of one limit. */
export interface LimitState {
  readonly name: BudgetStatus["limit"];
  readonly maxCostUsd?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly spent: SpentAmount;
  /** Reserved by calls under way, in other processes too. */
  readonly held: SpendingAmount;
  /** A sentence for whoever is refused: when more may be spent. */
  readonly frees: string;
  /** Completes "$1 of $5 are spent …". Default: by its name. */
  readonly place?: string;
}

/** Reserves and charges amounts against one or more limits. */
export interface SpendingLimit {
  /** As they are, or were when they were last refreshed. */
  limits(): readonly LimitState[];
  /** For limits that are kept elsewhere: reads them. */
  refresh?(): Promise<void>;
  /** @returns `undefined` when that much is no longer left. */
  hold(amount: SpendingAmount): LimitReservation | undefined | Promise<LimitReservation | undefined>;
  /** Other processes spend from it too, without notifying this one. */
  readonly isShared: boolean;
}

export interface LimitReservation {
  /** @returns whether the whole of this amount is reserved now. */
  grow(amount: SpendingAmount): boolean | Promise<boolean>;
  settle(charge: Charge): void;
}

/** What is left: `now` with and `later` without the reservations of calls under way. */
export function leftIn({ maxCostUsd, maxTokens, spent, held }: LimitState): {
  readonly now: SpendingAmount;
  readonly later: SpendingAmount;
} {
  const later = { usd: (maxCostUsd ?? Infinity) - spent.usd, tokens: (maxTokens ?? Infinity) - spent.tokens };
  return { later, now: { usd: later.usd - held.usd, tokens: later.tokens - held.tokens } };
}

export function isWithin(amount: SpendingAmount, left: SpendingAmount): boolean {
  return amount.usd <= left.usd && amount.tokens <= left.tokens;
}

export function sumOf(amounts: Iterable<SpendingAmount>): SpendingAmount {
  let [usd, tokens] = [0, 0];
  for (const amount of amounts) [usd, tokens] = [usd + amount.usd, tokens + amount.tokens];
  return { usd, tokens };
}
