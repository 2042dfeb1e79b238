import {
  memoryJournal,
  extractText,
  type Budget,
  type Decision,
  type Question,
  type Verdict,
} from "@skein/protocol";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAgent, type Adversary, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const allowed: Decision = { verdict: "allow", by: "mode auto" };
const routine: Decision = { verdict: "ask", by: "mode smart_approve", reason: "It runs.", isRoutine: true };
const says = (verdict: string) => [
  text(JSON.stringify({ verdict, scope: "call", reason: "It is production." })),
];
const unusable = "The adversary replay/strict gave no usable answer.";

/** An agent that makes these calls one after the other under an adversary, and what became of them. */
function desk(
  answers: readonly ScriptedTurn[],
  {
    decision = allowed,
    calls = [call("a", "act", { n: 1 })],
    adversary,
    ...parts
  }: Partial<Omit<AgentParts, "adversary">> & {
    readonly decision?: Decision;
    readonly calls?: readonly ReturnType<typeof call>[];
    readonly adversary?: Partial<Adversary>;
  } = {},
) {
  const ran: string[] = [];
  const act = tool("act", (input) => (ran.push(JSON.stringify(input)), "acted: canary-of-a-result"), {
    effect: "runs",
  });
  const model = scriptedModel(answers, { id: "strict" });
  const agentParts: AgentParts = {
    model: scriptedModel([...calls.map((one) => [one]), [text("done")]]),
    extensions: [act],
    gate: { decide: () => decision },
    mode: "auto",
    adversary: { model, instructions: "Check.", policy: "Never touch production.", ...adversary },
    ...parts,
  };
  const run = async () => {
    const journal = memoryJournal();
    await using agent = createAgent({ ...agentParts, journal, session: "s" });
    const { outcome } = await agent.run("Number things, please.").result;
    const entries = await entriesOf(journal);
    const decisions = entries.filter((entry) => entry.kind === "decision");
    const result = entries.flatMap((entry) =>
      entry.kind === "tool-result" ? [extractText(entry.content as never)] : [],
    );
    return { outcome, entries, decisions, result };
  };
  return { ran, model, parts: agentParts, run };
}

/** Refuses the second request, which is the adversary's. */
function budgetForTheModelOnly(): Budget {
  let asked = 0;
  return {
    reserve: async () =>
      ++asked === 2
        ? { refused: { code: "budget", message: "Nothing is left." } }
        : { outputTokens: 1_000, grow: () => true, settle: () => [] },
    status: () => [],
  };
}

describe("the adversary, where no one can be asked", () => {
  it.each<readonly [string, readonly ScriptedTurn[], Partial<Adversary>, string, string]>([
    ["finds nothing", [says("allow")], {}, "allow", "acted"],
    ["asks", [says("ask")], {}, "deny", "The adversary says: It is production."],
    ["denies", [says("deny")], {}, "deny", "The adversary says: It is production."],
    ["is malformed", [[text("Sure, go ahead.")]], {}, "deny", unusable],
    ["says another word", [says("permit")], {}, "deny", unusable],
    ["fails", [new Error("down")], {}, "deny", unusable],
    ["is late", [() => new Promise<never>(() => undefined)], { timeoutMs: 20 }, "deny", unusable],
    ["is not asked about the call", [], { skips: () => true }, "allow", "acted"],
  ])("when it %s", async (_, answers, adversary, verdict, told) => {
    const { run, ran } = desk(answers, { adversary });
    const { outcome, decisions, result } = await run();
    expect(outcome).toBe("done");
    expect(ran).toHaveLength(verdict === "allow" ? 1 : 0);
    expect(decisions).toMatchObject([
      { verdict, by: verdict === "allow" ? "mode auto" : "inspector adversary" },
    ]);
    expect(result[0]).toContain(told);
  });
});

