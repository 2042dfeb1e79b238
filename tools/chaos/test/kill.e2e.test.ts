import { afterAll, describe, expect, it } from "vitest";
import type { Entry } from "../../../packages/protocol/src/index.ts";
import { runCampaign } from "../campaign.ts";
import { withCompileCache } from "../compile-cache.ts";
import { judge, type Evidence } from "../laws.ts";
import { liveAndJudge } from "../live-and-judge.ts";
import { planOf } from "../plan.ts";
import { thoroughPlan } from "../specs.ts";
import { stores } from "../stores.ts";

const cache = withCompileCache();
afterAll(() => cache[Symbol.dispose]());

const isLinux = process.platform === "linux";

// Some six seconds on an idle machine; what they wait for takes no processor.
describe.skipIf(!isLinux)("sessions that are killed", () => {
  it("lose nothing, repeat nothing, and end well", async () => {
    const lives = await runCampaign({ runs: 25, seed: 11, jobs: 3 });
    expect(lives.flatMap(({ broken, spec }) => broken.map((law) => ({ law, spec })))).toEqual([]);
    const kills = lives.reduce((sum, { phases }) => sum + phases.length, 0);
    expect(kills).toBeGreaterThan(10);
  }, 60_000);

  it.each(Object.keys(stores))("have the real result of a command that went on, in %s", async (store) => {
    const life = await liveAndJudge({
      store,
      plan: { slowMs: 1500 },
      kills: [{ from: "output", afterMs: 0 }],
    });
    expect(life.broken).toEqual([]);
    expect(life.phases).toEqual(["any time: running tools"]);
    const result = life.entries.find((entry) => entry.kind === "tool-result");
    expect(result).toMatchObject({ content: [{ type: "text", text: "slow\nslow" }], recovered: "collected" });
  });
});

/** A life that kept the laws, as it can be tampered with. */
async function goodLife(): Promise<Evidence> {
  const seed = thoroughPlan(1);
  const { entries, diary, effects } = await liveAndJudge({
    store: "sqlite",
    plan: { seed },
    kills: [],
    compacts: true,
  });
  return { plan: planOf(seed), entries, diary, effects, stopped: false };
}

describe.skipIf(!isLinux)("the judge", () => {
  it("sees each law when it is broken", async () => {
    const good = await goodLife();
    expect(judge(good).broken).toEqual([]);
    const once = good.effects.find((line) => line.startsWith("once ")) ?? "";
    const shell = good.effects.find((line) => line.startsWith("shell ")) ?? "";
    const without = (kind: Entry["kind"]): readonly Entry[] => {
      const at = good.entries.findIndex((entry) => entry.kind === kind);
      return good.entries.filter((_, index) => index !== at);
    };
    const renumbered = (entries: readonly Entry[]) => entries.map((entry, at) => ({ ...entry, seq: at + 1 }));
    const changed = good.entries.map((entry) => ({ ...entry, at: entry.kind === "outcome" ? 0 : entry.at }));
    const emptied = good.entries.map((entry) =>
      entry.kind === "compaction" ? { ...entry, summary: "Something was said." } : entry,
    );
    const firstNote = good.entries.find((entry) => entry.kind === "user-message" && entry.queued);
    const cases: readonly [Evidence, RegExp][] = [
      [{ ...good, effects: [...good.effects, once] }, /once \S+: ran twice, 2 effects/],
      [{ ...good, effects: [...good.effects, shell] }, /shell \S+: ran twice, 2 effects/],
      [{ ...good, effects: good.effects.filter((line) => line !== shell) }, /has a result, 0 effects/],
      [{ ...good, effects: [...good.effects, "once nobody"] }, /has no intent/],
      [{ ...good, entries: without("model-result") }, /The journal has entry/],
      [{ ...good, entries: good.entries.slice(0, -1) }, /had been kept and is gone/],
      [{ ...good, entries: changed }, /is not as it was kept/],
      [{ ...good, entries: renumbered(without("tool-result")) }, /has 0 results/],
      [
        { ...good, entries: renumbered(good.entries.filter((entry) => entry !== firstNote)) },
        /note of .* 0 times/,
      ],
      [{ ...good, entries: emptied }, /does not see any more that the user said "Begin\."/],
      [{ ...good, diary: good.diary.filter(({ is }) => is !== "outcome") }, /ended as nothing/],
      [{ ...good, plan: [...good.plan, ...good.plan] }, /steps were done/],
    ];
    for (const [tampered, law] of cases)
      expect(judge(tampered).broken).toContainEqual(expect.stringMatching(law));
  });
});
