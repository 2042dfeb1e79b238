import {
  memoryJournal,
  type Answer,
  type Decision,
  type Gate,
  type Question,
  type Redactor,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const asking: Gate = { decide: () => ({ verdict: "ask", by: "rule" }) };
const where = { message: "Where?", schema: { type: "object" } };
const two = [call("a", "act", { n: 1 }), call("b", "act", { n: 2 })];

describe("the next question of a reply", () => {
  it.each<[string, () => Promise<Answer>, string]>([
    ["the answer says stop", async () => ({ deny: "No.", stop: true }), "denied"],
    ["the person who was asked left", () => Promise.reject(new Error("hung up")), "needs-input"],
  ])("is not asked when %s", async (_, ask, outcome) => {
    const journal = memoryJournal();
    const asked: Question[] = [];
    await using agent = createAgent({
      model: scriptedModel([two]),
      journal,
      session: "s",
      gate: asking,
      extensions: [tool("act", () => "acted")],
      ask: (question) => (asked.push(question), ask()),
    });
    expect((await agent.run("go").result).outcome).toBe(outcome);
    expect(asked).toHaveLength(1);
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "question")).toHaveLength(1);
  });

  it("is not asked when the run is interrupted", async () => {
    const journal = memoryJournal();
    await using agent = createAgent({
      model: scriptedModel([two]),
      journal,
      session: "s",
      gate: asking,
      extensions: [tool("act", () => "acted")],
      ask: "handle",
    });
    const run = agent.run("go");
    for await (const event of run) if (event.type === "question") run.interrupt();
    expect((await run.result).outcome).toBe("cancelled");
    expect((await entriesOf(journal)).filter(({ kind }) => kind === "question")).toHaveLength(1);
  });

  it("is asked when the call of the one before ended without an answer, which closes that one", async () => {
    const late: Promise<unknown>[] = [];
    const travel = tool("travel", async (_, { requests, progress }) => {
      const reply = requests!.elicit(where);
      await asked.promise;
      late.push(
        reply,
        reply.then(() => progress("still here")),
        reply.then(() => requests!.elicit(where)),
        reply.then(() => requests!.sample({ system: "", messages: [], maxOutputTokens: 5 })),
      );
      return "gone";
    });
    const asked = Promise.withResolvers<void>();
    const kinds: string[] = [];
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "travel")], [call("b", "act")], [text("done")]]);
    await using agent = createAgent({
      model,
      journal,
      session: "s",
      gate: { decide: ({ tool: name }) => ({ verdict: name === "act" ? "ask" : "allow", by: "rule" }) },
      extensions: [travel, tool("act", () => "acted")],
      async ask({ kind }) {
        kinds.push(kind);
        asked.resolve();
        return kind === "approval" ? { allow: "once" } : new Promise<Answer>(() => undefined);
      },
    });
    const run = agent.run("go");
    const types: string[] = [];
    for await (const event of run) types.push(event.type);
    expect((await run.result).outcome).toBe("done");
    expect(kinds).toEqual(["elicitation", "approval"]);
    expect(types).not.toContain("tool-progress");
    expect(types.filter((type) => type === "answered")).toHaveLength(2);
    const answers = (await entriesOf(journal)).filter((entry) => entry.kind === "answer");
    expect(answers[0]).toMatchObject({ answer: { reply: null }, by: "travel" });
    const ends = await Promise.allSettled(late);
    expect(ends.slice(0, 3)).toMatchObject([{ value: null }, { status: "fulfilled" }, { value: null }]);
    expect(ends[3]).toMatchObject({ reason: new Error("The call has ended.") });
    expect(model.requests).toHaveLength(3);
  });
});

it("a question whose person left does not keep the next one from being asked", async () => {
  const travel = tool("travel", (_, { requests }) => requests!.elicit(where).then(String, () => "alone"));
  const kinds: string[] = [];
  await using agent = createAgent({
    model: scriptedModel([[call("a", "travel")], [call("b", "act")], [text("done")]]),
    gate: { decide: ({ tool: name }) => ({ verdict: name === "act" ? "ask" : "allow", by: "rule" }) },
    extensions: [travel, tool("act", () => "acted")],
    async ask({ kind }) {
      kinds.push(kind);
      if (kind === "elicitation") throw new Error("hung up");
      return { allow: "once" };
    },
  });
  expect((await agent.run("go").result).outcome).toBe("done");
  expect(kinds).toEqual(["elicitation", "approval"]);
});

describe("a question that its extension withdraws", () => {
  /** Two calls that ask at once; the second one's question is withdrawn as the test says. */
  async function ask(withdraw: (asked: Promise<void>, stop: AbortController) => void) {
    const stop = new AbortController();
    const asked = Promise.withResolvers<void>();
    withdraw(asked.promise, stop);
    const replies: unknown[] = [];
    const first = tool("first", async (_, { requests }) => {
      replies.push(["first", await requests!.elicit(where)]);
      return "";
    });
    const second = tool("second", async (_, { requests }) => {
      await asked.promise;
      replies.push(["second", await requests!.elicit({ ...where, signal: stop.signal })]);
      return "";
    });
    const journal = memoryJournal();
    const extensions: string[] = [];
    await using agent = createAgent({
      model: scriptedModel([[call("a", "first"), call("b", "second")], [text("done")]]),
      journal,
      session: "s",
      gate: { decide: () => ({ verdict: "allow", by: "rule" }) },
      extensions: [first, second],
      async ask(question) {
        if ("extension" in question) extensions.push(question.extension);
        asked.resolve();
        await new Promise((resolve) => setTimeout(resolve, 30));
        return { reply: { city: "Oslo" } };
      },
    });
    expect((await agent.run("go").result).outcome).toBe("done");
    const entries = await entriesOf(journal);
    return {
      replies,
      extensions,
      journaled: entries.filter(({ kind }) => kind === "question" || kind === "answer").length,
    };
  }

  it.each<[string, Parameters<typeof ask>[0]]>([
    ["before it is asked", (_, stop) => stop.abort()],
    [
      "while it waits for its turn",
      (asked, stop) => void asked.then(() => setTimeout(() => stop.abort(), 10)),
    ],
  ])("%s is declined and put to no one", async (_, withdraw) => {
    expect(await ask(withdraw)).toEqual({
      replies: [
        ["first", { city: "Oslo" }],
        ["second", null],
      ],
      extensions: ["first"],
      journaled: 2,
    });
  });
});

