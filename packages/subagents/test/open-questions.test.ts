import { answerQuestion, openQuestions } from "@skein/agent";
import type { Gate } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { call, entriesOf, harness, said, spawn, textsIn, tool, usage, type Reply } from "./harness.ts";

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
    const [question] = await openQuestions(journal, session);
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
    expect(await openQuestions(journal, "child-1")).toHaveLength(1);

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
    expect(await openQuestions(journal, "child-1")).toHaveLength(1);
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
});
