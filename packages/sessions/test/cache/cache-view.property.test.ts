import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, Usage } from "@skein/protocol";
import { cacheView } from "../../src/index.ts";
import { journal } from "@skein/test-kit/generated";
import { toldSession } from "./told-session.ts";

const tokens = fc.option(fc.nat(200_000), { nil: undefined, freq: 5 });
const usage: fc.Arbitrary<Usage> = fc
  .record({ input: tokens, cacheRead: tokens, cacheWrite: tokens })
  .map((counters) =>
    Object.fromEntries(Object.entries(counters).filter(([, counted]) => counted !== undefined)),
  );
const step = fc.oneof(
  fc.record({
    does: fc.constant("ask" as const),
    usage,
    model: fc.constantFrom("m", "n"),
  }),
  fc.record({
    does: fc.constantFrom("context" as const, "compact" as const, "elide" as const),
    to: fc.nat(),
  }),
  fc.record({ does: fc.constantFrom("rewind" as const, "pass" as const, "user" as const), to: fc.nat() }),
);

/** Sessions with whatever counters, changes and gaps. */
const session: fc.Arbitrary<readonly Entry[]> = fc.array(step, { maxLength: 25 }).map((steps) => {
  const told = toldSession();
  for (const one of steps) {
    const length = told.entries.length;
    if (one.does === "ask") {
      const request = told.asked(one.usage, { model: one.model });
      told.called(`c${request}`, "x".repeat(request * 100));
    } else if (one.does === "context")
      told.add({ kind: "context", hash: `${one.to % 3}`, reason: "changed" });
    else if (one.does === "compact")
      told.add({ kind: "compaction", summary: "s", firstKept: one.to % length, pinned: [], receipt: {} });
    else if (one.does === "elide")
      told.add({ kind: "elision", results: [{ seq: 1 + (one.to % length), content: [] }] });
    else if (one.does === "rewind") told.add({ kind: "rewind", to: 1 + (one.to % length) });
    else if (one.does === "pass") told.pass(one.to);
    else told.user(`text ${one.to}`);
  }
  return told.entries;
});

describe("the view of a session's caches", () => {
  it("has shares between 0 and 1, parts that are not more than the whole, and sums that are right", () => {
    checkProperty(
      fc.property(fc.oneof(session, journal), (entries) => {
        const view = cacheView(entries, {
          priceOf: () => ({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }),
        });
        let [read, sent] = [0, 0];
        for (const request of view.requests) {
          const { usage: counted, total, expected, repeated, missed, readShare, hitShare } = request;
          const { input, cacheRead = 0, cacheWrite = 0 } = counted;
          expect(total).toBe(input === undefined ? undefined : input + cacheRead + cacheWrite);
          for (const share of [readShare ?? 0, hitShare ?? 1]) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(1);
          }
          expect([0, expected, repeated, total ?? 0].toSorted((a, b) => a - b)).toEqual([
            0,
            expected,
            repeated,
            total ?? 0,
          ]);
          expect(missed).toBeGreaterThanOrEqual(0);
          expect(missed).toBeLessThanOrEqual(total === undefined ? 0 : total - cacheRead);
          expect(request.missedUsd ?? 0).toBeGreaterThanOrEqual(0);
          expect(missed === 0 || request.misses.length > 0).toBe(true);
          if (readShare !== undefined) [read, sent] = [read + cacheRead, sent + (total ?? 0)];
        }
        const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
        expect(view.readShare).toBe(sent === 0 ? undefined : read / sent);
        expect(view.missed).toBe(sum(view.requests.map(({ missed }) => missed)));
        expect(sum(view.causes.map(({ missed }) => missed))).toBe(view.missed);
        expect(view.missedUsd ?? 0).toBeCloseTo(sum(view.causes.map(({ costUsd = 0 }) => costUsd)), 9);
        for (const counter of ["input", "cacheRead", "cacheWrite"] as const)
          expect(view.usage[counter] ?? 0).toBe(sum(view.requests.map((one) => one.usage[counter] ?? 0)));
      }),
    );
  });

  it("has a line for each request of the conversation that was answered, rewound or not", () => {
    checkProperty(
      fc.property(session, (entries) => {
        const asked = entries.filter(({ kind }) => kind === "model-request").map(({ seq }) => seq);
        expect(cacheView(entries).requests.map(({ seq }) => seq)).toEqual(asked);
      }),
    );
  });
});
