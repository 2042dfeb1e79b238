import {
  addCharges,
  chargeOf,
  zeroCharge,
  ProviderError,
  maxCost,
  type AttemptEvent,
  type AttemptModel,
  type Budget,
  type BudgetStatus,
  type Charge,
  type ModelPrice,
  type ModelRequest,
  type Reservation,
  type ThinkingPlan,
  type Usage,
} from "@skein/protocol";
import { RunStop } from "../loop/run-stop.ts";
import { createOutputBound, type InputBounds, type OutputBound } from "./token-bounds.ts";

/** The least that a reply is begun for, in tokens, where the model's own limit is not lower. */
const leastOutput = 256;
/** What may still come while a stream is being ended, in tokens: set aside besides what the reply may bring. */
const overrun = 256;
/** How much more than has come is set aside when a reply outgrows its reservation, in tokens. */
const growthStep = 4_096;

/** What an attempt may come to at most. */
interface Reserved {
  readonly reservedTokens: number;
  /** US dollars. */
  readonly reservedUsd?: number;
}

export interface MeteredCall {
  readonly budget: Budget | undefined;
  readonly bounds: InputBounds;
  readonly model: AttemptModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Hears of each limit of which a further part is used up. */
  readonly onStatus: (status: BudgetStatus) => void;
  /**
   * Keeps, for a process that is killed, what the attempts that failed came to and what is set aside for the one to come.
   * Waited for: nothing is given back to the budget, and nothing more is read, before it is on disk.
   */
  readonly keep: (charged: Charge, reserved: Reserved) => Promise<void>;
}

/** Reserves and charges one call of a model, attempt by attempt. */
export interface CallMeter {
  /** As it is to be sent: under a budget with the output limit that is set aside. */
  readonly request: ModelRequest;
  readonly reserved: Reserved;
  /** Counters that have been reported for the attempt under way. */
  reported(): Usage;
  /**
   * To be told of every event before anything is done with it. What it returns is to be waited for: the next attempt is
   * reserved before the retry layer is asked to go on. Throws a `RunStop` `budget` when no more may come.
   */
  observe(event: AttemptEvent): Promise<void> | undefined;
  /** The reply is whole. */
  finish(usage: Usage): Charge;
  /** The call has failed, or was left. May be called twice, and after `finish`: then it changes nothing. */
  fail(error: unknown): Charge;
  /**
   * Charges the budget, and gives back what was set aside beyond that. To be called when the result is in the journal, or
   * cannot be: whoever reads it after a crash must not find both this worst case and a call that was made for what is left.
   */
  release(): void;
}

interface Attempt {
  /** Absent without a budget. */
  readonly reservation: Reservation | undefined;
  readonly output: OutputBound;
  hasStarted: boolean;
  reported: Usage;
}

