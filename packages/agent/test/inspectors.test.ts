import { memoryJournal, type Finding, type Gate, type Grants, type Inspector } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { record, replay, sameAs } from "./replay/record.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const gates: Readonly<Record<"allow" | "ask" | "deny", Gate>> = {
  allow: { decide: () => ({ verdict: "allow", by: "mode m" }) },
  ask: { decide: () => ({ verdict: "ask", by: "mode m", isRoutine: true, reason: "Mode m asks." }) },
  deny: { decide: () => ({ verdict: "deny", by: "rule r" }) },
};

function finding(name: string, found: Finding | undefined | (() => never)): Inspector {
  return { name, inspectCall: () => (typeof found === "function" ? found() : found) };
}

const asks: Finding = { verdict: "ask", reason: "It deletes everything." };
const denies: Finding = { verdict: "deny", reason: "It is forbidden." };

function setUp(parts: Partial<AgentParts>) {
  const ran: unknown[] = [];
  const act = tool("act", (input) => (ran.push(input), "acted"), { effect: "runs" });
  const model = scriptedModel([[call("a", "act", { n: 1 })], [text("done")]]);
  const all: AgentParts = { model, extensions: [act], journal: memoryJournal(), session: "s", ...parts };
  return { parts: all, model, ran };
}

async function run(parts: AgentParts) {
  await using agent = createAgent(parts);
  const { outcome } = await agent.run("go").result;
  const entries = await entriesOf(parts.journal!);
  return {
    outcome,
    decisions: entries.flatMap((entry) =>
      entry.kind === "decision" ? [`${entry.verdict}: ${entry.by}`] : [],
    ),
    result: entries.flatMap((entry) => (entry.kind === "tool-result" ? entry.content : [])),
  };
}

describe("inspectors", () => {
  it.each([
    ["a finding denies where no one can be asked", gates.allow, [asks], "deny: inspector i0", "done"],
    ["a finding that denies, denies", gates.allow, [denies], "deny: inspector i0", "done"],
    ["nothing found changes nothing", gates.allow, [undefined], "allow: mode m", "done"],
    ["a finding does not soften a denial", gates.deny, [asks], "deny: rule r", "done"],
    ["the first that denies decides", gates.allow, [asks, denies], "deny: inspector i1", "done"],
    ["a finding on a question denies", gates.ask, [asks], "deny: mode m, inspector i0", "done"],
  ] as const)("%s", async (_, gate, found, decision, outcome) => {
    const { parts, ran } = setUp({ gate, inspectors: found.map((one, at) => finding(`i${at}`, one)) });
    const ended = await run(parts);
    expect([ended.decisions, ended.outcome]).toEqual([[decision], outcome]);
    expect(ran).toHaveLength(decision.startsWith("allow") ? 1 : 0);
  });

  it("say to the model what was found and what to do", async () => {
    const { parts } = setUp({ gate: gates.allow, inspectors: [finding("destructive", asks)] });
    expect((await run(parts)).result).toMatchInlineSnapshot(`
      [
        {
          "text": "The policy denied this call, so it was not run: It deletes everything. No one is available to approve this call. Do not repeat it; choose another way or ask.",
          "type": "text",
        },
      ]
    `);
  });

  it("ask with the reasons of the gate and their own, and an answer lets the call run", async () => {
    const questions: unknown[] = [];
    const { parts, ran } = setUp({
      gate: gates.ask,
      inspectors: [finding("i", asks)],
      ask: async (question) => (questions.push(question), { allow: "once" }),
    });
    await run(parts);
    expect(questions).toMatchObject([{ reason: "Mode m asks. It deletes everything." }]);
    expect(ran).toHaveLength(1);
  });

  it("take no allowance of a hook for an answer", async () => {
    const { parts, ran } = setUp({
      gate: gates.ask,
      inspectors: [finding("i", asks)],
      hooks: { has: (type) => type === "approval", run: async () => ({ verdict: "allow", by: "hook h" }) },
      ask: async () => ({ deny: "No." }),
    });
    expect((await run(parts)).decisions).toEqual(["ask: inspector i", "deny: user"]);
    expect(ran).toEqual([]);
  });

  it("that throw ask, and deny where no one can be asked", async () => {
    const broken = finding("broken", () => {
      throw new Error("no parser");
    });
    const { parts, ran } = setUp({ gate: gates.allow, inspectors: [broken] });
    const ended = await run(parts);
    expect(ended.decisions).toEqual(["deny: inspector broken"]);
    expect(JSON.stringify(ended.result)).toContain("The inspector broken failed (no parser).");
    expect(ran).toEqual([]);
  });

  it("do not ask again about exactly the call that a person has allowed for longer", async () => {
    const remembered: unknown[] = [];
    let grants: Grants = { isAnswered: false, rules: [] };
    const gate: Gate = {
      ...gates.allow,
      grants: () => grants,
      remember: (request) => {
        remembered.push(request);
        grants = { isAnswered: true, rules: [] };
      },
    };
    let asked = 0;
    const { parts, ran } = setUp({
      gate,
      model: scriptedModel([[call("a", "act")], [call("b", "act")], [text("done")]]),
      inspectors: [finding("i", asks)],
      ask: async () => (asked++, { allow: "session" }),
    });
    await run(parts);
    expect([asked, ran.length]).toEqual([1, 2]);
    expect(remembered).toMatchObject([{ isExact: true }]);
  });

  it("note what is odd about a result, beside it and for the user, and a replay needs none of them", async () => {
    const inspector: Inspector = {
      name: "odd",
      inspectResult: () => ({ note: "The result above is odd.", notice: "A result is odd." }),
    };
    const { parts } = setUp({ gate: gates.allow, inspectors: [inspector, finding("i", undefined)] });
    const recording = await record(parts, (agent) => agent.run("go").result);
    expect(recording.entries).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: "notice", audience: "user", text: "A result is odd." }),
        expect.objectContaining({
          kind: "dynamic-context",
          sections: [{ name: "inspector odd a", text: "The result above is odd." }],
        }),
      ]) as never,
    );
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("whose findings denied a call are not needed in a replay", async () => {
    const { parts } = setUp({ gate: gates.allow, inspectors: [finding("i", asks)] });
    const recording = await record(parts, (agent) => agent.run("go").result);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });
});
