import type { ModelPrice, Usage } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { cacheView } from "../../src/index.ts";
import { toldSession } from "./told-session.ts";

const withWrites = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const withReads = { input: 2.5, output: 10, cacheRead: 0.25 };
const plain = { input: 40 + 30_000, cacheRead: 0 };
const written = { input: 40, cacheRead: 0, cacheWrite: 30_000 };

/** A request of 30,000 tokens, then the same and a little more, of which the vendor tells `usage`. */
function asked(usage: Usage, price: ModelPrice | undefined) {
  const session = toldSession();
  session.user("Look.");
  session.asked({ input: 30_000, cacheRead: 0, output: 10 });
  session.called("c1", "short");
  session.asked({ ...usage, output: 10 });
  return cacheView(session.entries, { priceOf: () => price });
}

/** US dollars, times a million, when each missed token cost this much more per million. */
const perToken = (rate: number) => (missed: number) => missed * rate;

describe("what a miss cost", () => {
  it.each<[string, ModelPrice, Usage, (missed: number) => number]>([
    ["paid as a write, with prices of both", withWrites, written, perToken(3.75 - 0.3)],
    ["paid as input, with prices of both", withWrites, { ...plain, cacheWrite: 0 }, perToken(3 - 0.3)],
    [
      "written in part",
      withWrites,
      { input: 20_040, cacheRead: 0, cacheWrite: 10_000 },
      (missed) => 10_000 * (3.75 - 0.3) + (missed - 10_000) * (3 - 0.3),
    ],
    ["in part", withWrites, { input: 40, cacheRead: 20_000, cacheWrite: 10_000 }, perToken(3.75 - 0.3)],
    ["where writing costs nothing more", withReads, plain, perToken(2.5 - 0.25)],
    ["where a hit costs as much", { ...withReads, cacheRead: 2.5 }, plain, perToken(0)],
    ["where a hit costs more", { ...withReads, cacheRead: 3 }, plain, perToken(0)],
    ["where all is free", { input: 0, output: 0, cacheRead: 0 }, plain, perToken(0)],
    [
      "in the tier of the whole request",
      { ...withReads, tiers: [{ aboveInputTokens: 20_000, input: 5, output: 20, cacheRead: 0.5 }] },
      plain,
      perToken(5 - 0.5),
    ],
  ])("%s", (_, price, usage, expected) => {
    const { requests, missed, missedUsd, causes } = asked(usage, price);
    const last = requests.at(-1)!;
    expect(last.missed).toBeGreaterThan((usage.cacheRead ?? 0) > 0 ? 9_000 : 29_000);
    expect(last.missedUsd).toBeCloseTo(expected(last.missed) / 1_000_000, 9);
    expect({ missed, missedUsd }).toEqual({ missed: last.missed, missedUsd: last.missedUsd });
    expect(causes.find(({ cause }) => cause === last.misses[0]?.cause)?.costUsd).toBe(last.missedUsd);
  });

  it.each<[string, ModelPrice | undefined, Usage]>([
    ["without prices", undefined, plain],
    ["without a price for reads", { input: 2.5, output: 10 }, plain],
    ["written, without a price for writes", withReads, written],
  ])("is not known %s, and not nothing", (_, price, usage) => {
    const { requests, missed, missedUsd, causes } = asked(usage, price);
    expect(requests.at(-1)!.missed).toBeGreaterThan(29_000);
    expect(missed).toBe(requests.at(-1)!.missed);
    expect([requests.at(-1)!.missedUsd, missedUsd, ...causes.map(({ costUsd }) => costUsd)]).toEqual([
      undefined,
      undefined,
      ...causes.map(() => undefined),
    ]);
  });

  it("is nothing of a hit, whatever the prices", () => {
    const { requests, missed, missedUsd } = asked({ input: 40, cacheRead: 30_000 }, withReads);
    expect(requests.at(-1)).toMatchObject({ missed: 0, misses: [] });
    expect({ missed, missedUsd }).toEqual({ missed: 0, missedUsd: undefined });
  });
});