it("an answered question cannot be answered again in the run", async () => {
  const model = scriptedModel([[call("a", "act")], [text("done")]]);
  const again: unknown[] = [];
  await using agent = createAgent({
    model,
    gate: asking,
    extensions: [tool("act", () => "acted")],
    ask: "handle",
  });
  const run = agent.run("go");
  let id = "";
  for await (const event of run) {
    if (event.type === "question") await run.answer((id = event.question.id), { allow: "once" });
    if (event.type === "tool-end")
      again.push(await run.answer(id, { deny: "No." }).catch((error: unknown) => error));
  }
  expect(again).toMatchObject([{ code: "not-asked" }]);
});

describe("an answer that is remembered elsewhere", () => {
  /** A gate whose rules change while a question is open. */
  function changing() {
    const listeners = new Set<() => unknown>();
    let decision: Decision = { verdict: "ask", by: "rule" };
    const gate: Gate = {
      decide: () => decision,
      onRemembered: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    };
    const change = async (now: Decision) => {
      decision = now;
      await Promise.all([...listeners].map((listen) => listen()));
    };
    return { gate, change, listeners };
  }

  it.each<[Decision["verdict"], string]>([
    ["allow", "acted"],
    ["ask", "No."],
    ["deny", "No."],
  ])("answers an open question only when it allows the call (%s)", async (verdict, expected) => {
    const { gate, change, listeners } = changing();
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    await using agent = createAgent({
      model,
      gate,
      extensions: [tool("act", () => "acted")],
      ask: "handle",
    });
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "question") continue;
      await change({ verdict, by: "remembered" });
      await run.answer(event.question.id, { deny: "No." }).catch(() => undefined);
    }
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(expected);
    expect(listeners.size).toBe(0);
  });
});

it("an answer is remembered before its call runs", async () => {
  const order: string[] = [];
  await using agent = createAgent({
    model: scriptedModel([[call("a", "act")], [text("done")]]),
    gate: {
      ...asking,
      async remember() {
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push("remembered");
      },
    },
    extensions: [tool("act", () => (order.push("ran"), "acted"))],
    ask: async () => ({ allow: "session" }),
  });
  await agent.run("go").result;
  expect(order).toEqual(["remembered", "ran"]);
});

it("a question that reads otherwise by then is asked again, under an id of its own", async () => {
  const journal = memoryJournal();
  const common = { extensions: [tool("act", () => "acted")], journal, session: "s" };
  const because = (reason: string): Gate => ({ decide: () => ({ verdict: "ask", by: "rule", reason }) });
  {
    const model = scriptedModel([[call("a", "act")]]);
    await using agent = createAgent({ ...common, model, gate: because("It writes.") });
    await agent.run("go").result;
  }
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => (asked.push(question), { allow: "once" });
  const model = scriptedModel([[text("done")]]);
  await using agent = createAgent({ ...common, model, gate: because("It deletes."), ask });
  expect((await agent.run().result).outcome).toBe("done");
  const entries = await entriesOf(journal);
  const questions = entries.flatMap((entry) => (entry.kind === "question" ? [entry.question] : []));
  expect(questions).toMatchObject([{ reason: "It writes." }, { reason: "It deletes." }]);
  expect(questions[1]?.id).not.toBe(questions[0]?.id);
  expect(asked).toEqual(questions.slice(1));
  const answers = entries.flatMap((entry) => (entry.kind === "answer" ? [entry.questionId] : []));
  expect(answers).toEqual([questions[1]?.id]);
});

it("a placeholder in an edited input is the secret again when the tool gets it", async () => {
  const redact = (words: string) => words.replaceAll("hunter2", "__SECRET__");
  const redactor: Redactor = {
    redact,
    restore: (words) => words.replaceAll("__SECRET__", "hunter2"),
    stream: () => ({ push: redact, end: () => "" }),
  };
  const inputs: unknown[] = [];
  const journal = memoryJournal();
  await using agent = createAgent({
    model: scriptedModel([[call("a", "act", { key: "__SECRET__" })], [text("done")]]),
    journal,
    session: "s",
    gate: asking,
    redactor,
    extensions: [tool("act", (input) => (inputs.push(input), "acted"))],
    ask: async () => ({ allow: "once", input: { key: "__SECRET__", all: true } }),
  });
  await agent.run("go").result;
  expect(inputs).toEqual([{ key: "hunter2", all: true }]);
  expect(JSON.stringify(await entriesOf(journal))).not.toContain("hunter2");
});
