import { memoryJournal, type Answer, type Gate, type JsonObject, type Question } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { replaySession } from "../src/replay/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

/** A tool that an app runs; its result is what the app replied. */
const show = {
  ...tool("show", () => "unused", { effect: "writes" }),
  isFrontend: true as const,
  repeat: "safe" as const,
  call: (_: unknown, { reply }: { readonly reply?: JsonObject }) =>
    Promise.resolve({ content: [{ type: "text" as const, text: JSON.stringify(reply) }] }),
};
const allowAll: Gate = { decide: () => ({ verdict: "allow", by: "mode auto" }) };

function desk(parts: Partial<AgentParts> = {}) {
  const journal = memoryJournal();
  const first = scriptedModel([[call("a", "show", { page: 1 })], [text("shown")]]);
  const later = scriptedModel([[text("done")]]);
  const open = (model: AgentParts["model"], more: Partial<AgentParts> = {}) =>
    createAgent({ model, extensions: [show], journal, session: "s", gate: allowAll, ...parts, ...more });
  return { journal, first, later, open };
}

/** An app that approves what it is asked, and runs its own tool. */
function app(reply: Answer = { reply: { result: "seen" } }) {
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    asked.push(question);
    return question.kind === "clarification" ? reply : { allow: "once" };
  };
  return { asked, ask };
}

const resultsIn = (model: ReturnType<typeof scriptedModel>, at: number) =>
  model.requests[at]?.messages.findLast(({ role }) => role === "tool")?.content;

describe("a tool that the app runs", () => {
  it("is a question to the app once it is permitted, and its result is the reply", async () => {
    const { asked, ask } = app();
    const { first, open, journal } = desk({ ask });
    await using agent = open(first);
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", text: "shown" });
    expect(asked).toMatchObject([
      { kind: "clarification", callId: "a", frontend: { tool: "show", input: { page: 1 } } },
    ]);
    expect(resultsIn(first, 1)).toMatchObject([{ content: [{ text: '{"result":"seen"}' }] }]);
    const kinds = (await entriesOf(journal)).map(({ kind }) => kind);
    expect(kinds.indexOf("answer")).toBeLessThan(kinds.indexOf("tool-intent"));
  });

  it("is approved first where the gate asks, with the input as edited, and denied without the app", async () => {
    const asked: Question[] = [];
    const ask = async (question: Question): Promise<Answer> => {
      asked.push(question);
      return question.kind === "approval"
        ? { allow: "once", input: { page: 2 } }
        : { reply: { result: { ok: true } } };
    };
    const gate: Gate = { decide: () => ({ verdict: "ask", by: "mode" }) };
    const { first, open } = desk({ ask, gate });
    await using agent = open(first);
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(asked.map(({ kind }) => kind)).toEqual(["approval", "clarification"]);
    expect(asked[1]).toMatchObject({ frontend: { input: { page: 2 } } });

    const denying = desk({ ask, gate: { decide: () => ({ verdict: "deny", by: "rule" }) } });
    await using other = denying.open(denying.first);
    await other.run("go").result;
    expect(asked).toHaveLength(2);
    expect(resultsIn(denying.first, 1)).toMatchObject([{ failure: "denied" }]);
  });

  it("leaves the call open without an app, and a later process goes on from its reply", async () => {
    const { first, later, open } = desk();
    let questionId = "";
    {
      await using agent = open(first);
      const result = await agent.run("go").result;
      expect(result).toMatchObject({ outcome: "needs-input", error: { code: "frontend" } });
      expect((await agent.run().result).outcome).toBe("needs-input");
      const [question, ...others] = await agent.openQuestions();
      expect(others).toEqual([]);
      questionId = question!.id;
      await expect(agent.answer(questionId, { allow: "once" })).rejects.toThrow("Expected 1 answers");
      await agent.answer(questionId, { reply: { result: "later" } });
    }
    await using agent = open(later);
    expect((await agent.run().result).outcome).toBe("done");
    expect(resultsIn(later, 0)).toMatchObject([{ content: [{ text: '{"result":"later"}' }] }]);
  });

  it("is asked again under the same id, with the input as approved, by the process that resumes it", async () => {
    const gate: Gate = { decide: () => ({ verdict: "ask", by: "mode" }) };
    const { first, later, open } = desk({ gate });
    {
      await using agent = open(first);
      await agent.run("go").result;
      const [approval] = await agent.openQuestions();
      expect(approval).toMatchObject({ kind: "approval" });
      await agent.answer(approval!.id, { allow: "once", input: { page: 7 } });
      expect((await agent.run().result).error?.code).toBe("frontend");
    }
    const { asked, ask } = app();
    await using agent = open(later, { ask });
    const open1 = await agent.openQuestions();
    expect(open1).toMatchObject([{ kind: "clarification", frontend: { input: { page: 7 } } }]);
    expect((await agent.run().result).outcome).toBe("done");
    expect(asked).toEqual(open1);
  });

  it("is a denial when the app declines, and when the user writes something else", async () => {
    const { ask } = app({ deny: "No screen." });
    const { first, open } = desk({ ask });
    await using agent = open(first);
    await agent.run("go").result;
    expect(resultsIn(first, 1)).toMatchObject([{ failure: "denied" }]);

    const left = desk();
    await using other = left.open(left.first);
    await other.run("go").result;
    await other.run("never mind").result;
    expect(resultsIn(left.first, 1)).toMatchObject([{ failure: "denied" }]);
  });

  it("stays open when the run is stopped while its calls are decided again", async () => {
    const decided: string[] = [];
    const stopper = new AbortController();
    const gate: Gate = {
      decide({ tool: name }) {
        decided.push(name);
        if (decided.length > 2) stopper.abort();
        return name === "act" ? { verdict: "ask", by: "mode" } : { verdict: "allow", by: "mode" };
      },
    };
    const calls = [call("a", "show", { page: 1 }), call("b", "act")];
    const model = scriptedModel([calls, [text("done")]]);
    const { open } = desk({ gate, extensions: [show, tool("act", () => "acted", { effect: "runs" })] });
    await using agent = open(model);
    expect((await agent.run("go").result).outcome).toBe("needs-input");
    const before = await agent.openQuestions();
    expect(before.map((question) => ("callId" in question ? question.callId : "")).toSorted()).toEqual([
      "a",
      "b",
    ]);
    expect((await agent.run(undefined, { signal: stopper.signal }).result).outcome).toBe("cancelled");
    expect(decided).toHaveLength(4);
    expect(await agent.openQuestions()).toEqual(before);
  });

  it.each([
    ["with an app", app().ask, {}],
    ["after an approval", app().ask, { gate: { decide: () => ({ verdict: "ask" as const, by: "mode" }) } }],
    ["left open", undefined, {}],
  ])("is replayed %s", async (_, ask, more) => {
    const { first, open, journal } = desk({ ...(ask ? { ask } : {}), ...more });
    await using agent = open(first);
    await agent.run("go").result;
    const recording = { entries: await entriesOf(journal), blob: (hash: string) => journal.blob("s", hash) };
    expect(await replaySession(recording)).toMatchObject({ differences: [], drift: [], unreplayable: [] });
  });
});
