import { answerQuestion, readOpenQuestions } from "@skein/agent";
import type { Gate, JournalStore } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { call, entriesOf, harness, said, spawn, textsIn, tool, usage, type Reply } from "./harness.ts";

const asking: Gate = { decide: () => ({ verdict: "ask", by: "test" }) };

/** Takes a step, then reports its result. */
const child: Reply = (_task, { messages }) =>
  messages.some(({ role }) => role === "tool")
    ? said(textsIn(messages).at(-1) ?? "")
    : { content: [call("s", "step")], usage };

/** As sessions are forked: copies of all entries, under another id. */
async function forkParent(journal: JournalStore): Promise<void> {
  const [first, ...others] = await entriesOf(journal, "parent");
  if (first?.kind !== "session-start") throw new Error("the parent has not begun");
  const parent = { session: "parent", seq: others.at(-1)?.seq ?? first.seq };
  const lease = await journal.lease("fork", "test", 1_000);
  await journal.append("fork", 0, [{ ...first, id: "fork", parent }, ...others]);
  await lease.release();
}

/** A parent whose subagent in the background waits for an answer, and its fork. */
async function forkedFamily() {
  const steps = { count: 0 };
  const childTools = [tool("step", async () => `step ${++steps.count}`)];
  const first = harness({ childTools, child, childGate: asking });
  const { journal } = first;
  const { agent } = first.parent([
    spawn({ instructions: "walk", background: true }),
    said("Waiting."),
    said("It asks."),
  ]);
  expect(await agent.run("go").result).toMatchObject({ outcome: "needs-input" });
  await agent.close();
  await forkParent(journal);
  return {
    steps,
    journal,
    /** One run of the parent or of the fork. */
    resume: async (session: string, message?: string) => {
      const { agent: again, model } = harness({ journal, childTools, child, childGate: asking }).parent(
        [said("Read."), said("Read again.")],
        { session },
      );
      const { outcome } = await again.run(message).result;
      await again.close();
      return { outcome, read: textsIn(model.requests[0]?.messages).join("\n") };
    },
    allow: async () => {
      const [question] = await readOpenQuestions(journal, "child-1");
      const answer = { allow: "once" } as const;
      await answerQuestion({ journal, session: "child-1", questionId: question!.id, answer, by: "test" });
    },
  };
}

const orders = [[["parent", "fork"]], [["fork", "parent"]]] as const;

describe("a fork of a parent whose subagent in the background waits for an answer", () => {
  it.each(orders)("ends as needs-input while the question is open, as its parent does: %j", async (order) => {
    const { resume, journal } = await forkedFamily();
    for (const session of order) expect(await resume(session)).toMatchObject({ outcome: "needs-input" });
    expect(await readOpenQuestions(journal, "child-1")).toHaveLength(1);
  });

  it.each(orders)("gets the one result once it is answered, as its parent does: %j", async (order) => {
    const { resume, allow, steps, journal } = await forkedFamily();
    await allow();
    for (const session of order) {
      const { outcome, read } = await resume(session);
      expect(outcome).toBe("done");
      expect(read).toContain("Its result:\nstep 1");
      expect((await entriesOf(journal, session)).filter(({ kind }) => kind === "child")).toHaveLength(1);
    }
    expect(steps.count).toBe(1);
  });

  it.each(orders)("can continue without it, and the other one still gets the result: %j", async (order) => {
    const { resume, allow, steps } = await forkedFamily();
    const [one, other] = order;
    expect(await resume(one, "leave it")).toMatchObject({ outcome: "done" });
    await allow();
    expect((await resume(other)).read).toContain("Its result:\nstep 1");
    expect(steps.count).toBe(1);
  });

  it("is resumed together with its parent, and the subagent takes its step once", async () => {
    const { resume, allow, steps } = await forkedFamily();
    await allow();
    const both = await Promise.all([resume("parent"), resume("fork")]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["done", "needs-input"]);
    const late = both[0].outcome === "done" ? "fork" : "parent";
    const { outcome, read } = await resume(late);
    expect(outcome).toBe("done");
    expect(read).toContain("Its result:\nstep 1");
    expect(read).not.toContain("not-started");
    expect(steps.count).toBe(1);
  });
});
