import type { Answer, Decision, Entry, Gate, GateRequest, JsonValue, Question, Tool } from "@skein/protocol";
import { memoryJournal } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const asks: Decision = { verdict: "ask", by: "mode m" };

interface Asked {
  readonly questions: readonly Question[];
  readonly entries: readonly Entry[];
  readonly remembered: readonly (readonly [GateRequest, string])[];
  readonly outcome: string;
  readonly message: string | undefined;
  readonly ran: number;
}

/** A run whose model makes one call, which the gate decides on and a person answers. */
async function asked(
  input: JsonValue,
  {
    decision = asks,
    answer = { allow: "once" },
    ...more
  }: { decision?: Decision; answer?: Answer } & Partial<Tool> & Pick<AgentParts, "mode"> = {},
): Promise<Asked> {
  const { mode, ...toolParts } = more;
  const journal = memoryJournal();
  const questions: Question[] = [];
  const remembered: [GateRequest, string][] = [];
  let ran = 0;
  const gate: Gate = {
    decide: () => decision,
    remember: async (request, scope) => void remembered.push([request, scope]),
  };
  await using agent = createAgent({
    model: scriptedModel([[call("a", "act", input)], [text("done")]]),
    extensions: [tool("act", () => (ran++, "acted"), { effect: "runs", ...toolParts })],
    gate,
    ask: async (question) => (questions.push(question), answer),
    journal,
    session: "s",
    ...(mode === undefined ? {} : { mode }),
  });
  const { outcome, error } = await agent.run("go").result;
  const message = error?.message;
  return { questions, entries: await entriesOf(journal), remembered, outcome, message, ran };
}

describe("an approval", () => {
  it.each([
    ["the gate's reason", { reason: "It pushes." }, {}, { reason: "It pushes." }],
    ["who asked, without a reason", {}, {}, { reason: "Asked by mode m." }],
    [
      "what a server claims",
      { reason: "It pushes." },
      { claims: "it only reads" },
      { reason: "It pushes. Its server claims: it only reads." },
    ],
    ["what a rule would cover", { covers: ["git push *"] }, {}, { covers: ["git push *"] }],
    ["the call", {}, {}, { tool: "act", effect: "runs", input: { n: 1 }, by: "mode m", callId: "a" }],
  ])("shows %s", async (_, decision, parts, shown) => {
    const { questions } = await asked({ n: 1 }, { decision: { ...asks, ...decision }, ...parts });
    expect(questions).toMatchObject([{ kind: "approval", ...shown }]);
  });

  it("shows nothing of what a rule would cover where the gate says nothing of it", async () => {
    const [question] = (await asked({ n: 1 })).questions;
    expect(question).not.toHaveProperty("covers");
    expect(question).not.toHaveProperty("preview");
  });

  it.each([
    ["once", [], undefined],
    ["session", ["session"], undefined],
    ["always", ["always"], undefined],
    ["always", ["always"], true],
  ] as const)("for %s is remembered as %j (exactly the call: %s)", async (allow, scopes, isExact) => {
    const decision = { ...asks, ...(isExact && { isExact }) };
    const { remembered, ran } = await asked({ n: 1 }, { decision, answer: { allow } });
    expect(remembered.map(([, scope]) => scope)).toEqual(scopes);
    expect(remembered.map(([request]) => request.isExact)).toEqual(scopes.map(() => isExact));
    expect(ran).toBe(1);
  });

  it.each([
    [{ deny: "Not today." }, "done", undefined],
    [{ deny: "Not today.", stop: true }, "denied", "Not today."],
    [{ deny: "", stop: true }, "denied", "A call was denied by user."],
    [{ deny: "Not today.", stop: false }, "done", undefined],
  ] as const)("that is refused with %j ends the run as %s", async (answer, outcome, message) => {
    const result = await asked({ n: 1 }, { answer: answer as Answer });
    expect([result.outcome, result.message, result.ran]).toEqual([outcome, message, 0]);
    const decisions = result.entries.filter(({ kind }) => kind === "decision");
    expect(decisions.at(-1)).toMatchObject({ verdict: "deny", by: "user", reason: answer.deny });
  });
});

describe("a question of the model", () => {
  const clarifying = { asksUser: true as const, repeat: "safe" as const };
  const answer: Answer = { reply: { answers: ["blue"] } };

  it.each([
    ["with a text", [{ question: "Which color?" }]],
    ["with options", [{ question: "Which color?", options: ["blue", "red"] }]],
    ["with several answers", [{ question: "Which color?", options: ["blue"], multiple: true }]],
  ])("%s is shown as it is", async (_, questions) => {
    const result = await asked({ questions }, { ...clarifying, answer });
    expect(result.questions).toMatchObject([{ kind: "clarification", questions }]);
    expect(result.ran).toBe(1);
  });

  it.each([
    ["none", {}],
    ["an empty list", { questions: [] }],
    ["no list", { questions: { question: "Which?" } }],
    ["a text", { questions: ["Which?"] }],
    ["no text", { questions: [{ question: 7 }] }],
    ["options of no list", { questions: [{ question: "Which?", options: "blue" }] }],
    ["options of no texts", { questions: [{ question: "Which?", options: ["blue", 7] }] }],
    ["a count of answers", { questions: [{ question: "Which?", multiple: 2 }] }],
    ["one good and one bad", { questions: [{ question: "Which?" }, {}] }],
    ["a text for the whole input", "Which?"],
  ] as const)("with %s is shown as its input", async (_, input) => {
    const [question] = (await asked(input, { ...clarifying, answer })).questions;
    expect(question).toMatchObject({
      kind: "clarification",
      questions: [{ question: JSON.stringify(input) }],
    });
  });
});

describe("a plan", () => {
  const proposing = (next: readonly string[]) => ({
    mode: "plan",
    repeat: "safe" as const,
    proposesPlan: { in: "plan", next },
  });

  it.each([
    [{ plan: "# Steps" }, "# Steps"],
    [{ plan: 7 }, '{"plan":7}'],
    [{}, "{}"],
    ["# Steps", '"# Steps"'],
  ] as const)("%j is shown as %j", async (input, plan) => {
    const { questions } = await asked(input, proposing(["auto"]));
    expect(questions).toMatchObject([{ kind: "plan", plan, modes: ["auto"] }]);
  });

  it("that leads to no mode is accepted, and changes none", async () => {
    const { entries, ran } = await asked({ plan: "# Steps" }, proposing([]));
    expect(ran).toBe(1);
    expect(entries.filter((entry) => entry.kind === "settings").map(({ mode }) => mode)).toEqual(["plan"]);
  });
});
