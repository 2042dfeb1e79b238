import { answerQuestion, readOpenQuestions } from "@skein/agent";
import { memoryJournal, type Gate, type JournalStore } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { call, entriesOf, harness, latch, said, spawn, textsIn, tool, usage, type Reply } from "./harness.ts";

const asking: Gate = { decide: () => ({ verdict: "ask", by: "test" }) };

/** Takes a step, then reports its result. */
const child: Reply = (_task, { messages }) => {
  const results = messages.filter(({ role }) => role === "tool");
  return results.length === 0
    ? { content: [call("s", "step")], usage }
    : said(textsIn(messages).at(-1) ?? "");
};

function family() {
  const steps = { count: 0 };
  const childTools = [tool("step", async () => `step ${++steps.count}`)];
  const first = harness({ childTools, child, childGate: asking });
  const { journal } = first;
  const resumed = () => harness({ journal, childTools, child, childGate: asking });
  const allow = async (session: string) => {
    const [question] = await readOpenQuestions(journal, session);
    const answer = { allow: "once" } as const;
    await answerQuestion({ journal, session, questionId: question!.id, answer, by: "test" });
  };
  return { steps, first, resumed, journal, allow };
}

describe("a subagent's question that no one can answer", () => {
  it("ends the parent as needs-input, and the answered child is resumed with its parent", async () => {
    const { first, steps, journal, resumed, allow } = family();
    const { agent, model } = first.parent([spawn({ instructions: "walk" }), said("Never seen.")]);
    const { outcome, error } = await agent.run("go").result;
    await agent.close();
    expect(outcome).toBe("needs-input");
    expect(error).toMatchObject({ code: "subagent-question" });
    expect(error?.message).toContain("child-1");
    expect(model.requests).toHaveLength(1);
    expect(await readOpenQuestions(journal, "child-1")).toHaveLength(1);

    await allow("child-1");
    const second = resumed().parent([said("It has arrived.")]);
    expect(await second.agent.run().result).toMatchObject({ outcome: "done", text: "It has arrived." });
    await second.agent.close();
    expect(textsIn(second.model.requests[0]?.messages).at(-1)).toBe("step 1");
    expect(steps.count).toBe(1);
    const results = (await entriesOf(journal, "parent")).filter(({ kind }) => kind === "tool-result");
    expect(results).toMatchObject([{ recovered: "collected" }]);
  });

  it("ends a resumed parent as needs-input again while it is open, without a request", async () => {
    const { first, journal, resumed } = family();
    const { agent } = first.parent([spawn({ instructions: "walk" })]);
    await agent.run("go").result;
    await agent.close();
    const second = resumed().parent([said("Never seen.")]);
    expect(await second.agent.run().result).toMatchObject({ outcome: "needs-input" });
    await second.agent.close();
    expect(second.model.requests).toHaveLength(0);
    expect(await readOpenQuestions(journal, "child-1")).toHaveLength(1);
  });

  it("ends the call when the user sends a message instead", async () => {
    const { first, resumed } = family();
    const { agent } = first.parent([spawn({ instructions: "walk" })]);
    await agent.run("go").result;
    await agent.close();
    const second = resumed().parent([said("Without it, then.")]);
    expect(await second.agent.run("leave it").result).toMatchObject({ outcome: "done" });
    await second.agent.close();
    expect(textsIn(second.model.requests[0]?.messages).join("\n")).toContain("ended as needs-input");
  });

  it("lets the other calls of the reply end first", async () => {
    const { first, journal, resumed, allow } = family();
    const { agent } = first.parent([spawn({ instructions: "walk" }, { instructions: "run" })]);
    expect(await agent.run("go").result).toMatchObject({ outcome: "needs-input" });
    await agent.close();
    await allow("child-1");
    const second = resumed().parent([said("Never seen.")]);
    expect(await second.agent.run().result).toMatchObject({ outcome: "needs-input" });
    await second.agent.close();
    await allow("child-2");
    const third = resumed().parent([said("Both.")]);
    expect(await third.agent.run().result).toMatchObject({ outcome: "done", text: "Both." });
    await third.agent.close();
    const results = (await entriesOf(journal, "parent")).filter(({ kind }) => kind === "tool-result");
    expect(results).toHaveLength(2);
  });

  it("of a subagent in the background ends the parent as needs-input after its other work", async () => {
    const { first } = family();
    const { agent, model } = first.parent([
      spawn({ instructions: "walk", background: true }),
      said("Waiting."),
      said("It asks."),
    ]);
    const { outcome, error } = await agent.run("go").result;
    await agent.close();
    expect(outcome).toBe("needs-input");
    expect(error?.message).toContain("child-1");
    expect(textsIn(model.requests.at(-1)?.messages).join("\n")).toContain("ended as needs-input");
  });

  describe("of a subagent in the background", () => {
    const spawned = spawn({ instructions: "walk", background: true });
    const questionsIn = (journal: JournalStore) => readOpenQuestions(journal, "child-1");

    it("is answered, and the subagent is resumed with its parent", async () => {
      const { first, journal, resumed, allow, steps } = family();
      const { agent } = first.parent([spawned, said("Waiting."), said("It asks.")]);
      await agent.run("go").result;
      await agent.close();
      await allow("child-1");
      const second = resumed().parent([said("It has arrived.")]);
      expect(await second.agent.run().result).toMatchObject({ outcome: "done", text: "It has arrived." });
      await second.agent.close();
      expect(textsIn(second.model.requests[0]?.messages).at(-1)).toContain("Its result:\nstep 1");
      expect(steps.count).toBe(1);
      const third = resumed().parent([said("Never seen.")]);
      await expect(third.agent.run().result).resolves.toMatchObject({ outcome: "not-started" });
      await third.agent.close();
      expect((await entriesOf(journal, "parent")).filter(({ kind }) => kind === "child")).toHaveLength(1);
    });

    it("is answered, and the subagent is resumed by the agent that is still open", async () => {
      const { first, allow } = family();
      const { agent } = first.parent([spawned, said("Waiting."), said("It asks."), said("It has arrived.")]);
      await agent.run("go").result;
      await allow("child-1");
      expect(await agent.run().result).toMatchObject({ outcome: "done", text: "It has arrived." });
      await agent.close();
    });

    it("ends a resumed parent as needs-input again while it is open, without a request", async () => {
      const { first, journal, resumed, allow } = family();
      const { agent } = first.parent([spawned, said("Waiting."), said("It asks.")]);
      await agent.run("go").result;
      await agent.close();
      for (let again = 0; again < 2; again++) {
        const second = resumed().parent([said("Never seen.")]);
        expect(await second.agent.run().result).toMatchObject({ outcome: "needs-input" });
        await second.agent.close();
        expect(second.model.requests).toHaveLength(0);
        expect(await questionsIn(journal)).toHaveLength(1);
      }
      await allow("child-1");
      const third = resumed().parent([said("It has arrived.")]);
      expect(await third.agent.run().result).toMatchObject({ outcome: "done", text: "It has arrived." });
      await third.agent.close();
    });

    it("waits while another one's call does, and both are resumed once both are answered", async () => {
      const { first, journal, resumed, allow } = family();
      const both = spawn({ instructions: "walk", background: true }, { instructions: "run" });
      const { agent } = first.parent([both, said("Never seen.")]);
      expect(await agent.run("go").result).toMatchObject({ outcome: "needs-input" });
      await agent.close();
      await allow("child-1");
      const second = resumed().parent([said("Never seen.")]);
      expect(await second.agent.run().result).toMatchObject({ outcome: "needs-input" });
      await second.agent.close();
      await allow("child-2");
      const third = resumed().parent([said("Waiting."), said("Both.")]);
      expect(await third.agent.run().result).toMatchObject({ outcome: "done" });
      await third.agent.close();
      const texts = textsIn(third.model.requests.at(-1)?.messages).join("\n");
      expect(texts).toMatch(/Its result:\nstep \d/);
      expect(await questionsIn(journal)).toHaveLength(0);
    });

    it("is not the only reason to resume one: what was at work when the run ended with a question continues", async () => {
      const digging = latch();
      const childTools = [
        tool("step", async () => "step"),
        tool("dig", async (_, { signal }) => (await digging.pass(signal), "earth")),
      ];
      const reply: Reply = (task, { messages }) =>
        messages.some(({ role }) => role === "tool")
          ? said(`done: ${task}`)
          : { content: [call("s", task === "walk" ? "step" : "dig")], usage };
      const childGate: Gate = {
        decide: (request) => ({ verdict: request.tool === "step" ? "ask" : "allow", by: "test" }),
      };
      const first = harness({ childTools, child: reply, childGate });
      const { agent } = first.parent([
        spawn({ instructions: "dig", background: true }),
        async () => (
          await digging.reached,
          { content: [call("w", "subagent", { instructions: "walk" })], usage }
        ),
      ]);
      expect(await agent.run("go").result).toMatchObject({ outcome: "needs-input" });
      await agent.close();
      const { journal } = first;
      const [question] = await readOpenQuestions(journal, "child-2");
      const answered = { journal, session: "child-2", questionId: question!.id, by: "test" };
      await answerQuestion({ ...answered, answer: { allow: "once" } });
      digging.open();
      const second = harness({ journal, childTools, child: reply, childGate });
      const parent = second.parent([said("Waiting."), said("Both.")]);
      expect(await parent.agent.run().result).toMatchObject({ outcome: "done" });
      await parent.agent.close();
      const texts = textsIn(parent.model.requests.at(-1)?.messages).join("\n");
      expect(texts).toContain("done: walk");
      expect(texts).toContain("Its result:\ndone: dig");
      expect(texts).not.toContain("ended as cancelled");
    });

    it("is left open when the user sends the parent a message instead", async () => {
      const { first, journal, resumed } = family();
      const { agent } = first.parent([spawned, said("Waiting."), said("It asks.")]);
      await agent.run("go").result;
      await agent.close();
      const second = resumed().parent([said("Without it, then.")]);
      expect(await second.agent.run("leave it").result).toMatchObject({ outcome: "done" });
      await second.agent.close();
      expect(await questionsIn(journal)).toHaveLength(1);
      const third = resumed().parent([]);
      expect(await third.agent.run().result).toMatchObject({ outcome: "not-started" });
      await third.agent.close();
    });

    it("is answered, and a kill of the resumed parent leaves the subagent to the next one", async () => {
      const { first, journal, resumed, allow, steps } = family();
      const { agent } = first.parent([spawned, said("Waiting."), said("It asks.")]);
      await agent.run("go").result;
      await agent.close();
      await allow("child-1");
      const second = resumed().parent([said("It has arrived.")]);
      await second.agent.run().result;
      await second.agent.close();
      const start = (await entriesOf(journal, "parent")).findLast(({ kind }) => kind === "run-start")!;
      const cut = memoryJournal();
      for (const session of ["parent", "child-1"]) {
        const entries = await entriesOf(journal, session);
        await cut.append(
          session,
          0,
          session === "parent" ? entries.filter(({ seq }) => seq <= start.seq) : entries,
        );
      }
      const third = harness({ journal: cut, child }).parent([said("It has arrived.")]);
      expect(await third.agent.run().result).toMatchObject({ outcome: "done", text: "It has arrived." });
      await third.agent.close();
      expect(textsIn(third.model.requests[0]?.messages).at(-1)).toContain("Its result:\nstep 1");
      expect(steps.count).toBe(1);
    });
  });
});
