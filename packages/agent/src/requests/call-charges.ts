import {
  addCharges,
  chargeOf,
  maxCost,
  zeroCharge,
  type AttemptEvent,
  type Charge,
  type ModelPrice,
  type Reservation,
  type ThinkingPlan,
  type Usage,
} from "@skein/protocol";
import { createOutputBound, type OutputBound } from "../session/token-bounds.ts";

/** Tokens that may still arrive while a stream is being stopped; reserved in addition to the reply. */
export const overrun = 256;

/** The worst case of an attempt. */
export interface Reserved {
  readonly reservedTokens: number;
  /** US dollars. */
  readonly reservedUsd?: number;
}

export interface Attempt {
  /** Absent without a budget. */
  readonly reservation: Reservation | undefined;
  readonly output: OutputBound;
  hasStarted: boolean;
  reported: Usage;
}

/** The charges of one call of a model. */
export interface CallCharges {
  readonly inputTokens: number;
  /** Output limit of the request or the model. */
  readonly ownLimit: number | undefined;
  readonly thinking: ThinkingPlan;
  /** Of the model that answers now. */
  price: ModelPrice | undefined;
  /** The sum of the closed attempts. */
  charged: Charge;
  attempt: Attempt | undefined;
  /** Output tokens reserved when the attempt began. Absent without a budget. */
  granted: number | undefined;
  /** Charges that the budget does not know yet. */
  unsettled: readonly { readonly reservation: Reservation; readonly charge: Charge }[];
}

export function createCharges(
  call: Pick<CallCharges, "inputTokens" | "ownLimit" | "thinking" | "price">,
): CallCharges {
  return { ...call, charged: zeroCharge, attempt: undefined, granted: undefined, unsettled: [] };
}

export function openAttempt(charges: CallCharges, reservation: Reservation | undefined): void {
  charges.attempt = { reservation, output: createOutputBound(), hasStarted: false, reported: {} };
  charges.granted = reservation?.outputTokens;
}

/** The output limit to send; `undefined` without a budget. */
export function outputCap({ granted }: CallCharges): number | undefined {
  return granted === undefined ? undefined : granted - overrun;
}

/** Worst case of the current attempt; without a budget, a reply of unknown length counts as 0. */
export function worstCase({ attempt, inputTokens, ownLimit, price }: CallCharges): Reserved {
  const output = attempt?.reservation?.outputTokens ?? ownLimit ?? 0;
  const reservedTokens = inputTokens + output;
  if (!price) return { reservedTokens };
  return { reservedTokens, reservedUsd: maxCost({ input: inputTokens, output }, price) };
}

/** Counts the output that an event brings. */
export function countOutput({ output }: Attempt, event: AttemptEvent): void {
  if (event.type === "part-start") output.partStart();
  else if (event.type === "part-end") output.partEnd(event.content);
  else if ("delta" in event) output.delta(event.delta);
}

/** @param usage - absent for an attempt that is not billed. */
export function closeAttempt(charges: CallCharges, usage: Usage | undefined): void {
  const { attempt, price } = charges;
  if (!attempt) return;
  const { reservation } = attempt;
  const charge = usage ? chargeOf(usage, boundsOf(charges, attempt), price) : zeroCharge;
  charges.charged = addCharges(charges.charged, charge);
  charges.attempt = undefined;
  if (reservation) charges.unsettled = [...charges.unsettled, { reservation, charge }];
}

/** What was counted of the prompt alone, without the reply and without the cost of both. */
export function promptOf(usage: Usage): Usage {
  const { output: _, reportedUsd: __, ...prompt } = usage;
  return prompt;
}

/** Closes a broken attempt. Its reported output is ignored, since it covers only a part of the reply. */
export function closeBroken(charges: CallCharges, unbilled: boolean | undefined): void {
  const { attempt } = charges;
  if (!attempt) return;
  closeAttempt(charges, unbilled === true && !attempt.hasStarted ? undefined : promptOf(attempt.reported));
}

/** Never more than is reserved, because a stream is stopped before that. */
function boundsOf(charges: CallCharges, { output, reported, reservation }: Attempt) {
  const { inputTokens, ownLimit, thinking } = charges;
  const seen = Math.max(output.tokens(), reported.output ?? 0);
  const hidden = thinking.isHidden ? (outputCap(charges) ?? ownLimit ?? 0) : 0;
  const most = reservation?.outputTokens ?? Infinity;
  return { input: inputTokens, output: Math.min(most, Math.max(seen, hidden)) };
}
