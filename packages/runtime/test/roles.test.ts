import { ProviderError, type AgentEvent } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { call, family, said, type Say } from "./subagents/set-up.ts";

const named = (model: string) => ({ provider: "scripted", model });

/** Calls a tool that there is until it was answered so often. */
const working =
  (calls: number): Say =>
  ({ heard }) =>
    heard.length < calls ? [call(`t${heard.length}`, "tree", { path: "." })] : said("done");

describe("an agent with a lead", () => {
  it("starts with it, continues with its own model, and says so", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, working(4));
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, lead: named("strong"), leadTurns: 2 });
    const run = agent.run("go");
    const switched: AgentEvent[] = [];
    for await (const event of run) if (event.type === "model-switched") switched.push(event);
    expect((await run.result).outcome).toBe("done");
    expect([models.get("strong")?.requests.length, models.get("m")?.requests.length]).toEqual([2, 3]);
    expect(switched).toMatchObject([{ model: "m", reason: "The lead model has finished its turns." }]);
  });

  it("continues with its own model in a session that only the lead has worked on", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, working(0));
    await using _ = runtime;
    const opened = { ...settings, lead: named("strong"), leadTurns: 1, session: "s" };
    const first = await runtime.open(opened);
    await first.agent.run("go").result;
    await first.agent.close();
    const second = await runtime.open(opened);
    await second.agent.run("on").result;
    expect([models.get("strong")?.requests.length, models.get("m")?.requests.length]).toEqual([1, 1]);
  });
});

describe("an agent with a lead or a planner that the vendor does not know", () => {
  it.each([
    ["lead", { lead: named("nope") }],
    ["planner", { planner: named("nope"), mode: "plan" }],
  ])(
    "ends as provider, says that it was the setting %s, and goes on when that is put right",
    async (setting, given) => {
      await using folder = await temporaryFolder();
      const { runtime, settings } = family(folder.path, ({ model }) => {
        if (model !== "nope") return said("done");
        throw new ProviderError("not-found", "There is no model nope.", {
          provider: "scripted",
          retryable: false,
        });
      });
      await using _ = runtime;
      const wrong = await runtime.open({ ...settings, ...given, session: "s" });
      expect(await wrong.agent.run("go").result).toMatchObject({
        outcome: "provider",
        error: {
          code: "not-found",
          message: "There is no model nope.",
          hint: `It comes from the setting ${setting}: choose another model there, or remove the setting.`,
        },
      });
      await wrong.agent.close();
      const right = await runtime.open({ ...settings, session: "s" });
      expect(await right.agent.run().result).toMatchObject({ outcome: "done", text: "done" });
    },
  );
});

describe("an agent with a planner", () => {
  it("is answered by it as long as the mode is plan", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, async (asked) => {
      if (asked.heard.length === 1) await run.setMode("auto");
      return working(2)(asked);
    });
    await using _ = runtime;
    const { agent } = await runtime.open({
      ...settings,
      mode: "plan",
      planner: named("thinker"),
      lead: named("strong"),
      leadTurns: 1,
    });
    const run = agent.run("go");
    expect((await run.result).outcome).toBe("done");
    const asked = ["thinker", "strong", "m"].map((id) => models.get(id)?.requests.length ?? 0);
    expect(asked).toEqual([2, 0, 1]);
  });
});
