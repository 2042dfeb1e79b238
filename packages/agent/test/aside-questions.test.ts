import { memoryJournal } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { entriesOf, text } from "./tools.ts";

const question = {
  purpose: "title",
  system: "Name the session.",
  text: "It is about hunter2.",
  maxOutputTokens: 40,
} as const;

async function setUp(parts: Partial<AgentParts> = {}) {
  const journal = memoryJournal();
  const model = scriptedModel([[text("done")], [text("From the model.")]]);
  const agent = createAgent({ model, journal, session: "s", ...parts });
  await agent.run("go").result;
  return { agent, model, journal };
}

describe("a question beside the conversation", () => {
  it("goes to the model in use, alone, without thinking, and its answer is not part of the conversation", async () => {
    const { agent, model, journal } = await setUp();
    await using _ = agent;
    expect(await agent.aside(question)).toBe("From the model.");
    expect(model.requests[1]).toMatchObject({
      system: question.system,
      tools: [],
      messages: [{ role: "user", from: "user", content: [{ type: "text", text: question.text }] }],
      options: { effort: "none", maxOutputTokens: 40 },
    });
    const entries = await entriesOf(journal);
    expect(entries.filter((entry) => entry.kind === "model-request").map(({ purpose }) => purpose)).toEqual([
      "turn",
      "title",
    ]);
    expect(entries.at(-1)).toMatchObject({ kind: "model-result", run: null });
    expect(entries.filter(({ kind }) => kind === "assistant-message")).toHaveLength(1);
  });

  it("goes to the fast model where there is one", async () => {
    const fast = scriptedModel([[text("From the fast one.")]]);
    const { agent, model } = await setUp({ fast });
    await using _ = agent;
    expect(await agent.aside(question)).toBe("From the fast one.");
    expect([model.requests.length, fast.requests.length]).toEqual([1, 1]);
  });

  it("has no secrets", async () => {
    const hide = (words: string) => words.replaceAll("hunter2", "‹secret›");
    const redactor = { redact: hide, restore: hide, stream: () => ({ push: hide, end: () => "" }) };
    const { agent, model } = await setUp({ redactor });
    await using _ = agent;
    await agent.aside(question);
    expect(JSON.stringify(model.requests)).not.toContain("hunter2");
    expect(JSON.stringify(model.requests[1])).toContain("‹secret›");
  });

  it("waits for those before it, fails with its signal, and holds up none after it", async () => {
    const fast = scriptedModel([[text("first")], [text("second")]]);
    const { agent } = await setUp({ fast });
    await using _ = agent;
    const answers = [
      agent.aside(question),
      agent.aside(question, { signal: AbortSignal.abort(new Error("Enough.")) }),
      agent.aside(question),
    ];
    const settled = await Promise.allSettled(answers);
    expect(settled).toMatchObject([
      { value: "first" },
      { reason: { message: "Enough." } },
      { value: "second" },
    ]);
  });
});
