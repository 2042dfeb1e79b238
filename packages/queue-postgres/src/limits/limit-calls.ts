import { createFairQueue, unlimited, type FairQueue } from "@skein/sessions/budget";
import type { Budget, BudgetClaim, BudgetRefusal, Reservation } from "@skein/protocol";
import type { CallLeases, CallUse, WantedCall } from "./call-limits.ts";

/** Output tokens to count for a model whose output limit is unknown. */
const unknownOutput = 16_384;
const pollMs = 200;

/** Counted as having been made, or not counted at all; `undefined`: there is no room yet. */
type Turn = { readonly output: number | undefined } | BudgetRefusal | undefined;

/**
 * Lets each call wait for its turn once a budget has room for it. In one process the calls of a model wait one after the
 * other, so that one of them looks, however many wait.
 */
export function limitCalls(leases: CallLeases): (budget: Budget | undefined) => Budget {
  const lines = new Map<string, FairQueue>();
  function lineOf({ provider, model }: BudgetClaim): FairQueue {
    const key = `${provider}/${model}`;
    const line = lines.get(key) ?? createFairQueue(() => pollMs);
    lines.set(key, line);
    return line;
  }

  return (budget) => ({
    status: () => budget?.status() ?? [],
    async reserve(claim, signal, onWait = () => undefined) {
      const paid = await budget?.reserve(claim, signal, onWait);
      if (paid && "refused" in paid) return paid;
      const call = { id: leases.newId(), provider: claim.provider, model: claim.model };
      const line = lineOf(claim);
      let isTold = false;
      try {
        const turn = await line.serve(
          () =>
            turnOf(leases, call, claim, paid?.outputTokens, (full) => {
              if (!isTold) onWait(`Waiting for a turn: ${full.map(words).join("; ")}.`);
              isTold = true;
            }),
          signal,
        );
        if (!("refused" in turn)) return reservationOf({ leases, line, call, claim, paid }, turn.output);
        paid?.settle(nothing);
        return turn;
      } catch (error) {
        paid?.settle(nothing);
        throw error;
      }
    },
  });
}

const nothing = { tokens: 0, costUsd: 0, isEstimate: false };

async function turnOf(
  leases: CallLeases,
  call: Omit<WantedCall, "tokens">,
  { inputTokens, outputTokens, leastOutputTokens }: BudgetClaim,
  paidFor: number | undefined,
  onFull: (full: readonly CallUse[]) => void,
): Promise<Turn> {
  let output = paidFor ?? outputTokens ?? unknownOutput;
  for (;;) {
    const entered = await leases.enter({ ...call, tokens: inputTokens + output });
    switch (entered.state) {
      case "entered":
        return { output };
      case "unlimited":
        return { output: undefined };
      case "full":
        onFull(entered.full);
        return undefined;
      case "too-large":
        output = entered.most - inputTokens;
        if (output < leastOutputTokens) return tooLarge(call, inputTokens + leastOutputTokens, entered.most);
    }
  }
}

interface Taken {
  readonly leases: CallLeases;
  readonly line: FairQueue;
  readonly call: Omit<WantedCall, "tokens">;
  readonly claim: BudgetClaim;
  readonly paid: Reservation | undefined;
}

function reservationOf({ leases, line, call, claim, paid }: Taken, granted: number | undefined): Reservation {
  if (granted === undefined) return paid ?? unlimited;
  let output = granted;
  return {
    get outputTokens() {
      return output;
    },
    async grow(outputTokens) {
      if (paid && !(await paid.grow(outputTokens))) return false;
      const { state } = await leases.enter({ ...call, tokens: claim.inputTokens + outputTokens });
      const isGrown = state === "entered";
      if (isGrown) output = outputTokens;
      else await paid?.grow(output);
      return isGrown;
    },
    settle(charge) {
      leases.leave(call.id, charge.tokens);
      line.changed();
      return paid?.settle(charge) ?? [];
    },
  };
}

function tooLarge({ provider, model }: Omit<WantedCall, "tokens">, least: number, most: number) {
  return {
    refused: {
      code: "call-limit",
      message: `The next model call was not made: it could take ${least} tokens or more, and calls of ${provider}/${model} may take ${most} in a minute.`,
      hint: "Raise the limit of tokens in a minute.",
    },
  };
}

function words({ name, requests, tokens, atOnce, used }: CallUse): string {
  const parts = [
    { of: requests, is: used.requests, what: "requests in a minute" },
    { of: tokens, is: used.tokens, what: "tokens in a minute" },
    { of: atOnce, is: used.atOnce, what: "requests at once" },
  ].flatMap(({ of, is, what }) => (of === undefined ? [] : [`${is} of ${of} ${what}`]));
  return `${name} has ${parts.join(", ")}`;
}
