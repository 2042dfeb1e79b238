import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "../../../../packages/protocol/src/index.ts";
import { runCampaign } from "../run-campaign.ts";
import { judge, type Evidence } from "../laws.ts";
import { childSource, type LifeSpec } from "../life.ts";
import { usableLauncher } from "../launcher.ts";
import { liveAndJudge, type JudgedLife } from "../live-and-judge.ts";
import { planOf } from "../plan.ts";
import { bundled, type Program } from "../../runner/bundled-program.ts";
import { thoroughPlan } from "../specs.ts";
import { stores } from "../stores.ts";

let program: Program;
beforeAll(async () => {
  program = await bundled(childSource);
});
afterAll(() => program[Symbol.dispose]());

const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)("sessions that are killed", () => {
  it("lose nothing, repeat nothing, and end well", async () => {
    const lives = await runCampaign({
      runs: 12,
      seed: 11,
      jobs: 4,
      program: program.file,
      launcher: usableLauncher(),
    });
    expect(lives.flatMap(({ broken, spec }) => broken.map((law) => ({ law, spec })))).toEqual([]);
    const kills = lives.reduce((sum, { phases }) => sum + phases.length, 0);
    expect(kills).toBeGreaterThan(10);
    // Which moments a kill meets is up to the machine.
    expect(phasesWithServers(lives)).toBeGreaterThan(1);
  });

  it.each(Object.keys(stores))("have the real result of a command that went on, in %s", async (store) => {
    const spec: LifeSpec = { store, plan: { slowMs: 1000 }, kills: [{ from: "output", afterMs: 0 }] };
    const life = await liveAndJudge(spec, program.file);
    expect(life.broken).toEqual([]);
    expect(life.phases).toEqual(["any time: running tools"]);
    const result = life.entries.find((entry) => entry.kind === "tool-result");
    expect(result).toMatchObject({ content: [{ type: "text", text: "slow\nslow" }], recovered: "collected" });
  });
});

/** In how many different moments a process with rude servers was killed. */
function phasesWithServers(lives: readonly JudgedLife[]): number {
  const phases = lives.flatMap((life) => life.phases.filter((phase) => phase.includes("rude servers")));
  return new Set(phases).size;
}

/** A life that kept the laws, as it can be tampered with. */
async function goodLife(): Promise<Evidence> {
  const seed = thoroughPlan(1);
  const spec: LifeSpec = { store: "sqlite", plan: { seed }, kills: [], compacts: true };
  const { entries, diary, effects } = await liveAndJudge(spec, program.file);
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
      [{ ...good, effects: [...good.effects, "once unknown"] }, /has no intent/],
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
