import type { AgentEvent, Answer, Gate, Question, RunHooks } from "@skein/protocol";
import { memoryJournal } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

function setUp(calls: readonly ReturnType<typeof call>[], parts: Partial<AgentParts> = {}) {
  const ran: unknown[] = [];
  const shell = tool("shell", (input) => (ran.push(input), "ok"), { effect: "runs" });
  const model = scriptedModel([calls, [text("done")]]);
  const agent = createAgent({ model, extensions: [shell], ...parts });
  return { agent, model, ran };
}

describe("a call that must be approved", () => {
  it("ends the run as needs-input when no one is available, and runs nothing of the reply", async () => {
    let read = false;
    const model = scriptedModel([[call("a", "look"), call("b", "shell")]]);
    const look = tool("look", () => ((read = true), ""));
    const shell = tool("shell", () => "", { effect: "runs" });
    await using agent = createAgent({ model, extensions: [look, shell] });
    const { outcome, error } = await agent.run("go").result;
    expect(outcome).toBe("needs-input");
    expect(error?.message).toContain("No one is available");
    expect(read).toBe(false);
  });

  it("is denied by itself, with its reason, when the gate says so and no one is available", async () => {
    const gate: Gate = {
      decide: () => ({ verdict: "ask", by: "guard", reason: "Guarded.", unasked: "Only a rule allows it." }),
    };
    const alone = setUp([call("a", "shell", { n: 1 })], { gate });
    await using agent = alone.agent;
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(alone.ran).toEqual([]);
    expect(JSON.stringify(alone.model.requests[1]?.messages)).toContain("Only a rule allows it.");

    const asked = setUp([call("a", "shell", { n: 1 })], { gate, ask: async () => ({ allow: "once" }) });
    await using other = asked.agent;
    await other.run("go").result;
    expect(asked.ran).toEqual([{ n: 1 }]);
  });

  it("is asked about with what a server claims of the tool, which decides nothing", async () => {
    const asked: Question[] = [];
    const claims = "it only reads";
    const tame = tool("tame", () => "ok", { effect: "unknown", claims });
    const model = scriptedModel([[call("a", "tame")], [text("done")]]);
    const ask = async (question: Question): Promise<Answer> => (asked.push(question), { allow: "once" });
    await using agent = createAgent({ model, extensions: [tame], ask });
    await agent.run("go").result;
    expect(asked).toMatchObject([{ reason: expect.stringMatching(/ Its server claims: it only reads\.$/) }]);
  });

  it("runs when it is approved", async () => {
    const { agent, ran } = setUp([call("a", "shell", { n: 1 })], { ask: async () => ({ allow: "once" }) });
    await using _ = agent;
    const run = agent.run("go");
    const events: AgentEvent[] = [];
    for await (const event of run) events.push(event);
    expect((await run.result).outcome).toBe("done");
    expect(ran).toEqual([{ n: 1 }]);
    const asked = events.flatMap((event) => (event.type === "question" ? [event.question.id] : []));
    const answered = events.filter(({ type }) => type === "answered");
    expect(asked).toHaveLength(1);
    expect(answered).toMatchObject([{ questionId: asked[0], answer: { allow: "once" } }]);
  });

  it("takes as long as its tool, not as long as the person who was asked", async () => {
    let now = 0;
    const clock = { now: () => now, sleep: async () => undefined };
    const shell = tool("shell", () => ((now += 5), "ok"), { effect: "runs" });
    const ask = async () => ((now += 60_000), { allow: "once" } as const);
    const model = scriptedModel([[call("a", "shell")], [text("done")]]);
    await using agent = createAgent({ model, extensions: [shell], clock, ask });
    const run = agent.run("go");
    const took: number[] = [];
    for await (const event of run) if (event.type === "tool-end") took.push(event.durationMs);
    expect(took).toEqual([5]);
  });

  it.each(["agent", "run"] as const)("records who answered by its %s, whose run waits", async (through) => {
    const { agent } = setUp([call("a", "shell", { n: 1 })], { ask: "handle" });
    await using _ = agent;
    const run = agent.run("go");
    const by: unknown[] = [];
    for await (const event of run) {
      if (event.type === "question") {
        const answerer = through === "run" ? run : agent;
        await answerer.answer(event.question.id, { allow: "once" }, { by: "a colleague" });
      } else if (event.type === "answered") by.push(event.by);
    }
    expect((await run.result).outcome).toBe("done");
    expect(by).toEqual(["a colleague"]);
  });

  it("runs alone when its neighbour is denied", async () => {
    const ask = async (question: Question): Promise<Answer> =>
      question.kind === "approval" && question.callId === "a" ? { allow: "once" } : { deny: "Too risky" };
    const { agent, ran, model } = setUp([call("a", "shell", { n: 1 }), call("b", "shell", { n: 2 })], {
      ask,
    });
    await using _ = agent;
    await agent.run("go").result;
    expect(ran).toEqual([{ n: 1 }]);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("Too risky");
  });

  it("runs as edited, and an edit cannot get past the gate", async () => {
    const gate: Gate = {
      decide: ({ input }) =>
        JSON.stringify(input).includes("evil")
          ? { verdict: "deny", by: "rule" }
          : { verdict: "ask", by: "rule" },
    };
    const edits = [{ n: 9 }, { n: "evil" }];
    const ask = async (): Promise<Answer> => ({ allow: "once", input: edits.shift() ?? {} });
    const { agent, ran, model } = setUp([call("a", "shell", { n: 1 }), call("b", "shell", { n: 2 })], {
      ask,
      gate,
    });
    await using _ = agent;
    await agent.run("go").result;
    expect(ran).toEqual([{ n: 9 }]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ content: [{}, { failure: "denied" }] });
  });

  it("is remembered with the scope of the answer", async () => {
    const remembered: string[] = [];
    const gate: Gate = {
      decide: () => ({ verdict: "ask", by: "test" }),
      remember: (request, scope) => void remembered.push(`${request.tool} ${scope}`),
    };
    const { agent } = setUp([call("a", "shell")], { gate, ask: async () => ({ allow: "always" }) });
    await using _ = agent;
    await agent.run("go").result;
    expect(remembered).toEqual(["shell always"]);
  });

  it("is asked once, without a gate of the app's own, when the answer was for the session", async () => {
    let asked = 0;
    const ask = async (): Promise<Answer> => (asked++, { allow: "session" });
    const shell = tool("shell", () => "ok", { effect: "runs" });
    const turns = [{ n: 1 }, { n: 1 }, { n: 2 }].map((input, at) => [call(`c${at}`, "shell", input)]);
    await using agent = createAgent({
      model: scriptedModel([...turns, [text("done")]]),
      extensions: [shell],
      ask,
    });
    await agent.run("go").result;
    expect(asked).toBe(2);
  });

  it("can be answered by whoever reads the events", async () => {
    const { agent, ran } = setUp([call("a", "shell", { n: 1 })], { ask: "handle" });
    await using _ = agent;
    const run = agent.run("go");
    await expect(run.answer("never asked", { allow: "once" })).rejects.toMatchObject({ code: "not-asked" });
    for await (const event of run) {
      if (event.type === "question") await run.answer(event.question.id, { allow: "once" });
    }
    expect((await run.result).outcome).toBe("done");
    expect(ran).toHaveLength(1);
  });

  it("ends the run as denied when the answer says stop", async () => {
    const { agent, ran } = setUp([call("a", "shell")], { ask: async () => ({ deny: "Never", stop: true }) });
    await using _ = agent;
    const { outcome, error } = await agent.run("go").result;
    expect({ outcome, message: error?.message }).toEqual({ outcome: "denied", message: "Never" });
    expect(ran).toEqual([]);
  });

  it("is asked about when the gate itself fails", async () => {
    const asked: string[] = [];
    const gate: Gate = {
      decide: () => {
        throw new Error("broken policy");
      },
    };
    const ask = async (question: Question): Promise<Answer> => {
      if (question.kind === "approval") asked.push(question.reason);
      return { allow: "once" };
    };
    const { agent } = setUp([call("a", "shell")], { gate, ask });
    await using _ = agent;
    await agent.run("go").result;
    expect(asked[0]).toContain("broken policy");
  });

  it("leaves question, answer and decision in the journal, before the intent", async () => {
    const journal = memoryJournal();
    const { agent } = setUp([call("a", "shell")], {
      journal,
      session: "s",
      ask: async () => ({ allow: "once" }),
    });
    await agent.run("go").result;
    await agent.close();
    const kinds: string[] = [];
    for await (const entry of journal.read("s")) kinds.push(entry.kind);
    expect(kinds.slice(kinds.indexOf("decision"), kinds.indexOf("tool-result") + 1)).toEqual([
      "decision",
      "question",
      "answer",
      "decision",
      "tool-intent",
      "tool-result",
    ]);
  });

  it("ends the run as needs-input when the asked person leaves", async () => {
    const ask = () => Promise.reject(new Error("the terminal closed"));
    const { agent, ran } = setUp([call("a", "shell")], { ask });
    await using _ = agent;
    const { outcome, error } = await agent.run("go").result;
    expect(outcome).toBe("needs-input");
    expect(error?.message).toContain("the terminal closed");
    expect(ran).toEqual([]);
  });

  it("leaves no unhandled rejection when the asked person leaves with two questions open", async () => {
    const lost: unknown[] = [];
    const onLost = (error: unknown) => void lost.push(error);
    process.on("unhandledRejection", onLost);
    try {
      const model = scriptedModel([[call("a", "act"), call("b", "act")]]);
      await using agent = createAgent({
        model,
        extensions: [tool("act", () => "ok", { effect: "runs" })],
        ask: () => Promise.reject(new Error("hung up")),
      });
      expect((await agent.run("go").result).outcome).toBe("needs-input");
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(lost).toEqual([]);
    } finally {
      process.off("unhandledRejection", onLost);
    }
  });

  it("is denied by a hook whatever the gate says", async () => {
    const gate: Gate = { decide: () => ({ verdict: "allow", by: "test" }) };
    const hooks: RunHooks = {
      has: (type) => type === "before-tool",
      run: async () => ({ verdict: "deny", by: "hook", reason: "The hook says no" }),
    };
    const { agent, ran } = setUp([call("a", "shell")], { gate, hooks });
    await using _ = agent;
    await agent.run("go").result;
    expect(ran).toEqual([]);
  });
});

it("the asker is notified when someone else has answered", async () => {
  const model = scriptedModel([[call("a", "act")], [text("done")]]);
  const gate: Gate = { decide: () => ({ verdict: "ask", by: "rule" }) };
  const heard = Promise.withResolvers<unknown>();
  await using agent = createAgent({
    model,
    gate,
    extensions: [tool("act", () => "ok")],
    ask: (_, signal) =>
      new Promise(() => signal.addEventListener("abort", () => heard.resolve(signal.reason))),
  });
  const run = agent.run("go");
  for await (const event of run)
    if (event.type === "question") await run.answer(event.question.id, { allow: "once" });
  expect(await heard.promise).toMatchObject({ code: "not-asked" });
});
