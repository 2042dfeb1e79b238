import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, type JsonObject } from "@skein/protocol";
import { recipeTrust } from "@skein/settings";
import { createSchedules, sqliteSchedules, type Schedule, type ScheduleInput } from "@skein/schedules";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../../src/index.ts";
import { scheduledConsent } from "../../src/schedules.ts";
import { family, said, start, call } from "../subagents/set-up.ts";
import { done, setUp, use } from "../set-up.ts";

const news = { action: "add", name: "news", cron: "30 6 * * 1-5", tz: "UTC", prompt: "What is new?" };

/** A data folder, in which an agent makes calls, one a run. */
async function desk() {
  const folder = await temporaryFolder();
  const store = sqliteSchedules(join(folder.path, "schedules.db"));
  const schedules = createSchedules({ store });
  return {
    folder: folder.path,
    schedules,
    /** What the model reads of a call; a person allows what is asked. */
    async says(input: JsonObject, changes: Partial<AgentSettings> = {}, tool = "schedule"): Promise<string> {
      const { runtime, settings, model } = setUp(folder.path, [use(tool, input), done]);
      await using _ = runtime;
      const all = {
        ...settings,
        builtins: ["todo", "schedules"],
        ask: async () => ({ allow: "once" as const }),
      };
      const { agent } = await runtime.open({ ...all, ...changes });
      expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
      const answers = model.requests[1]?.messages.flatMap((message) =>
        message.role === "tool" ? message.content.map(({ content }) => extractText(content)) : [],
      );
      return answers?.join("\n") ?? "";
    },
    one: (name = "news"): Schedule => schedules.get(name),
    add: (more: Partial<ScheduleInput> = {}) => schedules.add({ ...mine, cwd: folder.path, ...more }),
    async [Symbol.asyncDispose]() {
      store.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const mine = {
  name: "mine",
  cron: "@daily",
  work: { kind: "prompt", text: "Tidy." },
  mode: "auto",
  tz: "UTC",
} as const;

describe("an agent that schedules", () => {
  it("gives what it has: its mode, its model, its tools", async () => {
    await using own = await desk();
    const text = await own.says(news);
    expect(text).toMatch(
      /^"news" is scheduled: next 20\d\d-\d\d-\d\d 06:30 \(UTC\); mode auto, model scripted m\.$/m,
    );
    expect(text).toContain("No scheduler daemon is running");
    expect(own.one()).toMatchObject({
      work: { kind: "prompt", text: "What is new?" },
      cwd: own.folder,
      mode: "auto",
      tools: ["todo__todo"],
      rules: [],
      askedBy: expect.stringMatching(/^20/),
    });
    expect(await own.says({}, {}, "schedule_list")).toMatch(
      /^news: 30 6 \* \* 1-5 \(UTC\), auto, next 20.* 06:30: What is new\?$/m,
    );
    expect(await own.says({ name: "news" }, {}, "schedule_list")).toContain("It has not run yet.");
  });

  it.each<[string, JsonObject, string]>([
    ["smart_approve", { ...news, mode: "auto" }, "It would run in mode auto, but you are in smart_approve"],
    ["approve", { ...news, mode: "auto" }, "It would run in mode auto, but you are in approve"],
    ["plan", { ...news, mode: "plan" }, "Plan mode is on"],
    ["auto", { ...news, cron: "* * * * * *" }, "cron: at most once a minute"],
    ["auto", { ...news, cron: "61 * * * *" }, 'cron: "61" is no minute'],
    ["auto", { ...news, tz: "Here" }, "tz: there is no time zone"],
    ["auto", { ...news, name: "two words" }, "cannot be the name of a schedule"],
  ])("in mode %s is refused %j with a sentence", async (mode, input, sentence) => {
    await using own = await desk();
    expect(await own.says(input, { mode })).toContain(sentence);
    expect(own.schedules.list()).toEqual([]);
  });

  it("gives no more than its limits and rules, and denies what would be asked", async () => {
    await using own = await desk();
    const limited: Partial<AgentSettings> = {
      rules: [
        { tool: "shell", verdict: "ask" },
        { tool: "write", verdict: "deny", reason: "Not here." },
        { tool: "schedule", verdict: "allow" },
      ],
      narrow: { rules: [{ tool: "edit", verdict: "deny" }] },
      maxTokens: 90_000,
      limits: { maxTurns: 7, maxToolCalls: 40 },
    };
    const text = await own.says({ ...news, max_turns: 99, max_minutes: 2, max_cost_usd: 0.5 }, limited);
    expect(text).toContain(
      "at most $0.5, 90000 tokens, 7 turns, 40 tool calls, 120 s each time, without shell, write, edit",
    );
    expect(own.one()).toMatchObject({
      rules: [
        { tool: "shell", verdict: "deny" },
        { tool: "write", verdict: "deny", reason: "Not here." },
        { tool: "edit", verdict: "deny" },
      ],
      limits: { maxTurns: 7, maxToolCalls: 40, maxTimeMs: 120_000 },
      maxTokens: 90_000,
      maxCostUsd: 0.5,
    });
  });

  it("in a mode that asks gives plan, once a person has agreed", async () => {
    await using own = await desk();
    const asked: string[] = [];
    await own.says(news, {
      mode: "smart_approve",
      ask: async (question) => (asked.push(question.kind), { allow: "once" }),
    });
    expect(asked).toEqual(["approval"]);
    expect(own.one().mode).toBe("plan");
  });

  it("starts what others have scheduled only within its own mode", async () => {
    await using own = await desk();
    own.add();
    own.schedules.pause("mine");
    for (const action of ["run_now", "resume"]) {
      const text = await own.says({ action, name: "mine" }, { mode: "smart_approve" });
      expect(text).toContain('"mine" runs in mode auto, and you are in smart_approve');
    }
    expect(own.schedules.history()).toEqual([]);
    expect(await own.says({ action: "run_now", name: "mine" })).toContain("runs once more");
    expect(own.schedules.history()).toMatchObject([{ cause: "manual", state: "planned" }]);
    expect(await own.says({ action: "remove", name: "mine" }, { mode: "smart_approve" })).toContain(
      "is removed",
    );
    expect(await own.says({ action: "pause", name: "mine" })).toContain('There is no schedule "mine".');
  });

  it("cannot fill the store", async () => {
    await using own = await desk();
    for (let at = 0; at < 50; at++) own.add({ name: `n${at}`, askedBy: "s" });
    own.add();
    expect(await own.says(news)).toContain("Agents have already scheduled 50 tasks");
    expect(await own.says({}, {}, "schedule_list")).toContain("mine: @daily (UTC), auto, next");
  });

  it("as a subagent gives no more than the agent above it", async () => {
    await using folder = await temporaryFolder();
    const told: string[] = [];
    const { runtime, settings } = family(folder.path, ({ isChild, heard, request }) => {
      if (!isChild) return heard.length === 0 ? start("schedule it") : said("ok");
      if (request.messages.length === 1) return [call("c", "schedule", { ...news, max_cost_usd: 90 })];
      told.push(...heard);
      return said("Done.");
    });
    await using _ = runtime;
    const rules = [{ tool: "shell", verdict: "deny" as const }];
    const builtins = ["developer", "subagents", "schedules"];
    const { agent } = await runtime.open({ ...settings, builtins, rules, maxCostUsd: 50 });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
    expect(told.join("\n")).toContain("at most $50");
    using store = sqliteSchedules(join(folder.path, "schedules.db"));
    expect(createSchedules({ store }).get("news")).toMatchObject({ rules, mode: "auto", maxCostUsd: 50 });
  });
});

describe("an agent that schedules a recipe", () => {
  const recipe = (more: string) =>
    `version: 1.0.0\ntitle: Greet\ndescription: Says hello.\nprompt: Say hello.\n${more}`;
  const wish = { action: "add", name: "greet", cron: "@daily", recipe: "greet.yaml" };

  it("has it kept as it is now", async () => {
    await using own = await desk();
    const file = join(own.folder, "greet.yaml");
    writeFileSync(file, recipe(""));
    expect(await own.says(wish)).toContain('"greet" is scheduled');
    expect(own.one("greet").work).toEqual({
      kind: "recipe",
      recipe: file,
      params: {},
      consent: await scheduledConsent(file, own.folder),
    });
  });

  it("needs somebody who has agreed to the commands in it", async () => {
    await using own = await desk();
    const file = join(own.folder, "greet.yaml");
    writeFileSync(file, recipe("retry: { max_retries: 1, checks: [{ type: shell, command: make test }] }\n"));
    const text = await own.says(wish);
    expect(text).toContain("shell: make test\nAsk the user to review and trust the recipe.");
    expect(own.schedules.list()).toEqual([]);
    const hash = await scheduledConsent(file, own.folder);
    await recipeTrust(own.folder).add({ hash, title: "Greet", path: file });
    expect(await own.says(wish)).toContain('"greet" is scheduled');
  });

  it("needs it again when a file has changed that a command names", async () => {
    await using own = await desk();
    const file = join(own.folder, "greet.yaml");
    writeFileSync(join(own.folder, "check.sh"), "true\n");
    writeFileSync(
      file,
      recipe("retry: { max_retries: 1, checks: [{ type: shell, command: ./check.sh }] }\n"),
    );
    const hash = await scheduledConsent(file, own.folder);
    await recipeTrust(own.folder).add({ hash, title: "Greet", path: file });
    writeFileSync(join(own.folder, "check.sh"), "evil\n");
    expect(await own.says(wish)).toContain("review and trust the recipe");
    expect(own.schedules.list()).toEqual([]);
    writeFileSync(join(own.folder, "check.sh"), "true\n");
    expect(await own.says(wish)).toContain('"greet" is scheduled');
  });

  it.each([
    [
      "with servers of its own",
      "extensions: [{ type: stdio, name: git, cmd: git-mcp, args: [] }]\n",
      "do not have: git",
    ],
    [
      "without a value it needs",
      "parameters: [{ key: city, input_type: string, requirement: required, description: Where. }]\n",
      "city",
    ],
    ["that cannot be read", "parameters: 7\n", "cannot run like this"],
  ])("is refused one %s", async (_, more, sentence) => {
    await using own = await desk();
    writeFileSync(join(own.folder, "greet.yaml"), recipe(more));
    expect(await own.says(wish)).toContain(sentence);
    expect(own.schedules.list()).toEqual([]);
  });
});
