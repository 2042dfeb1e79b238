import type { Charge } from "./cost.ts";
import type { ModelPrice } from "./models/models.ts";
import type { OutcomeError } from "./outcomes.ts";

/**
 * What an agent and its subagents may spend together. Every attempt is reserved first, so a limit is never exceeded.
 */
export interface Budget {
  /**
   * Reserves the most that one attempt can cost. Waits while only other calls' reservations stand in the way. Rejects
   * with the signal's reason, with `ConfigError` `usage` when a cost limit cannot be enforced because the price is
   * unknown, and with what keeps a limit of many machines from being read.
   *
   * @param onWait - receives a sentence when it waits for longer than the calls of this process take.
   */
  reserve(
    claim: BudgetClaim,
    signal: AbortSignal,
    onWait?: (sentence: string) => void,
  ): Promise<Reservation | BudgetRefusal>;
  /** One per limit. */
  status(): readonly BudgetStatus[];
}

/** The upper bounds of one attempt. */
export interface BudgetClaim {
  /** Who is asked. */
  readonly provider: string;
  readonly model: string;
  /** Upper bound, in tokens. */
  readonly inputTokens: number;
  /** The model's own output limit. `undefined` when unknown; an output limit is then set for the request. */
  readonly outputTokens: number | undefined;
  /** The attempt is refused when fewer output tokens are left. */
  readonly leastOutputTokens: number;
  readonly price: ModelPrice | undefined;
}

export interface BudgetRefusal {
  readonly refused: OutcomeError;
}

export interface Reservation {
  /** The output limit for the reply; lower than claimed when less is left. `undefined`: nothing limits it. */
  readonly outputTokens: number | undefined;
  /** Extends the reservation for a reply that is longer than planned. @returns whether that much is left. */
  grow(outputTokens: number): boolean | Promise<boolean>;
  /** Ends the reservation; call it once. @returns the limits that crossed a further threshold. */
  settle(charge: Charge): readonly BudgetStatus[];
}

/** How much of a limit is used. */
export interface BudgetStatus {
  /** `session`, `agent` (one subagent), `day`, `project`, or a word for a limit of many machines. */
  readonly limit: string;
  /** US dollars; absent for a token limit when a price is unknown. */
  readonly spentUsd?: number;
  readonly limitUsd?: number;
  readonly tokens: number;
  readonly limitTokens?: number;
  /** Percentage used, rounded down; of the tighter limit when there are two. */
  readonly percent: number;
  /** Something was charged at its upper bound. */
  readonly isEstimate?: true;
}
