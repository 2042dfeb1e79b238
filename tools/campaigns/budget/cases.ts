import fc from "fast-check";
import { speeches } from "./speech.ts";
import type { BudgetCase } from "./hold-case.ts";

const none = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };

/** Cases that a wire can come to. */
export function casesOf(wire: string): fc.Arbitrary<BudgetCase> {
  const { counters } = speeches[wire]!;
  const names = Object.keys(counters(none)).filter((name) => !leftOutAsZero.includes(name));
  const money = fc.double({ min: 0.03, max: 0.4, noNaN: true });
  const tokens = fc.integer({ min: 4_000, max: 60_000 });
  const limits = fc.oneof(
    fc.record({ maxCostUsd: money, maxTokens: fc.constant(undefined) }),
    fc.record({ maxCostUsd: fc.constant(undefined), maxTokens: tokens }),
    fc.record({ maxCostUsd: money, maxTokens: tokens }),
  );
  const rest = fc.record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    omitted: fc.oneof(fc.subarray(names), fc.constant("all" as const)),
    honoursLimit: fc.boolean(),
    tokensPerByte: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
    failures: fc.constantFrom(0, 20, 60),
    outputTokens: fc.constantFrom(undefined, 300, 2_000, 64_000),
    effort: fc.constantFrom(undefined, undefined, "none" as const),
    agents: fc.constantFrom(1, 1, 3, 5),
    crashAt: fc.constantFrom(undefined, undefined, 0, 1, 3, 6),
  });
  return fc.tuple(limits, rest).map(([one, other]) => ({ ...one, ...other }));
}

/** Counters that this wire leaves out where they are 0: a reader must take them so. */
const leftOutAsZero: readonly string[] = ["cachedContentTokenCount"];
