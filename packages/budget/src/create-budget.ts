import {
  ConfigError,
  highestRates,
  maxCost,
  type Budget,
  type BudgetClaim,
  type BudgetRefusal,
  type BudgetStatus,
  type Charge,
  type Reservation,
} from "@skein/protocol";
import { leftIn, type Amount, type Hold, type Limit, type Pot } from "./pot.ts";
import { createWaitingLine, type WaitingLine } from "./waiting-line.ts";
import { refusal } from "./words.ts";

/** Output tokens to reserve for a model whose output limit is unknown. */
const unknownOutput = 16_384;
const pollMs = 200;
/** Percent of a limit at which is told that they are used up. */
const thresholds = [50, 75, 90, 100];

/** A budget that knows the limits it is made of, so that a subagent's can stand on its parent's. */
export interface LimitedBudget extends Budget {
  readonly pots: readonly Pot[];
  readonly line: WaitingLine;
}

/**
 * All pots must have what a call may come to at most, and all are charged. When only what is set aside for
 * other calls stands in the way, the call waits for them; when less is left than the model may answer with,
 * its output is limited to that.
 *
 * @param above - of the agent above: its pots hold for this one too.
 */
export function createBudget(own: readonly Pot[], above?: LimitedBudget): LimitedBudget {
  const pots = [...(above?.pots ?? []), ...own];
  const poll = () => (pots.some(({ isShared }) => isShared) ? pollMs : undefined);
  const line = above?.line ?? createWaitingLine(poll);

  function attempt(claim: BudgetClaim): Reservation | BudgetRefusal | undefined {
    const limits = pots.flatMap((pot) => pot.limits());
    requirePrice(limits, claim);
    const tightest = limits.toSorted(
      (one, other) => fit(one, "later", claim) - fit(other, "later", claim),
    )[0];
    const room = tightest ? fit(tightest, "later", claim) : Infinity;
    if (tightest && room < claim.leastOutputTokens)
      return { refused: refusal(tightest, claim, amountOf(claim, claim.leastOutputTokens)) };
    const output = Math.min(claim.outputTokens ?? unknownOutput, room);
    if (limits.some((limit) => fit(limit, "now", claim) < output)) return undefined;
    const holds = holdAll(pots, amountOf(claim, output));
    return holds && reservation(holds, claim, output);
  }

  function reservation(holds: readonly Hold[], claim: BudgetClaim, granted: number): Reservation {
    let output = granted;
    return {
      get outputTokens() {
        return output;
      },
      grow(outputTokens) {
        const [more, before] = [amountOf(claim, outputTokens), amountOf(claim, output)];
        const grown = holds.filter((hold) => hold.grow(more));
        if (grown.length === holds.length) output = outputTokens;
        else for (const hold of grown) hold.grow(before);
        return grown.length === holds.length;
      },
      settle(charge) {
        const before = statusesOf(pots);
        for (const hold of holds) hold.settle(charge);
        line.changed();
        return crossed(before, statusesOf(pots), charge);
      },
    };
  }

  return {
    pots,
    line,
    reserve: (claim, signal) => line.serve(() => attempt(claim), signal),
    status: () => statusesOf(pots),
  };
}

/** Tokens of output that fit beside the input; negative when not even that fits. */
function fit(limit: Limit, when: "now" | "later", { inputTokens, price }: BudgetClaim): number {
  const { usd, tokens } = leftIn(limit)[when];
  const byTokens = tokens - inputTokens;
  if (!price || usd === Infinity) return Math.floor(byTokens);
  const { input, output } = highestRates(price, inputTokens);
  const microDollars = usd * 1_000_000 - inputTokens * input;
  const byCost = output > 0 ? microDollars / output : microDollars >= 0 ? Infinity : -1;
  const most = Math.floor(Math.min(byTokens, byCost));
  // Dollars are sums of fractions: a token that fits only by rounding cannot be reserved.
  const isRounded = Number.isFinite(most) && maxCost({ input: inputTokens, output: most }, price) > usd;
  return isRounded ? most - 1 : most;
}

function amountOf({ inputTokens: input, price }: BudgetClaim, output: number): Amount {
  return { tokens: input + output, usd: price ? maxCost({ input, output }, price) : 0 };
}

function holdAll(pots: readonly Pot[], amount: Amount): readonly Hold[] | undefined {
  const holds: Hold[] = [];
  for (const pot of pots) {
    const hold = pot.hold(amount);
    if (!hold) {
      for (const held of holds) held.settle({ tokens: 0, costUsd: 0, isEstimate: false });
      return undefined;
    }
    holds.push(hold);
  }
  return holds;
}

/** The limit cannot be enforced. */
function requirePrice(limits: readonly Limit[], { price }: BudgetClaim): void {
  const limit = limits.find(({ maxCostUsd }) => maxCostUsd !== undefined);
  if (!limit || (price && limit.spent.isPriced)) return;
  const what = price ? "What was spent before is not known" : "The price of the model is unknown";
  throw new ConfigError("usage", `${what}, so a limit in US dollars cannot be enforced. Nothing was sent.`, {
    hint: price
      ? "Start another session, or limit the tokens instead of the cost."
      : "Set the price of the model in your config file, under models, or limit the tokens instead of the cost.",
  });
}

function statusesOf(pots: readonly Pot[]): readonly BudgetStatus[] {
  return pots.flatMap((pot) => pot.limits()).map(statusOf);
}

function statusOf({ name, maxCostUsd, maxTokens, spent }: Limit): BudgetStatus {
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
