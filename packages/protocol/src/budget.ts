import type { Charge } from "./cost.ts";
import type { ModelPrice } from "./models/models.ts";
import type { OutcomeError } from "./outcomes.ts";

/**
 * Limits of cost and tokens that an agent and its subagents share.
 *
 * The agent reserves every attempt before it sends the request, and settles it
 * afterwards, so that a limit is never exceeded. `@skein/sessions/budget` implements it;
 * without a budget, an agent has no limits of this kind.
 */
export interface Budget {
  /**
   * Reserves the most that one attempt can cost. Waits while only reservations
   * of other calls are in the way.
   *
   * Rejects with the reason of `signal`, with `ConfigError` `usage` if a cost
   * limit cannot be enforced because the price is unknown, and with the error
   * that prevents a limit of many machines from being read.
   *
   * @param onWait - receives a sentence when the call waits for longer than the
   *   calls of this process take.
   * @returns the reservation, or the refusal if too little of a limit is left.
   */
  reserve(
    claim: BudgetClaim,
    signal: AbortSignal,
    onWait?: (sentence: string) => void,
  ): Promise<Reservation | BudgetRefusal>;
  /** Returns the current use of each limit, one item per limit. */
  status(): readonly BudgetStatus[];
}

/**
 * Upper bounds of one attempt, from which a budget computes what to reserve.
 */
export interface BudgetClaim {
  /**
   * Provider id, such as `anthropic`. Appears in the error when a price is
   * unknown.
   */
  readonly provider: string;
  /** Model id, without the provider. */
  readonly model: string;
  /** Upper bound of the prompt in tokens, cached or not. */
  readonly inputTokens: number;
  /**
   * Output limit of the model, in tokens. `undefined`: unknown; the budget then
   * chooses an output limit for the request.
   */
  readonly outputTokens: number | undefined;
  /**
   * Smallest useful reply in tokens. The budget refuses the attempt if fewer
   * output tokens are left.
   */
  readonly leastOutputTokens: number;
  /**
   * Price of the model. `undefined`: unknown, which a cost limit does not
   * accept.
   */
  readonly price: ModelPrice | undefined;
}

/**
 * Answer of a budget that has too little left for an attempt. The run ends as
 * `budget` with this error, before anything is sent.
 */
export interface BudgetRefusal {
  /** Error that names the limit and its use. */
  readonly refused: OutcomeError;
}

/**
 * Part of a budget that is set aside for one attempt. No other call can spend
 * it until `settle` is called.
 */
export interface Reservation {
  /**
   * Output limit for the reply, in tokens. Lower than claimed if less is left.
   * `undefined`: the budget does not limit the reply.
   */
  readonly outputTokens: number | undefined;
  /**
   * Extends the reservation for a reply that is longer than planned.
   *
   * @returns true if that many output tokens are left. Otherwise the caller
   *   stops the reply.
   */
  grow(outputTokens: number): boolean | Promise<boolean>;
  /**
   * Ends the reservation and charges what the attempt has cost. Call it once,
   * also after an error; 0 for an attempt that was not billed.
   *
   * @returns the limits that have crossed another threshold (50, 75, 90 or
   *   100 %).
   */
  settle(charge: Charge): readonly BudgetStatus[];
}

/** Use of one limit. Also part of the `budget` event. */
export interface BudgetStatus {
  /**
   * Name of the limit: `session`, `agent` (one subagent), `day`, `project`, or
   * the name of a limit that several machines share.
   */
  readonly limit: string;
  /** US dollars spent. Absent for a token limit if a price is unknown. */
  readonly spentUsd?: number;
  /** Limit in US dollars. Absent: the limit counts tokens only. */
  readonly limitUsd?: number;
  /** Tokens charged so far: input, output and cached tokens together. */
  readonly tokens: number;
  /** Limit in tokens. Absent: the limit counts US dollars only. */
  readonly limitTokens?: number;
  /**
   * Percentage used, rounded down. With limits of cost and tokens, the tighter
   * of the two.
   */
  readonly percent: number;
  /**
   * Set if at least one charge was an upper bound, because a counter was
   * missing.
   */
  readonly isEstimate?: true;
}
