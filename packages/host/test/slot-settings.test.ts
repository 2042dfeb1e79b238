import { describe, expect, it } from "vitest";
import { slotSettings } from "../src/schedules/slot-settings.ts";

describe("the agent of a slot", () => {
  const base = {
    provider: "p",
    model: "m",
    mode: "auto",
    cwd: "/",
    interaction: "execute",
    builtins: [],
  } as const;
  const schedule = {
    id: "s1",
    name: "news",
    cron: "@daily",
    tz: "UTC",
    work: { kind: "prompt", text: "x" },
    cwd: "/",
    mode: "auto",
    rules: [{ tool: "shell", verdict: "deny" }],
    limits: {},
    overlap: "skip",
    catchUp: "one",
    jitterMs: 0,
    resume: true,
    createdAt: 0,
  } as const;

  it("obeys the rules of now and those that were agreed to", () => {
    const rules = [{ tool: "write", verdict: "deny" }] as const;
    expect(slotSettings({ ...base, rules }, schedule)).toMatchObject({
      rules: [...rules, ...schedule.rules],
      schedule: "s1",
    });
  });

  it("has only the tools that it has both now and by the schedule", () => {
    const tools = ["developer__shell", "developer__read"];
    expect(slotSettings({ ...base, tools: ["developer__read"] }, { ...schedule, tools }).tools).toEqual([
      "developer__read",
    ]);
    expect(slotSettings(base, { ...schedule, tools }).tools).toEqual(tools);
    expect(slotSettings({ ...base, tools }, schedule).tools).toEqual(tools);
    expect(slotSettings(base, schedule).tools).toBeUndefined();
  });
});
