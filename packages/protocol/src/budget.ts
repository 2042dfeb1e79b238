import type { Charge } from "./cost.ts";
import type { ModelPrice } from "./models.ts";
import type { OutcomeError } from "./outcomes.ts";

/** What an agent may spend, shared with its subagents. A limit is never passed: every attempt is reserved first. */
export interface Budget {
  /**
   * Sets aside what one attempt may come to at most. Waits as long as only what is set aside for other calls stands in
   * the way. Rejects with the signal's reason, and with `ConfigError` `usage` when a limit in money cannot be kept because
   * the price is unknown.
   */
  reserve(claim: BudgetClaim, signal: AbortSignal): Promise<Reservation | BudgetRefusal>;
  /** One for each limit. */
  status(): readonly BudgetStatus[];
}

/** The worst case of one attempt. */
export interface BudgetClaim {
  /** Tokens, an upper bound. */
  readonly inputTokens: number;
  /** The model's own output limit. `undefined`: unknown, and one is set. */
  readonly outputTokens: number | undefined;
  /** With fewer the attempt makes no sense, and is refused. */
  readonly leastOutputTokens: number;
  readonly price: ModelPrice | undefined;
}

export interface BudgetRefusal {
  readonly refused: OutcomeError;
}

export interface Reservation {
  /** What the reply may bring; less than was claimed when no more is left. */
  readonly outputTokens: number;
  /** Sets more aside for a reply that is longer than it was to be. @returns whether so much is left. */
  grow(outputTokens: number): boolean;
  /** Ends the reservation; called once. @returns the limits of which a further part is used up now. */
  settle(charge: Charge): readonly BudgetStatus[];
}

/** How much of a limit is used up. */
export interface BudgetStatus {
  /** Which one: `session`, `agent` (of one subagent), `day` or `project`. */
  readonly limit: string;
  /** US dollars; absent when the limit is one of tokens and a price is unknown. */
  readonly spentUsd?: number;
  readonly limitUsd?: number;
  readonly tokens: number;
  readonly limitTokens?: number;
  /** Part of the limit that is used up, rounded down; of the tighter one where there are two. */
  readonly percent: number;
  /** Something was charged at its upper bound. */
  readonly isEstimate?: true;
}
