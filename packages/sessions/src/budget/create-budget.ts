import {
  ConfigError,
  highestRates,
  maxCost,
  zeroCharge,
  type Budget,
  type BudgetClaim,
  type BudgetRefusal,
  type BudgetStatus,
  type Charge,
  type Reservation,
} from "@skein/protocol";
import {
  leftIn,
  type SpendingAmount,
  type LimitReservation,
  type LimitState,
  type SpendingLimit,
} from "./spending-limit.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";
import { refusal } from "./words.ts";

/** Output tokens to reserve for a model whose output limit is unknown. */
const unknownOutput = 16_384;
const pollMs = 200;
/** Percentages of a limit that are reported when they are reached. */
const thresholds = [50, 75, 90, 100];

/** A budget that exposes its limits, so that a subagent's budget can include its parent's. */
export interface LimitedBudget extends Budget {
  readonly spendingLimits: readonly SpendingLimit[];
  readonly line: FairQueue;
}

/** No limit applies to the call. */
export const unlimited: Reservation = { outputTokens: undefined, grow: () => true, settle: () => [] };

/**
 * Reserves the most that a call can cost with every limit, and charges every one. A call waits while only other
 * calls' reservations stand in the way; when less is left than the model may answer with, its output limit is
 * lowered.
 *
 * @param above - the parent agent's budget, whose limits apply too.
 */
export function createBudget(own: readonly SpendingLimit[], above?: LimitedBudget): LimitedBudget {
  const spendingLimits = [...(above?.spendingLimits ?? []), ...own];
  const poll = () => (spendingLimits.some(({ isShared }) => isShared) ? pollMs : undefined);
  const line = above?.line ?? createFairQueue(poll);

  async function attempt(claim: BudgetClaim): Promise<Reservation | BudgetRefusal | undefined> {
    await Promise.all(spendingLimits.map(async (limit) => limit.refresh?.()));
    const limits = spendingLimits.flatMap((limit) => limit.limits());
    if (limits.length === 0) return unlimited;
    requirePrice(limits, claim);
    const tightest = limits.toSorted(
      (one, other) => fit(one, "later", claim) - fit(other, "later", claim),
    )[0];
    const room = tightest ? fit(tightest, "later", claim) : Infinity;
    if (tightest && room < claim.leastOutputTokens)
      return { refused: refusal(tightest, claim, amountOf(claim, claim.leastOutputTokens)) };
    const output = Math.min(claim.outputTokens ?? unknownOutput, room);
    if (limits.some((limit) => fit(limit, "now", claim) < output)) return undefined;
    const holds = await holdAll(spendingLimits, amountOf(claim, output));
    return holds && reservation(holds, claim, output);
  }

  function reservation(holds: readonly LimitReservation[], claim: BudgetClaim, granted: number): Reservation {
    let output = granted;
    return {
      get outputTokens() {
        return output;
      },
      async grow(outputTokens) {
        const [more, before] = [amountOf(claim, outputTokens), amountOf(claim, output)];
        const answers = await Promise.all(holds.map(async (hold) => hold.grow(more)));
        const isGrown = answers.every(Boolean);
        if (isGrown) output = outputTokens;
        else await Promise.all(holds.filter((_, at) => answers[at]).map(async (hold) => hold.grow(before)));
        return isGrown;
      },
      settle(charge) {
        const before = statusesOf(spendingLimits);
        for (const hold of holds) hold.settle(charge);
        line.changed();
        return crossed(before, statusesOf(spendingLimits), charge);
      },
    };
  }

  return {
    spendingLimits,
    line,
    reserve: (claim, signal) => line.serve(() => attempt(claim), signal),
    status: () => statusesOf(spendingLimits),
  };
}

/** Output tokens that fit besides the input; negative when not even the input fits. */
function fit(limit: LimitState, when: "now" | "later", { inputTokens, price }: BudgetClaim): number {
  const { usd, tokens } = leftIn(limit)[when];
  const byTokens = tokens - inputTokens;
  if (!price || usd === Infinity) return Math.floor(byTokens);
  const { input, output } = highestRates(price, inputTokens);
  const microDollars = usd * 1_000_000 - inputTokens * input;
  const byCost = output > 0 ? microDollars / output : microDollars >= 0 ? Infinity : -1;
  const most = Math.floor(Math.min(byTokens, byCost));
  // Dollars are sums of fractions: a token that only fits by rounding cannot be reserved.
  const isRounded = Number.isFinite(most) && maxCost({ input: inputTokens, output: most }, price) > usd;
  return isRounded ? most - 1 : most;
}

function amountOf({ inputTokens: input, price }: BudgetClaim, output: number): SpendingAmount {
  return { tokens: input + output, usd: price ? maxCost({ input, output }, price) : 0 };
}

async function holdAll(
  spendingLimits: readonly SpendingLimit[],
  amount: SpendingAmount,
): Promise<readonly LimitReservation[] | undefined> {
  const holds: LimitReservation[] = [];
  for (const limit of spendingLimits) {
    const hold = await limit.hold(amount);
    if (!hold) {
      for (const held of holds) held.settle(zeroCharge);
      return undefined;
    }
    holds.push(hold);
  }
  return holds;
}

/** The limit cannot be enforced. */
function requirePrice(limits: readonly LimitState[], { price }: BudgetClaim): void {
  const limit = limits.find(({ maxCostUsd }) => maxCostUsd !== undefined);
  if (!limit || (price && limit.spent.isPriced)) return;
  const what = price ? "The cost so far is unknown" : "The price of the model is unknown";
  throw new ConfigError(
    "usage",
    `${what}, so a cost limit in US dollars cannot be enforced. Nothing was sent.`,
    {
      hint: price
        ? "Start another session, or limit the tokens instead of the cost."
        : "Set the price of the model under models in your config file, or limit the tokens instead of the cost.",
    },
  );
}

function statusesOf(spendingLimits: readonly SpendingLimit[]): readonly BudgetStatus[] {
  return spendingLimits.flatMap((limit) => limit.limits()).map(statusOf);
}

function statusOf({ name, maxCostUsd, maxTokens, spent }: LimitState): BudgetStatus {
  const shares = [
    ...(maxCostUsd === undefined ? [] : [share(spent.usd, maxCostUsd)]),
    ...(maxTokens === undefined ? [] : [share(spent.tokens, maxTokens)]),
  ];
  return {
    limit: name,
    ...(spent.isPriced ? { spentUsd: spent.usd } : {}),
    ...(maxCostUsd === undefined ? {} : { limitUsd: maxCostUsd }),
    tokens: spent.tokens,
    ...(maxTokens === undefined ? {} : { limitTokens: maxTokens }),
    percent: Math.floor(Math.max(...shares, 0)),
    ...(spent.isEstimate ? { isEstimate: true } : {}),
  };
}

function share(spent: number, limit: number): number {
  return limit === 0 ? 100 : (100 * spent) / limit;
}

function crossed(
  before: readonly BudgetStatus[],
  after: readonly BudgetStatus[],
  { tokens }: Charge,
): readonly BudgetStatus[] {
  if (tokens === 0) return [];
  return after.filter(({ percent }, at) => {
    const old = before[at]?.percent ?? 0;
    return thresholds.some((threshold) => old < threshold && percent >= threshold);
  });
}
