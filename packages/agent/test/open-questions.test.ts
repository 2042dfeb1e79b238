import { memoryJournal, type Answer, type Entry, type JournalStore, type Question } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { answerQuestion, createAgent, readOpenQuestions, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

/** Agents of one session, one after the other, as processes would open them. */
function desk(calls: readonly ReturnType<typeof call>[], journal: JournalStore = memoryJournal()) {
  const ran: string[] = [];
  const act = tool("act", (input) => (ran.push(JSON.stringify(input)), "acted"), { effect: "runs" });
  const look = tool("look", () => (ran.push("look"), "seen"));
  const first = scriptedModel([calls]);
  const later = scriptedModel([[text("done")]]);
  const open = (model: AgentParts["model"], parts: Partial<AgentParts> = {}) =>
    createAgent({ model, extensions: [act, look], journal, session: "s", ...parts });
  return {
    journal,
    ran,
    later,
    /** An unattended run. */
    leave: async (): Promise<readonly Question[]> => {
      await using agent = open(first);
      expect((await agent.run("go").result).outcome).toBe("needs-input");
      return agent.openQuestions();
    },
    goOn: (parts?: Partial<AgentParts>) => open(later, parts),
    answer: (questionId: string, answer: Answer) =>
      answerQuestion({ journal, session: "s", questionId, answer, by: "somebody" }),
    results: () => later.requests[0]?.messages.findLast(({ role }) => role === "tool")?.content,
  };
}

describe("a question that no one could answer", () => {
  it("stays open with its call, and a later process answers it", async () => {
    const { leave, journal, answer, goOn, ran, results } = desk([call("a", "act", { n: 1 })]);
    const [question] = await leave();
    expect(question).toMatchObject({ kind: "approval", callId: "a", input: { n: 1 } });
    expect((await entriesOf(journal)).some(({ kind }) => kind === "tool-result")).toBe(false);
    expect(await readOpenQuestions(journal, "s")).toEqual([question]);
    await answer(question!.id, { allow: "once" });
    expect(await readOpenQuestions(journal, "s")).toEqual([]);
    expect(ran).toEqual([]);
    await using agent = goOn();
    expect(await agent.run().result).toMatchObject({ outcome: "done", text: "done", toolCalls: 1 });
    expect(ran).toEqual(['{"n":1}']);
    expect(results()).toMatchObject([{ callId: "a", content: [{ text: "acted" }] }]);
  });

  it("keeps every call of the reply waiting until all are answered, and results in the model's order", async () => {
    const calls = [call("a", "act", { n: 1 }), call("b", "look"), call("c", "act", { n: 2 })];
    const { leave, answer, goOn, ran, results, later } = desk(calls);
    const [first, second] = await leave();
    await answer(second!.id, { allow: "once" });
    {
      await using agent = goOn();
      expect((await agent.run().result).outcome).toBe("needs-input");
      expect((await agent.openQuestions()).map(({ id }) => id)).toEqual([first!.id]);
      expect(ran).toEqual([]);
      expect(later.requests).toEqual([]);
      await agent.answer(first!.id, { deny: "Not this one" });
      expect((await agent.run().result).outcome).toBe("done");
    }
    expect(ran.toSorted()).toEqual(["look", '{"n":2}'].toSorted());
    expect(results()).toMatchObject([
      { callId: "a", failure: "denied" },
      { callId: "b", content: [{ text: "seen" }] },
      { callId: "c", content: [{ text: "acted" }] },
    ]);
  });

  it("is written once, however often its run is resumed without anyone; each decision is", async () => {
    const journal = memoryJournal();
    const agentOf = () =>
      createAgent({
        model: scriptedModel([[call("a", "act"), call("b", "act")]]),
        extensions: [tool("act", () => "acted", { effect: "runs" })],
        journal,
        session: "s",
      });
    await using agent = agentOf();
    for (const input of ["go", undefined, undefined])
      expect((await agent.run(input).result).outcome).toBe("needs-input");
    const entries = await entriesOf(journal);
    const callsOf = (kind: "question" | "decision") =>
      entries.flatMap((entry) => {
        if (entry.kind === "question" && kind === "question")
          return "callId" in entry.question ? [entry.question.callId] : [];
        return entry.kind === "decision" && kind === "decision" ? [entry.callId] : [];
      });
    expect(callsOf("question")).toEqual(["a", "b"]);
    expect(callsOf("decision")).toEqual(["a", "b", "a", "b", "a", "b"]);
  });

  it("is asked again, under the same id, when someone is available on resume", async () => {
    const { leave, goOn, ran, journal } = desk([call("a", "act", { n: 1 })]);
    const [question] = await leave();
    const asked: Question[] = [];
    await using agent = goOn({ ask: async (one) => (asked.push(one), { allow: "once" }) });
    expect((await agent.run().result).outcome).toBe("done");
    expect(asked).toEqual([question]);
    expect(ran).toHaveLength(1);
    const kinds = (await entriesOf(journal)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "question")).toHaveLength(1);
  });

  it("runs as edited in the answer, is decided again, and remembered as it ran", async () => {
    const { leave, answer, goOn, ran } = desk([call("a", "act", { n: 1 }), call("b", "act", { n: 9 })]);
    const [question] = await leave();
    await answer(question!.id, { allow: "session", input: { n: 9 } });
    await using agent = goOn();
    // The other call is the one that was allowed by the edit.
    expect((await agent.run().result).outcome).toBe("done");
    expect(ran).toEqual(['{"n":9}', '{"n":9}']);
  });

  it("stays denied when the gate denies it by then", async () => {
    const { leave, answer, goOn, ran, results } = desk([call("a", "act")]);
    const [question] = await leave();
    await answer(question!.id, { allow: "always" });
    await using agent = goOn({ gate: { decide: () => ({ verdict: "deny", by: "mode plan" }) } });
    await agent.run().result;
    expect(ran).toEqual([]);
    expect(results()).toMatchObject([{ failure: "denied" }]);
  });

  it("stays denied when the gate allows it by then", async () => {
    const { leave, answer, goOn, ran, results } = desk([call("a", "act")]);
    const [question] = await leave();
    await answer(question!.id, { deny: "Never" });
    await using agent = goOn({ gate: { decide: () => ({ verdict: "allow", by: "mode auto" }) } });
    await agent.run().result;
    expect(ran).toEqual([]);
    expect(results()).toMatchObject([{ failure: "denied" }]);
  });

  it("ends the run once when the answer says stop", async () => {
    const { leave, answer, goOn, ran } = desk([call("a", "act")]);
    const [question] = await leave();
    await answer(question!.id, { deny: "Never", stop: true });
    await using agent = goOn();
    expect((await agent.run().result).outcome).toBe("denied");
    expect((await agent.run().result).outcome).toBe("done");
    expect(ran).toEqual([]);
  });

  it("is declined by a new message, and no call of the reply is run", async () => {
    const calls = [call("a", "act", { n: 1 }), call("b", "look"), call("c", "act", { n: 2 })];
    const { leave, answer, goOn, ran, results, journal } = desk(calls);
    const [first] = await leave();
    await answer(first!.id, { allow: "once" });
    await using agent = goOn();
    await agent.run("Something else.").result;
    expect(ran).toEqual([]);
    expect(results()).toMatchObject([
      { callId: "a", failure: "interrupted" },
      { callId: "b", failure: "interrupted" },
      { callId: "c", failure: "denied" },
    ]);
    expect(JSON.stringify(results())).toContain("wrote a new message instead");
    expect(await readOpenQuestions(journal, "s")).toEqual([]);
  });

  it("runs what was approved before a new message, when all was answered", async () => {
    const { leave, answer, goOn, ran, later } = desk([call("a", "act")]);
    const [question] = await leave();
    await answer(question!.id, { allow: "once" });
    await using agent = goOn();
    await agent.run("And then that.").result;
    expect(ran).toHaveLength(1);
    expect(later.requests[0]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
    ]);
  });

  it("is answered once: the second is told", async () => {
    const { leave, answer, journal } = desk([call("a", "act")]);
    const [question] = await leave();
    const ends = await Promise.allSettled([
      answer(question!.id, { allow: "once" }),
      answer(question!.id, { deny: "no" }),
    ]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(answer(question!.id, { allow: "once" })).rejects.toMatchObject({ code: "answered" });
    await expect(answer("another", { allow: "once" })).rejects.toMatchObject({ code: "not-asked" });
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "answer")).toHaveLength(1);
  });
});