/** Reserves the first attempt. Throws a `RunStop` `budget` when it does not fit, and what `Budget.reserve` rejects with. */
export async function meterCall(call: MeteredCall): Promise<CallMeter> {
  const { budget, bounds, model, signal, onStatus, keep } = call;
  const { options } = call.request;
  const inputTokens = bounds.of(model, call.request);
  const ownLimit = smaller(options.maxOutputTokens, model.limits.outputTokens);
  const thinking = planOf(model, options);
  let price: ModelPrice | undefined = model.price;
  let isSwitched = false;
  let charged = zeroCharge;
  let attempt: Attempt | undefined;
  let unsettled: (() => void)[] = [];

  async function reserve(outputTokens: number | undefined, least: number): Promise<Attempt> {
    const found = await budget?.reserve(
      { inputTokens, outputTokens, leastOutputTokens: least, price },
      signal,
    );
    if (found && "refused" in found) throw new RunStop("budget", found.refused);
    return { reservation: found, output: createOutputBound(), hasStarted: false, reported: {} };
  }

  const least = thinking.budgetTokens + Math.min(leastOutput, ownLimit ?? leastOutput);
  const leastGranted = Math.min(least, ownLimit ?? least) + overrun;
  attempt = await reserve(ownLimit === undefined ? undefined : ownLimit + overrun, leastGranted);
  let granted = attempt.reservation?.outputTokens;
  const capNow = () => (granted === undefined ? undefined : granted - overrun);
  // Every attempt reads it anew.
  const request: ModelRequest =
    granted === undefined
      ? call.request
      : Object.defineProperty({ ...call.request }, "outputCap", { enumerable: true, get: capNow });

  /** Of an attempt with its reply; without a budget a reply of unknown length is not counted in. */
  function worst(): Reserved {
    const output = attempt?.reservation?.outputTokens ?? ownLimit ?? 0;
    const reservedTokens = inputTokens + output;
    if (!price) return { reservedTokens };
    return { reservedTokens, reservedUsd: maxCost({ input: inputTokens, output }, price) };
  }

  function close(usage: Usage | undefined): void {
    if (!attempt) return;
    const { reservation } = attempt;
    const charge = usage ? chargeOf(usage, boundsOf(attempt), price) : zeroCharge;
    charged = addCharges(charged, charge);
    attempt = undefined;
    if (!reservation) return;
    unsettled.push(() => {
      for (const status of reservation.settle(charge)) onStatus(status);
    });
  }

  function release(): void {
    const settling = unsettled;
    unsettled = [];
    for (const settle of settling) settle();
  }

  /** What was reported of a reply that goes on is what it came to up to then: its output is not known. */
  function closeBroken(unbilled: boolean | undefined): void {
    if (!attempt) return;
    const { output: _, ...input } = attempt.reported;
    close(unbilled === true && !attempt.hasStarted ? undefined : input);
  }

  /** A stream is ended before more has come than is set aside. */
  function boundsOf({ output, reported, reservation }: Attempt) {
    const seen = Math.max(output.tokens(), reported.output ?? 0);
    const hidden = thinking.isHidden ? (capNow() ?? ownLimit ?? 0) : 0;
    const most = reservation?.outputTokens ?? Infinity;
    return { input: inputTokens, output: Math.min(most, Math.max(seen, hidden)) };
  }

  async function next(): Promise<void> {
    await keep(charged, { reservedTokens: 0, ...(price ? { reservedUsd: 0 } : {}) });
    release();
    // What failed has been charged: with less left, less is asked for.
    attempt = await reserve(granted ?? ownLimit, Math.min(leastGranted, granted ?? 0));
    granted = attempt.reservation?.outputTokens;
    await keep(charged, worst());
  }

  /** Servers ignore limits: what has come may have cost no more than is set aside. */
  function requireRoom({ reservation, output }: Attempt): Promise<void> | undefined {
    if (!reservation) return undefined;
    const tokens = output.tokens() + overrun;
    if (tokens <= reservation.outputTokens) return undefined;
    if (reservation.grow(tokens + growthStep) || reservation.grow(tokens)) return keep(charged, worst());
    throw new RunStop("budget", {
      code: "budget",
      message: "The reply was ended: what has come of it may have cost all that was left to spend.",
      hint: "Raise the limit to let it go on.",
    });
  }

  return {
    request,
    reserved: worst(),
    reported: () => attempt?.reported ?? {},
    observe(event) {
      switch (event.type) {
        case "retry-wait":
          closeBroken(event.unbilled);
          return next();
        case "model-switched":
          closeBroken(event.unbilled);
          [price, isSwitched] = [event.price, true];
          return next();
        case "reply-restarted":
          if (attempt?.hasStarted) closeBroken(false);
          return undefined;
        case "message-start":
          if (!attempt) return next().then(() => void (attempt && (attempt.hasStarted = true)));
          attempt.hasStarted = true;
          return undefined;
        case "message-end":
          return undefined;
        case "usage":
          if (attempt) attempt.reported = { ...attempt.reported, ...event.usage };
          return undefined;
        case "part-start":
          attempt?.output.partStart();
          break;
        case "part-end":
          attempt?.output.partEnd(event.content);
          break;
        case "text-delta":
        case "thinking-delta":
        case "input-delta":
          attempt?.output.delta(event.delta);
      }
      return attempt && requireRoom(attempt);
    },
    finish(usage) {
      const isUncounted = usage.output === 0 && (attempt?.output.tokens() ?? 0) > 0;
      const { output: _, ...input } = usage;
      close(isUncounted ? input : usage);
      if (!isSwitched) bounds.learn(model, call.request, usage);
      return charged;
    },
    fail(error) {
      closeBroken(ProviderError.is(error) && error.unbilled);
      return charged;
    },
    release,
  };
}

/** What is not known of a model's thoughts is hidden. */
function planOf(model: AttemptModel, options: ModelRequest["options"]): ThinkingPlan {
  return model.thinking?.(options) ?? { budgetTokens: 0, isHidden: options.effort !== "none" };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