describe("the adversary", () => {
  it("that the budget refuses lets nothing pass", async () => {
    const { run, ran, model } = desk([says("allow")], { budget: budgetForTheModelOnly() });
    const { decisions, result } = await run();
    expect(decisions).toMatchObject([{ verdict: "deny", by: "inspector adversary" }]);
    expect(result[0]).toBe(
      `The policy denied this call, so it was not run: ${unusable} No one is available to approve this call. Do not repeat it; choose another way or ask.`,
    );
    expect([ran, model.requests]).toEqual([[], []]);
  });

  it("asks a person, with its reason, and the judge does not answer in their place", async () => {
    const questions: Question[] = [];
    const judgeModel = scriptedModel([says("allow")]);
    const { run, ran } = desk([says("ask")], {
      decision: routine,
      mode: "smart_approve",
      judge: { model: judgeModel, instructions: "Judge.", modes: ["smart_approve"] },
      ask: async (question) => (questions.push(question), { deny: "No." }),
    });
    await run();
    expect(questions).toMatchObject([{ reason: "It runs. The adversary says: It is production." }]);
    expect([ran, judgeModel.requests]).toEqual([[], []]);
  });

  it("decides nothing for a run that is stopped while it thinks", async () => {
    const ending = new AbortController();
    const { parts, ran } = desk([() => (ending.abort(), new Promise<never>(() => undefined))]);
    const journal = memoryJournal();
    await using agent = createAgent({ ...parts, journal, session: "s" });
    expect((await agent.run("go", { signal: ending.signal }).result).outcome).toBe("cancelled");
    expect((await entriesOf(journal)).some(({ kind }) => kind === "decision")).toBe(false);
    expect(ran).toEqual([]);
  });

  it("is asked once about the same call, and does not take the judge's ruling for its own", async () => {
    const calls = [call("a", "act", { n: 1 }), call("b", "act", { n: 1 })];
    const judgeModel = scriptedModel([says("allow")]);
    const { run, ran, model } = desk([says("allow")], {
      calls,
      decision: routine,
      mode: "smart_approve",
      judge: {
        model: judgeModel,
        instructions: "Judge.",
        modes: ["smart_approve"],
        policy: "Never touch production.",
      },
    });
    await run();
    expect([ran.length, model.requests.length, judgeModel.requests.length]).toEqual([2, 1, 1]);
  });

  it("sees the call, the rules and the user's words, and nothing that a tool has said", async () => {
    const calls = [call("a", "act", { n: 1 }), call("b", "act", { n: 2 })];
    const { run, model } = desk([says("allow"), says("allow")], { calls });
    await run();
    const seen = JSON.stringify(model.requests);
    for (const part of ["Number things, please.", "Never touch production.", String.raw`\"n\":2`])
      expect(seen).toContain(part);
    expect(seen).not.toContain("canary-of-a-result");
  });

  it("never loosens what was decided, whatever it says", async () => {
    const answers = fc.oneof(
      fc.constantFrom("allow", "ask", "deny").map(says),
      fc.string().map((words) => [text(words)]),
    );
    await checkProperty(
      fc.asyncProperty(
        fc.constantFrom<Verdict>("allow", "ask", "deny"),
        fc.boolean(),
        fc.array(answers, { maxLength: 2 }),
        async (verdict, isRoutine, given) => {
          const decision = { verdict, by: "rule", reason: "Because.", isRoutine };
          const without = desk(given, { decision });
          const { adversary: _, ...plain } = without.parts;
          {
            await using agent = createAgent(plain);
            await agent.run("go").result;
          }
          const mayRun = without.ran.length;
          const { run, ran } = desk(given, { decision });
          const { entries } = await run();
          const isAsked = entries.some(
            (entry) => entry.kind === "model-request" && entry.purpose === "judge",
          );
          expect(ran.length).toBeLessThanOrEqual(mayRun);
          expect(isAsked).toBe(verdict !== "deny");
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is replayed by its verdicts, without being asked", async () => {
    const calls = [call("a", "act", { n: 1 }), call("b", "act", { n: 2 })];
    const { parts } = desk([says("allow"), says("deny")], { calls });
    const recording = await record(parts, (agent) => agent.run("go").result);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });
});
