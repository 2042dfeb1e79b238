import type { RunQueue } from "@skein/queue-postgres";
import { describe, expect, it } from "vitest";
import { changeLimits, type LimitWish } from "../../src/queue/change-limits.ts";

/** Limits in memory: what was set, in order. */
function limitsOf() {
  const set: object[] = [];
  const limits = {
    setCalls: async (one: object) => void set.push(one),
    setShare: async (one: object) => void set.push(one),
    list: async () => ({ calls: [], shares: [] }),
  } as unknown as RunQueue["limits"];
  return { set, change: (wish: LimitWish) => changeLimits({ limits }, wish) };
}

describe("limits", () => {
  it.each<[LimitWish, readonly object[]]>([
    [{}, []],
    [{ calls: "p/m", requests: 0, atOnce: 2 }, [{ name: "p/m", requests: 0, atOnce: 2 }]],
    [{ calls: "p", isOff: true }, [{ name: "p" }]],
    [
      { share: "team", dayUsd: 5, tokens: 1 },
      [
        { share: "team", period: "day", usd: 5, tokens: 1 },
        { share: "team", period: "month" },
      ],
    ],
    [
      { share: "team", monthUsd: 9 },
      [
        { share: "team", period: "day" },
        { share: "team", period: "month", usd: 9 },
      ],
    ],
  ])("are set in place of those there were: %j", async (wish, set) => {
    const at = limitsOf();
    expect(await at.change(wish)).toEqual({ calls: [], shares: [] });
    expect(at.set).toEqual(set);
  });

  it.each<[LimitWish, string]>([
    [{ calls: "p", share: "team", tokens: 1 }, "of calls or of a share, not of both"],
    [{ tokens: 1 }, "Whose limits are they?"],
    [{ isOff: true }, "Whose limits are they?"],
    [{ calls: "p" }, "What may it take?"],
    [{ share: "team", dayUsd: 1, isOff: true }, "What may it take?"],
    [{ calls: "p", dayUsd: 1 }, "limits of a share, not of a model"],
    [{ calls: "p", monthUsd: 1 }, "limits of a share, not of a model"],
    [{ share: "team", requests: 1 }, "limited for a model, not for a share"],
    [{ share: "team", atOnce: 1 }, "limited for a model, not for a share"],
  ])("are refused, and none is changed: %j", async (wish, words) => {
    const at = limitsOf();
    await expect(at.change(wish)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(words) as string,
      hint: expect.stringContaining("PROVIDER/MODEL") as string,
    });
    expect(at.set).toEqual([]);
  });
});
