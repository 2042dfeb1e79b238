import {
  ProviderError,
  type AttemptEvent,
  type AttemptModel,
  type Budget,
  type BudgetStatus,
  type Charge,
  type ModelRequest,
  type Reservation,
  type ThinkingPlan,
  type Usage,
} from "@skein/protocol";
import { RunStop } from "../run-stop.ts";
import type { InputBounds } from "../session/token-bounds.ts";
import {
  closeAttempt,
  closeBroken,
  countOutput,
  createCharges,
  openAttempt,
  outputCap,
  promptOf,
  overrun,
  worstCase,
  type Attempt,
  type Reserved,
} from "./call-charges.ts";

/** The smallest reply worth starting, in tokens, unless the model's own limit is lower. */
const leastOutput = 256;
/** How many more tokens are reserved when a reply outgrows its reservation. */
const growthStep = 4_096;

export interface MeteredCall {
  readonly budget: Budget | undefined;
  readonly bounds: InputBounds;
  readonly model: AttemptModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Called when usage passes the next threshold of a limit. */
  readonly onStatus: (status: BudgetStatus) => void;
  /** Receives why the call waits for its turn. */
  readonly onWait: (sentence: string) => void;
  /**
   * Journals the charge of failed attempts and the reservation for the next one, in case the process is
   * killed. Awaited before anything is released to the budget or read from the stream.
   */
  readonly keep: (charged: Charge, reserved: Reserved) => Promise<void>;
}

/** Reserves and charges one call of a model, attempt by attempt. */
export interface CallMeter {
  /** The request to send; under a budget, with the reserved output limit. */
  readonly request: ModelRequest;
  readonly reserved: Reserved;
  /** Usage reported so far for the current attempt. */
  reported(): Usage;
  /**
   * Call with every event before processing it, and await the result: the next attempt is reserved before the
   * retry layer continues. Throws a `RunStop` `budget` when the budget is used up.
   */
  observe(event: AttemptEvent): Promise<void> | undefined;
  /** Call when the reply is complete. */
  finish(usage: Usage): Charge;
  /** Call when the call failed or was abandoned. Does nothing after `finish` or a first `fail`. */
  fail(error: unknown): Charge;
  /**
   * Charges the budget and releases the rest of the reservation. Call it once the result is in the journal,
   * or cannot be written: otherwise a crash could leave both this worst case and another call that was paid
   * from the released rest.
   */
  release(): void;
}

/**
 * Reserves the first attempt. Throws a `RunStop` `budget` when it does not fit, and what `Budget.reserve`
 * rejects with.
 */
export async function meterCall(call: MeteredCall): Promise<CallMeter> {
  const { budget, bounds, model, signal, onStatus, onWait, keep } = call;
  const { options } = call.request;
  const inputTokens = bounds.of(model, call.request);
  const ownLimit = smaller(options.maxOutputTokens, model.limits.outputTokens);
  const thinking = planOf(model, options);
  let answering = { provider: model.provider, model: model.id };
  let isSwitched = false;
  const charges = createCharges({ inputTokens, ownLimit, thinking, price: model.price });

  async function reserve(outputTokens: number | undefined, least: number): Promise<void> {
    const found = await budget?.reserve(
      { ...answering, inputTokens, outputTokens, leastOutputTokens: least, price: charges.price },
      signal,
      onWait,
    );
    if (found && "refused" in found) throw new RunStop("budget", found.refused);
    openAttempt(charges, found);
  }

  const least = thinking.budgetTokens + Math.min(leastOutput, ownLimit ?? leastOutput);
  const leastGranted = Math.min(least, ownLimit ?? least) + overrun;
  await reserve(ownLimit === undefined ? undefined : ownLimit + overrun, leastGranted);
  // A getter, because every attempt reads the current value.
  const request: ModelRequest =
    charges.granted === undefined
      ? call.request
      : Object.defineProperty({ ...call.request }, "outputCap", {
          enumerable: true,
          get: () => outputCap(charges),
        });

  function release(): void {
    const settling = charges.unsettled;
    charges.unsettled = [];
    for (const { reservation, charge } of settling)
      for (const status of reservation.settle(charge)) onStatus(status);
  }

  async function next(): Promise<void> {
    const { price, granted } = charges;
    await keep(charges.charged, { reservedTokens: 0, ...(price ? { reservedUsd: 0 } : {}) });
    release();
    // The failed attempt is charged by now, so less may be left to reserve.
    await reserve(granted ?? ownLimit, Math.min(leastGranted, granted ?? 0));
    await keep(charges.charged, worstCase(charges));
  }

  /** Some servers ignore output limits: stop before the received text can have cost more than is reserved. */
  function requireReserve({ reservation, output }: Attempt): Promise<void> | undefined {
    const tokens = output.tokens() + overrun;
    if (!reservation || tokens <= (reservation.outputTokens ?? Infinity)) return undefined;
    return growTo(reservation, tokens);
  }

  async function growTo(reservation: Reservation, tokens: number): Promise<void> {
    if ((await reservation.grow(tokens + growthStep)) || (await reservation.grow(tokens)))
      return keep(charges.charged, worstCase(charges));
    throw new RunStop("budget", {
      code: "budget",
      message: "The reply was stopped because it may have used up the rest of the budget.",
      hint: "Raise the limit to continue.",
    });
  }

  return {
    request,
    reserved: worstCase(charges),
    reported: () => charges.attempt?.reported ?? {},
    observe(event) {
      const { attempt } = charges;
      switch (event.type) {
        case "retry-wait":
          closeBroken(charges, event.unbilled);
          return next();
        case "model-switched":
          closeBroken(charges, event.unbilled);
          [charges.price, isSwitched] = [event.price, true];
          answering = { provider: event.provider, model: event.model };
          return next();
        case "reply-restarted":
          if (attempt?.hasStarted) closeBroken(charges, false);
          return undefined;
        case "message-start":
          if (!attempt)
            return next().then(() => void (charges.attempt && (charges.attempt.hasStarted = true)));
          attempt.hasStarted = true;
          return undefined;
        case "message-end":
          return undefined;
        case "usage":
          if (attempt) attempt.reported = { ...attempt.reported, ...event.usage };
          return undefined;
        case "part-start":
        case "part-end":
        case "text-delta":
        case "thinking-delta":
        case "input-delta":
          break;
      }
      if (!attempt) return undefined;
      countOutput(attempt, event);
      return requireReserve(attempt);
    },
    finish(usage) {
      const isUncounted = usage.output === 0 && (charges.attempt?.output.tokens() ?? 0) > 0;
      closeAttempt(charges, isUncounted ? promptOf(usage) : usage);
      if (!isSwitched) bounds.learn(model, call.request, usage);
      return charges.charged;
    },
    fail(error) {
      closeBroken(charges, ProviderError.is(error) && error.unbilled);
      return charges.charged;
    },
    release,
  };
}

/** Unknown thinking counts as hidden. */
function planOf(model: AttemptModel, options: ModelRequest["options"]): ThinkingPlan {
  return model.thinking?.(options) ?? { budgetTokens: 0, isHidden: options.effort !== "none" };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
