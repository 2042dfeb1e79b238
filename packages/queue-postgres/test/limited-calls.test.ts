import { describe, expect, it } from "vitest";
import { createBudget, memoryLimit } from "@skein/sessions/budget";
import type { BudgetClaim, BudgetRefusal, Reservation } from "@skein/protocol";
import type { CallLeases, CallUse, WantedCall } from "../src/limits/call-limits.ts";
import { limitCalls } from "../src/limits/limit-calls.ts";

type Entered = Awaited<ReturnType<CallLeases["enter"]>>;

const never = new AbortController().signal;
const price = { input: 1_000_000, output: 1_000_000 };
const claim: BudgetClaim = {
  provider: "p",
  model: "m",
  inputTokens: 1,
  outputTokens: 9,
  leastOutputTokens: 2,
  price,
};

/** Leases of no database, which answer as they are told; the last answer again and again. */
function leasesOf(...answers: readonly Entered[]) {
  const wanted: WantedCall[] = [];
  const left: (readonly [string, number])[] = [];
  const leases: CallLeases = {
    newId: () => `call-${wanted.length}`,
    enter(call) {
      wanted.push(call);
      return Promise.resolve(answers[wanted.length - 1] ?? answers.at(-1)!);
    },
    leave: (id, tokens) => void left.push([id, tokens]),
    close: async () => {},
  };
  return { leases, wanted, left };
}

const entered: Entered = { state: "entered" };
const full = (use: Partial<CallUse>): Entered => ({
  state: "full",
  full: [{ name: "p", used: { requests: 3, tokens: 70, atOnce: 2 }, ...use }],
});

async function reserved(asked: Promise<Reservation | BudgetRefusal> | Reservation | BudgetRefusal) {
  const answer = await asked;
  expect(answer).toHaveProperty("settle");
  return answer as Reservation;
}

describe("a call under limits of all workers", () => {
  it.each<[outputTokens: number | undefined, tokens: number, granted: number]>([
    [9, 10, 9],
    [undefined, 16_385, 16_384],
  ])("counts the most that it can take (output limit %s)", async (outputTokens, tokens, granted) => {
    const { leases, wanted, left } = leasesOf(entered);
    const reservation = await reserved(
      limitCalls(leases)(undefined).reserve({ ...claim, outputTokens }, never),
    );
    expect(wanted).toEqual([{ id: "call-0", provider: "p", model: "m", tokens }]);
    expect(reservation.outputTokens).toBe(granted);
    expect(reservation.settle({ tokens: 4, costUsd: undefined, isEstimate: false })).toEqual([]);
    expect(left).toEqual([["call-0", 4]]);
  });

  it("is not limited where nothing limits it", async () => {
    const { leases, left } = leasesOf({ state: "unlimited" });
    const reservation = await reserved(limitCalls(leases)(undefined).reserve(claim, never));
    expect(reservation.outputTokens).toBeUndefined();
    expect(await reservation.grow(1_000_000)).toBe(true);
    reservation.settle({ tokens: 4, costUsd: undefined, isEstimate: false });
    expect(left).toEqual([]);
  });

  it("takes less where a minute has room for less, with the input counted", async () => {
    const { leases, wanted } = leasesOf({ state: "too-large", most: 6 }, entered);
    const reservation = await reserved(limitCalls(leases)(undefined).reserve(claim, never));
    expect(wanted.map(({ tokens }) => tokens)).toEqual([10, 6]);
    expect(reservation.outputTokens).toBe(5);
  });

  it.each([
    [3, true],
    [2, false],
  ])("is made while there is room for the least of it: %d tokens", async (most, isMade) => {
    const { leases } = leasesOf({ state: "too-large", most }, entered);
    const answer = await limitCalls(leases)(undefined).reserve(claim, never);
    expect("refused" in answer).toBe(!isMade);
  });

  it("that no minute has room for is refused with both numbers", async () => {
    const { leases } = leasesOf({ state: "too-large", most: 2 });
    expect(await limitCalls(leases)(undefined).reserve(claim, never)).toEqual({
      refused: {
        code: "call-limit",
        message: expect.stringMatching(
          /3 tokens or more, and calls of p\/m may take 2 in a minute/,
        ) as string,
        hint: expect.any(String) as string,
      },
    });
  });

  it.each<[use: Partial<CallUse>, words: string]>([
    [{ requests: 3 }, "p has 3 of 3 requests in a minute"],
    [{ tokens: 100 }, "p has 70 of 100 tokens in a minute"],
    [{ atOnce: 2 }, "p has 2 of 2 requests at once"],
    [{ name: "p/m", requests: 4, atOnce: 2 }, "p/m has 3 of 4 requests in a minute, 2 of 2 requests at once"],
  ])("says once what it waits for: %j", async (use, words) => {
    const { leases, wanted } = leasesOf(full(use), full(use), entered);
    const waits: string[] = [];
    await reserved(limitCalls(leases)(undefined).reserve(claim, never, (wait) => void waits.push(wait)));
    expect(waits).toEqual([`Waiting for a turn: ${words}.`]);
    expect(new Set(wanted.map(({ id }) => id)).size).toBe(1);
  });

  it("stops waiting with its signal", async () => {
    const { leases } = leasesOf(full({ requests: 3 }));
    const stopper = new AbortController();
    const waiting = limitCalls(leases)(undefined).reserve(claim, stopper.signal, () =>
      stopper.abort(new Error("enough")),
    );
    await expect(waiting).rejects.toThrow("enough");
  });

  it("grows where there is room, and is what it was where there is none", async () => {
    const { leases, wanted } = leasesOf(entered, entered, full({ tokens: 70 }));
    const reservation = await reserved(limitCalls(leases)(undefined).reserve(claim, never));
    expect([await reservation.grow(20), reservation.outputTokens]).toEqual([true, 20]);
    expect([await reservation.grow(30), reservation.outputTokens]).toEqual([false, 20]);
    expect(wanted.map(({ id, tokens }) => [id, tokens])).toEqual([
      ["call-0", 10],
      ["call-0", 21],
      ["call-0", 31],
    ]);
  });
});