describe("a question that was open when the run ended", () => {
  it.each([
    ["the agent was closed", "close"],
    ["it was interrupted", "interrupt"],
    ["whoever was asked went away", "leave"],
  ])("stays open when %s", async (_, how) => {
    const journal = memoryJournal();
    const calls = [call("a", "act", { n: 1 }), call("b", "act", { n: 2 }), call("c", "look")];
    const { goOn, ran, later } = desk(calls, journal);
    const agent = createAgent({
      model: scriptedModel([calls]),
      journal,
      session: "s",
      extensions: [tool("act", () => "acted", { effect: "runs" }), tool("look", () => "seen")],
      ask: how === "leave" ? () => Promise.reject(new Error("hung up")) : "handle",
    });
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "question") continue;
      if (how === "close") void agent.close();
      else if (how === "interrupt") run.interrupt();
    }
    await run.result;
    await agent.close();
    const [question] = await readOpenQuestions(journal, "s");
    expect(question).toMatchObject({ callId: "a" });
    await using again = goOn({ ask: async () => ({ allow: "once" }) });
    expect((await again.run().result).outcome).toBe("done");
    expect(ran.filter((one) => one !== "look").toSorted()).toEqual(['{"n":1}', '{"n":2}']);
    const results = later.requests[0]?.messages.findLast(({ role }) => role === "tool")?.content;
    expect(results?.map((part) => "callId" in part && part.callId)).toEqual(["a", "b", "c"]);
  });

  it("is answered through the agent while its run asks it", async () => {
    const { ran } = desk([]);
    const act = tool("act", () => (ran.push("act"), "acted"), { effect: "runs" });
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [act], ask: "handle" });
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "question") continue;
      const [question] = await agent.openQuestions();
      await agent.answer(question!.id, { allow: "once" });
    }
    expect((await run.result).outcome).toBe("done");
    expect(ran).toEqual(["act"]);
  });
});

