import { afterAll, describe, expect, it } from "vitest";
import { commands, decisions } from "../commands.ts";
import { questionsOfADay } from "../day.ts";
import { judgeIn, rules } from "../judged.ts";
import { allowedMutations } from "../mutated.ts";
import { project } from "../project.ts";

const before = process.env["HOME"];
const folder = project();
afterAll(() => {
  folder[Symbol.dispose]();
  process.env["HOME"] = before;
});
const judge = judgeIn(folder, rules);
const all = commands();

describe("the default mode", () => {
  it("decides each command as it is written down, by the same rule", async () => {
    const withoutRules = judgeIn(folder, []);
    const found: Record<string, string> = {};
    for (const command of all.benign) found[command] = await withoutRules(command);
    for (const command of [...all.compound, ...all.evasive]) found[command] = await judge(command);
    expect(Object.keys(found).length).toBeGreaterThan(400);
    expect(found).toEqual(decisions());
    expect(all.evasive.filter((command) => found[command]?.startsWith("allow"))).toEqual([]);
    const asks = all.benign.filter((command) => found[command]?.startsWith("ask"));
    expect(asks.length / all.benign.length).toBeLessThan(0.05);
  });

  it("allows no mutation of an evasive command", async () => {
    expect(await allowedMutations(judge, all.evasive, { count: 5, seed: 1 })).toEqual([]);
  });

  it("asks at most six times in a day's work", async () => {
    const { commands: count, questions } = await questionsOfADay(folder);
    expect(count).toBe(200);
    expect(questions.length).toBeLessThanOrEqual(6);
  });
});
