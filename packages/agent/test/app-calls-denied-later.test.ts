import { memoryJournal, type Answer, type Gate, type JsonObject, type Verdict } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const reply: Answer = { reply: { result: "seen" } };
const [original, edited] = [{ page: 1 }, { page: 7 }];

function gate(verdictOf: (page: unknown) => Verdict): Gate {
  return {
    decide: ({ input }) => ({
      verdict: verdictOf((input as JsonObject)["page"]),
      by: "rule",
      reason: "Rule.",
    }),
  };
}

/**
 * A call that was approved with an edited input, that an app was then asked to run, and that another process resumes.
 *
 * @param byThen - what the gate decides in the later process.
 * @param isAnswered - whether the app has replied between the two.
 */
async function resume(byThen: (page: unknown) => Verdict, isAnswered: boolean) {
  const runs: unknown[] = [];
  const show = {
    ...tool("show", (input, context) => (runs.push([input, context.reply]), "shown"), { effect: "writes" }),
    isFrontend: true as const,
  };
  const journal = memoryJournal();
  const common = { extensions: [show], journal, session: "s" };
  {
    const model = scriptedModel([[call("a", "show", original)]]);
    await using agent = createAgent({ ...common, model, gate: gate(() => "ask") });
    await agent.run("go").result;
    const [approval] = await agent.openQuestions();
    await agent.answer(approval!.id, { allow: "once", input: edited });
    expect((await agent.run().result).error?.code).toBe("frontend");
    const [question] = await agent.openQuestions();
    if (isAnswered) await agent.answer(question!.id, reply);
  }
  const last = (await entriesOf(journal)).length;
  const model = scriptedModel([[text("done")]]);
  let asked = 0;
  const ask = async () => (asked++, reply);
  await using agent = createAgent({ ...common, model, gate: gate(byThen), ask });
  expect((await agent.run().result).outcome).toBe("done");
  const entries = (await entriesOf(journal)).slice(last);
  return {
    runs,
    asked,
    failure: entries.find((entry) => entry.kind === "tool-result")?.failure,
    intents: entries.filter(({ kind }) => kind === "tool-intent").length,
    verdicts: entries.flatMap((entry) => (entry.kind === "decision" ? [entry.verdict] : [])),
  };
}

describe.each([
  ["has replied to", true],
  ["was asked for", false],
] as const)("a call that an app %s", (_, isAnswered) => {
  it.each<[string, (page: unknown) => Verdict, readonly Verdict[]]>([
    ["the call", () => "deny", ["deny"]],
    ["the input that the model wrote", (page) => (page === 1 ? "deny" : "ask"), ["deny"]],
    ["the input as it was approved", (page) => (page === 7 ? "deny" : "ask"), ["allow", "deny"]],
  ])("is neither asked for nor run when a rule denies %s by then", async (_what, byThen, expected) => {
    const { runs, asked, failure, intents, verdicts } = await resume(byThen, isAnswered);
    expect({ runs, asked, intents }).toEqual({ runs: [], asked: 0, intents: 0 });
    expect(failure).toMatchObject({ kind: "denied", by: "policy", reason: "Rule." });
    expect(verdicts).toEqual(expected);
  });

  it.each(["allow", "ask"] as const)("runs without an approval when the gate says %s", async (verdict) => {
    const { runs, asked, failure, intents } = await resume(() => verdict, isAnswered);
    expect({ runs, failure, intents }).toEqual({
      runs: [[edited, reply.reply]],
      failure: undefined,
      intents: 1,
    });
    expect(asked).toBe(isAnswered ? 0 : 1);
  });
});
