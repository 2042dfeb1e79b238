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
import { RunStop } from "../run-stop.ts";
import { createOutputBound, type InputBounds, type OutputBound } from "../session/token-bounds.ts";

/** The smallest reply worth starting, in tokens, unless the model's own limit is lower. */
const leastOutput = 256;
/** Tokens that may still arrive while a stream is being stopped; reserved in addition to the reply. */
const overrun = 256;
/** How many more tokens are reserved when a reply outgrows its reservation. */
const growthStep = 4_096;

/** The worst case of an attempt. */
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

interface Attempt {
  /** Absent without a budget. */
  readonly reservation: Reservation | undefined;
  readonly output: OutputBound;
  hasStarted: boolean;
  reported: Usage;
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
  let price: ModelPrice | undefined = model.price;
  let isSwitched = false;
  let charged = zeroCharge;
  let attempt: Attempt | undefined;
  let unsettled: (() => void)[] = [];

  async function reserve(outputTokens: number | undefined, least: number): Promise<Attempt> {
    const found = await budget?.reserve(
      { ...answering, inputTokens, outputTokens, leastOutputTokens: least, price },
      signal,
      onWait,
    );
    if (found && "refused" in found) throw new RunStop("budget", found.refused);
    return { reservation: found, output: createOutputBound(), hasStarted: false, reported: {} };
  }

  const least = thinking.budgetTokens + Math.min(leastOutput, ownLimit ?? leastOutput);
  const leastGranted = Math.min(least, ownLimit ?? least) + overrun;
  attempt = await reserve(ownLimit === undefined ? undefined : ownLimit + overrun, leastGranted);
  let granted = attempt.reservation?.outputTokens;
  const capNow = () => (granted === undefined ? undefined : granted - overrun);
  // A getter, because every attempt reads the current value.
  const request: ModelRequest =
    granted === undefined
      ? call.request
      : Object.defineProperty({ ...call.request }, "outputCap", { enumerable: true, get: capNow });

  /** Worst case of the current attempt; without a budget, a reply of unknown length counts as 0. */
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

  /** Closes a broken attempt. Its reported output is ignored, since it covers only a part of the reply. */
  function closeBroken(unbilled: boolean | undefined): void {
    if (!attempt) return;
    const { output: _, ...input } = attempt.reported;
    close(unbilled === true && !attempt.hasStarted ? undefined : input);
  }

  /** Never more than is reserved, because a stream is stopped before that. */
  function boundsOf({ output, reported, reservation }: Attempt) {
    const seen = Math.max(output.tokens(), reported.output ?? 0);
    const hidden = thinking.isHidden ? (capNow() ?? ownLimit ?? 0) : 0;
    const most = reservation?.outputTokens ?? Infinity;
    return { input: inputTokens, output: Math.min(most, Math.max(seen, hidden)) };
  }

  async function next(): Promise<void> {
    await keep(charged, { reservedTokens: 0, ...(price ? { reservedUsd: 0 } : {}) });
    release();
    // The failed attempt is charged by now, so less may be left to reserve.
    attempt = await reserve(granted ?? ownLimit, Math.min(leastGranted, granted ?? 0));
    granted = attempt.reservation?.outputTokens;
    await keep(charged, worst());
  }

  /** Some servers ignore output limits: stop before the received text can have cost more than is reserved. */
  function requireReserve({ reservation, output }: Attempt): Promise<void> | undefined {
    const tokens = output.tokens() + overrun;
    if (!reservation || tokens <= (reservation.outputTokens ?? Infinity)) return undefined;
    return growTo(reservation, tokens);
  }

  async function growTo(reservation: Reservation, tokens: number): Promise<void> {
    if ((await reservation.grow(tokens + growthStep)) || (await reservation.grow(tokens)))
      return keep(charged, worst());
    throw new RunStop("budget", {
      code: "budget",
      message: "The reply was stopped because it may have used up the rest of the budget.",
      hint: "Raise the limit to continue.",
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
          answering = { provider: event.provider, model: event.model };
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
      return attempt && requireReserve(attempt);
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

/** Unknown thinking counts as hidden. */
function planOf(model: AttemptModel, options: ModelRequest["options"]): ThinkingPlan {
  return model.thinking?.(options) ?? { budgetTokens: 0, isHidden: options.effort !== "none" };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