describe("an answer that covers more than its call", () => {
  it.each(["session", "always"] as const)("closes the others of the reply at once (%s)", async (allow) => {
    const asked: Question[] = [];
    const same = { n: 1 };
    const calls = [call("a", "act", same), call("b", "act", same), call("c", "act", { n: 2 })];
    const ran: unknown[] = [];
    const act = tool("act", (input) => (ran.push(input), "acted"), { effect: "runs" });
    const ask = async (question: Question): Promise<Answer> => (asked.push(question), { allow });
    const model = scriptedModel([calls, [text("done")]]);
    await using agent = createAgent({ model, extensions: [act], ask });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(asked.map((one) => one.kind === "approval" && one.callId)).toEqual(["a", "c"]);
    expect(ran).toHaveLength(3);
  });

  it("remembers the call as it ran, not as it was asked", async () => {
    const asked: unknown[] = [];
    const ask = async (question: Question): Promise<Answer> => {
      if (question.kind === "approval") asked.push(question.input);
      return { allow: "session", input: { n: 9 } };
    };
    const act = tool("act", () => "acted", { effect: "runs" });
    const turns = [{ n: 1 }, { n: 9 }, { n: 1 }].map((input, at) => [call(`c${at}`, "act", input)]);
    await using agent = createAgent({
      model: scriptedModel([...turns, [text("done")]]),
      extensions: [act],
      ask,
    });
    await agent.run("go").result;
    // The edited call is not asked about again; the one it was made of is.
    expect(asked).toEqual([{ n: 1 }, { n: 1 }]);
  });
});

it("a call that was at work when the process ended is not made again with those that waited for an answer", async () => {
  const journal = memoryJournal();
  const bodies = [
    { kind: "user-message", from: "user", content: [{ type: "text", text: "go" }] },
    { kind: "assistant-message", request: 0, content: [call("a", "act"), call("b", "act", { n: 2 })] },
    {
      ...({ kind: "tool-intent", callId: "a", tool: "act", extension: "act", input: {} } as const),
      ...({ effect: "runs", repeat: "once" } as const),
    },
    {
      kind: "question",
      question: {
        ...({ id: "q", kind: "approval", callId: "b", tool: "act", extension: "act" } as const),
        ...({ effect: "runs", input: { n: 2 }, reason: "" } as const),
      },
    },
  ] as const;
  await journal.append(
    "s",
    0,
    bodies.map((body, at): Entry => ({ v: 1, seq: at + 1, at: 0, run: "r", ...body })),
  );
  const ran: unknown[] = [];
  const act = tool("act", (input) => (ran.push(input), "ok"), { effect: "runs" });
  const model = scriptedModel([[text("done")]]);
  const ask = async () => ({ allow: "once" }) as const;
  await using agent = createAgent({ model, extensions: [act], ask, journal, session: "s" });
  expect((await agent.run().result).outcome).toBe("done");
  expect(ran).toEqual([{ n: 2 }]);
  expect(model.requests[0]?.messages.at(-1)).toMatchObject({
    content: [{ failure: "unknown-outcome" }, { content: [{ text: "ok" }] }],
  });
});
