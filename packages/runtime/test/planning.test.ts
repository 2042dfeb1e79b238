import { extractText, type AskUser, type ModelRequest } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, family, said, unknown, type Say } from "./subagents/set-up.ts";

const plan = "# Plan\n\nStep one: canary-of-the-plan.";
/** What stands in the dynamic context, and nowhere else. */
const inForce = JSON.stringify(`what the user says later:\n\n${plan}`).slice(1, -1);
const propose = [call("p", "propose_plan", { plan })];
const accept: AskUser = async () => ({ allow: "once", mode: "auto" });

/** All that a request says, of its last message too. */
const wordsOf = ({ messages }: ModelRequest) => JSON.stringify(messages);

describe("an agent in plan mode", () => {
  it("has the planner propose, and its own model carry the plan out in the mode that the user chose", async () => {
    await using folder = await temporaryFolder();
    const say: Say = ({ request, heard }) => {
      const words = wordsOf(request);
      if (!words.includes("accepted the plan")) return propose;
      return heard.length < 2 ? [call("w", "write", { path: "a.txt", content: "done" })] : said("done");
    };
    const { runtime, settings, models } = family(folder.path, say);
    await using _ = runtime;
    const { agent, tools } = await runtime.open({
      ...settings,
      mode: "plan",
      planner: { provider: "scripted", model: "thinker" },
      ask: accept,
    });
    expect(tools).toContain("propose_plan");
    const run = agent.run("go");
    const breaks: string[] = [];
    for await (const event of run) if (event.type === "cache-break") breaks.push(event.reason);
    expect(await run.result).toMatchObject({ outcome: "done", toolCalls: 2 });
    expect(["thinker", "m"].map((id) => models.get(id)?.requests.length)).toEqual([1, 2]);
    expect(breaks).toEqual(["The model was replay/thinker and is replay/m now."]);
  });

  it("breaks the cache once when the mode comes in the middle, and not when it ends", async () => {
    await using folder = await temporaryFolder();
    let turn = 0;
    const { runtime, settings, models } = family(folder.path, async () => {
      turn += 1;
      if (turn === 1) {
        await run.setMode("plan");
        return [call("t", "tree", { path: "." })];
      }
      return turn === 2 ? propose : said("done");
    });
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, ask: accept });
    const run = agent.run("go");
    const breaks: string[] = [];
    for await (const event of run) if (event.type === "cache-break") breaks.push(event.reason);
    expect((await run.result).outcome).toBe("done");
    expect(breaks).toEqual(["Tools added: propose_plan."]);
    const requests = models.get("m")?.requests ?? [];
    expect(requests.map(({ tools }) => tools.some(({ name }) => name === "propose_plan"))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("may not write before the plan is accepted, nor may its subagents", async () => {
    await using folder = await temporaryFolder();
    const write = call("w", "write", { path: "a.txt", content: "early" });
    const { runtime, settings, models } = family(folder.path, ({ isChild, heard }) => {
      if (heard.length > 0) return said(heard.join("\n"));
      return isChild ? [write] : [write, call("c", "subagent", { instructions: "Write a.txt" })];
    });
    await using _ = runtime;
    const { agent } = await runtime.open({
      ...settings,
      mode: "plan",
      builtins: ["developer", "subagents"],
      ask: async () => {
        throw new Error("asked");
      },
    });
    const { outcome, text } = await agent.run("go").result;
    expect(outcome).toBe("done");
    expect(text.match(/Plan mode is on/g)?.length).toBeGreaterThanOrEqual(2);
    const ofChild = (models.get("m")?.requests ?? []).filter(
      ({ messages }) => extractText(messages[0]?.content as never) === "Write a.txt",
    );
    for (const { tools } of ofChild) expect(tools.map(({ name }) => name)).not.toContain("propose_plan");
  });

  it("is offered nothing to propose with where a recipe allows only reading", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, () => said("done"));
    await using _ = runtime;
    const { tools } = await runtime.open({ ...settings, mode: "plan", narrow: { mode: "plan" } });
    expect(tools).not.toContain("propose_plan");
  });

  it("can propose also when its tools are chosen by a list", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, () => said("done"));
    await using _ = runtime;
    const { tools } = await runtime.open({ ...settings, mode: "plan", tools: ["read"] });
    expect(tools).toEqual(["propose_plan", "read"]);
  });
});

describe("an accepted plan", () => {
  const filler = Array.from({ length: 400 }, (_, at) => `number ${at}`).join(" ");
  const step = fc.constantFrom("say" as const, "compact" as const, "resume" as const, "fork" as const);

  it("is in every later request, whatever is compacted, resumed or forked; a rewind before it removes it", async () => {
    let compactions = 0;
    await checkProperty(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        await using folder = await temporaryFolder();
        let isPlanned = false;
        const { runtime, settings, models } = family(
          folder.path,
          () => {
            if (isPlanned) return said(`${filler} ${filler}`);
            isPlanned = true;
            return propose;
          },
          folder.path,
          unknown,
        );
        await using _ = runtime;
        const opened = { ...settings, contextTokens: 50_000, compaction: "clear" as const, ask: accept };
        let session = "s";
        let { agent } = await runtime.open({ ...opened, session, mode: "plan" });
        await agent.run("Plan it.").result;
        for (const one of steps) {
          if (one === "compact") compactions += (await agent.compact()).changed ? 1 : 0;
          else if (one !== "say") {
            await agent.close();
            if (one === "fork") session = await runtime.sessions.fork(session);
            ({ agent } = await runtime.open({ ...opened, session }));
          }
          expect((await agent.run("Go on.").result).outcome).toBe("done");
        }
        const requests = models.get("m")?.requests ?? [];
        const later = requests.slice(1).filter(({ tools }) => tools.length > 0);
        for (const request of later) expect(wordsOf(request)).toContain(inForce);
        await agent.record({ kind: "rewind", to: 0 });
        await agent.run("Something else.").result;
        expect(wordsOf(models.get("m")!.requests.at(-1)!)).not.toContain("canary-of-the-plan");
      }),
      { numRuns: 12 },
    );
    expect(compactions).toBeGreaterThan(3);
  });
});
