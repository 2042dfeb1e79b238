import type { AttemptEvent, Reservation } from "@skein/protocol";
import { expect, it } from "vitest";
import {
  closeBroken,
  countOutput,
  createCharges,
  openAttempt,
  outputCap,
  worstCase,
} from "../src/requests/call-charges.ts";
import { price } from "./budgeted-run.ts";

const reservation: Reservation = { outputTokens: 300, grow: () => false, settle: () => [] };
const delta = (text: string): AttemptEvent => ({ type: "text-delta", part: 0, delta: text });

function open({ isHidden = false, ownLimit = 400 } = {}) {
  const thinking = { budgetTokens: 0, isHidden };
  const charges = createCharges({ inputTokens: 100, ownLimit, thinking, price });
  openAttempt(charges, reservation);
  return charges;
}

it("charges a broken attempt for the text that arrived, at most what is reserved", () => {
  const tokens = ["Hello", "x".repeat(1_000)].map((text) => {
    const charges = open();
    countOutput(charges.attempt!, delta(text));
    closeBroken(charges, false);
    return charges.charged.tokens;
  });
  expect(tokens).toEqual([105, 400]);
});

it("charges a broken attempt for thinking that it may have hidden, up to the limit that was sent", () => {
  const charges = open({ isHidden: true });
  closeBroken(charges, false);
  expect([outputCap(charges), charges.charged.tokens]).toEqual([44, 144]);
});

it("charges a broken attempt by its price, not by a cost that was reported for a part of it", () => {
  const charges = open();
  charges.attempt!.reported = { input: 100, output: 1, cacheRead: 0, cacheWrite: 0, reportedUsd: 1e-9 };
  countOutput(charges.attempt!, delta("x".repeat(1_000)));
  closeBroken(charges, false);
  expect(charges.charged.tokens).toBe(400);
  expect(charges.charged.costUsd).toBeCloseTo((100 * price.input + 300 * price.output) / 1e6, 12);
});

it("is free when it is not billed, but not after the reply has started", () => {
  const [early, late] = [open(), open()];
  closeBroken(early, true);
  late.attempt!.hasStarted = true;
  closeBroken(late, true);
  expect([early.charged.tokens, late.charged.tokens]).toEqual([0, 100]);
  expect([early, late].map(({ unsettled }) => unsettled.map(({ charge }) => charge.tokens))).toEqual([
    [0],
    [100],
  ]);
});

it("counts the request alone as the worst case of a reply without a limit or a budget", () => {
  const thinking = { budgetTokens: 0, isHidden: false };
  const charges = createCharges({ inputTokens: 100, ownLimit: undefined, thinking, price: undefined });
  openAttempt(charges, undefined);
  expect([worstCase(charges), outputCap(charges)]).toEqual([{ reservedTokens: 100 }, undefined]);
});
