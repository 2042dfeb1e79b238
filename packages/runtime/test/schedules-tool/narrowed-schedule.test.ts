import { createGate } from "@skein/permissions";
import type { Effect, Verdict } from "@skein/protocol";
import { createSchedules, sqliteSchedules, type ScheduleInput } from "@skein/schedules";
import { temporaryFolder } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { narrowedSchedule } from "../../src/schedules-tool/narrowed-schedule.ts";
import type { Rights } from "../../src/rights.ts";

const tools = ["shell", "read", "push"];
const rule = fc.record({
  tool: fc.constantFrom(...tools, "developer", "*"),
  verdict: fc.constantFrom<Verdict>("allow", "ask", "deny"),
});
const limit = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
const ofMode = (...modes: readonly string[]) => fc.constantFrom(...modes);
const rights = fc.record({
  mode: ofMode("auto", "smart_approve", "approve", "plan", "chat"),
  rules: fc.array(rule, { maxLength: 5 }),
  maxCostUsd: limit,
  maxTokens: limit,
  maxTurns: limit,
});
const wish = fc.record({
  mode: fc.option(fc.constantFrom("auto" as const, "plan" as const, "chat" as const), { nil: undefined }),
  max_cost_usd: limit,
  max_turns: limit,
});

type Given = typeof rights extends fc.Arbitrary<infer Value> ? Value : never;
type Wished = typeof wish extends fc.Arbitrary<infer Value> ? Value : never;

function narrowed(given: Given, wished: Wished): ScheduleInput | undefined {
  const { mode, maxTurns, ...rest } = given;
  const has: Rights = { ...rest, mode: () => mode, limits: maxTurns === undefined ? {} : { maxTurns } };
  const none = {
    tz: undefined,
    recipe: undefined,
    parameters: undefined,
    provider: undefined,
    model: undefined,
  };
  const asked = { ...none, ...wished, name: "x", cron: "@daily", prompt: "y", max_minutes: undefined };
  const asking = { rights: has, provider: "p", model: "m", session: "s", cwd: "/", tools: [] };
  const found = narrowedSchedule(asked, { kind: "prompt", text: "y" }, asking);
  return "schedule" in found ? found.schedule : undefined;
}

describe("what an agent schedules", () => {
  it("is denied all that the agent is denied, never asks, and does nothing that needs approval", async () => {
    const request = fc.record({
      tool: fc.constantFrom(...tools),
      effect: fc.constantFrom<Effect>("reads", "writes", "runs", "unknown"),
    });
    await checkProperty(
      fc.asyncProperty(rights, wish, request, async (given, wished, asked) => {
        const schedule = narrowed(given, wished);
        if (!schedule) return;
        const call = {
          ...asked,
          extension: "developer",
          input: {},
          cwd: "/",
          callId: "c",
          session: "s",
          resources: [],
        };
        const { signal } = new AbortController();
        const own = await createGate({ mode: given.mode, rules: given.rules }).decide(call, signal);
        const its = await createGate(schedule).decide(call, signal);
        // To look, a person who was asked for the schedule has agreed.
        const mustDeny = own.verdict === "deny" || (own.verdict === "ask" && asked.effect !== "reads");
        expect(mustDeny ? ["deny"] : ["allow", "deny"]).toContain(its.verdict);
      }),
      { numRuns: 1000 },
    );
  });

  it("spends no more than the agent may, and is taken by the store", async () => {
    await using folder = await temporaryFolder();
    using store = sqliteSchedules(join(folder.path, "s.db"));
    const schedules = createSchedules({ store });
    let at = 0;
    checkProperty(
      fc.property(rights, wish, (given, wished) => {
        const schedule = narrowed(given, wished);
        if (!schedule) return;
        const { maxCostUsd, maxTokens, limits } = schedule;
        expect(maxCostUsd).toBe(least(given.maxCostUsd, wished.max_cost_usd));
        expect(maxTokens).toBe(given.maxTokens);
        expect(limits?.maxTurns).toBe(least(given.maxTurns, wished.max_turns));
        const added = schedules.add({ ...schedule, name: `n${at++}` });
        schedules.remove(added.id);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["auto", undefined, "auto"],
    ["auto", "chat", "chat"],
    ["smart_approve", undefined, "plan"],
    ["smart_approve", "auto", undefined],
    ["approve", "chat", "chat"],
    ["plan", "chat", undefined],
    ["chat", undefined, undefined],
  ] as const)("by one in mode %s that asks for %s runs in mode %s", (mode, asked, its) => {
    const none = { rules: [], maxCostUsd: undefined, maxTokens: undefined, maxTurns: undefined };
    const wished = { mode: asked, max_cost_usd: undefined, max_turns: undefined };
    expect(narrowed({ ...none, mode }, wished)?.mode).toBe(its);
  });
});

function least(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
