import { describeFailure, isFailure, extractText, type JsonObject } from "@skein/protocol";
import { extensionContract } from "@skein/extension-kit/contract";
import { describe, expect, it } from "vitest";
import { schedules, type ScheduleDesk } from "../../src/schedules/index.ts";

/** Says what it was asked for. */
const desk: ScheduleDesk = {
  add: async (wish, cwd) => `add ${JSON.stringify(wish)} in ${cwd}`,
  change: async (action, name) => `${action} ${name}`,
  list: async () => "all",
  look: async (name, limit) => `${name} ${limit}`,
};

async function says(tool: string, input: JsonObject): Promise<string> {
  const outcome = await schedules(desk).callTool(tool, input, {
    session: "s",
    callId: "c",
    cwd: "/w",
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: undefined,
  });
  return isFailure(outcome) ? describeFailure(tool, outcome) : extractText(outcome.content);
}

const add = { action: "add", name: "news", cron: "@daily", prompt: "What is new?" };

extensionContract("schedules", () => ({
  extension: schedules(desk),
  works: { tool: "schedule", input: add },
  misfits: { tool: "schedule", input: { action: "drop", name: "news" } },
}));

describe("schedules for the model", () => {
  it("are two tools, of which one only reads, and cost a request less than 2.3 kB", async () => {
    const tools = await schedules(desk).tools();
    expect(tools.map(({ name, effect, repeat }) => [name, effect, repeat])).toEqual([
      ["schedule", "runs", "once"],
      ["schedule_list", "reads", "safe"],
    ]);
    const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThan(2_300);
  });

  it("hand what is asked for to whoever keeps them", async () => {
    expect(await says("schedule", { ...add, mode: null, parameters: null })).toBe(
      'add {"name":"news","prompt":"What is new?","cron":"@daily"} in /w',
    );
    expect(await says("schedule", { action: "run_now", name: "news" })).toBe("run_now news");
    expect(await says("schedule_list", {})).toBe("all");
    expect(await says("schedule_list", { name: "news" })).toBe("news 10");
  });

  it.each<[JsonObject, string]>([
    [{ action: "add", name: "x", prompt: "y" }, "/cron: missing: say when"],
    [{ action: "add", name: "x", cron: "@daily" }, "/prompt: give prompt or recipe, one of them"],
    [{ ...add, recipe: "r.yaml" }, "/prompt: give prompt or recipe, one of them"],
    [{ ...add, parameters: { a: "b" } }, "/parameters: only together with recipe"],
    [{ ...add, parameters: { a: 1 } }, "/parameters: expected texts alone"],
    [{ ...add, mode: "smart_approve" }, "/mode: expected one of auto, plan, chat"],
    [{ ...add, max_cost_usd: -1 }, "/max_cost_usd: expected 0 or more, received -1"],
    [{ ...add, max_minutes: 9999 }, "/max_minutes: expected 1 to 1440, received 9999"],
    [{ action: "pause", name: "x", mode: "plan" }, "/mode: is for add only, not for pause"],
  ])("refuse %j", async (input, issue) => {
    expect(await says("schedule", input)).toContain(issue);
  });
});