describe("a call under limits and a budget", () => {
  const budget = (maxTokens: number) => createBudget([memoryLimit({ name: "session", maxTokens })]);

  it("asks the limits for what the budget has left", async () => {
    const { leases, wanted } = leasesOf(entered);
    const reservation = await reserved(limitCalls(leases)(budget(6)).reserve(claim, never));
    expect([wanted[0]?.tokens, reservation.outputTokens]).toEqual([6, 5]);
  });

  it("asks no limit where the budget refuses it", async () => {
    const { leases, wanted } = leasesOf(entered);
    const answer = await limitCalls(leases)(budget(2)).reserve(claim, never);
    expect("refused" in answer).toBe(true);
    expect(wanted).toEqual([]);
  });

  it.each<[name: string, answer: Entered | "failed"]>([
    ["refuses it", { state: "too-large", most: 2 }],
    ["cannot be read", "failed"],
  ])("gives back what the budget had reserved where a limit %s", async (_, answer) => {
    const { leases } = leasesOf(answer === "failed" ? entered : answer);
    const failing = { ...leases, enter: () => Promise.reject(new Error("no database")) };
    const own = budget(10);
    await limitCalls(answer === "failed" ? failing : leases)(own)
      .reserve(claim, never)
      .catch(() => undefined);
    expect(await reserved(own.reserve(claim, never))).toMatchObject({ outputTokens: 9 });
  });

  it("settles both with what it has taken", async () => {
    const { leases, left } = leasesOf(entered);
    const own = budget(100);
    const reservation = await reserved(limitCalls(leases)(own).reserve(claim, never));
    reservation.settle({ tokens: 7, costUsd: undefined, isEstimate: false });
    expect(left).toEqual([["call-0", 7]]);
    expect(own.status()).toMatchObject([{ tokens: 7 }]);
  });

  it("shows the state of the budget, and none without one", () => {
    const { leases } = leasesOf(entered);
    expect(limitCalls(leases)(budget(100)).status()).toMatchObject([{ tokens: 0 }]);
    expect(limitCalls(leases)(undefined).status()).toEqual([]);
  });
});
