import type { Answer, AskUser, Question } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { firstUnlike } from "./first-unlike.ts";
import { done, setUp, use } from "./set-up.ts";

const questions = [
  { question: "Which database?", options: ["Postgres", "SQLite"] },
  { question: "Which checks?", options: ["types", "lint"], multiple: true },
  { question: "What is it called?" },
];
const ask = use("ask_user", { questions });
const reply = { answers: ["SQLite", ["types", "lint"], "Heron"] };
const result = "Which database?\\nSQLite\\n\\nWhich checks?\\ntypes, lint\\n\\nWhat is it called?\\nHeron";

describe("a question of the model", () => {
  it.each(["auto", "smart_approve", "approve", "plan"])(
    "is put to the user in mode %s, and answered in one step",
    async (mode) => {
      await using folder = await temporaryFolder();
      const asked: Question[] = [];
      const answer: AskUser = async (question) => {
        asked.push(question);
        return { reply };
      };
      const { runtime, settings, model } = setUp(folder.path, [ask, done]);
      await using _ = runtime;
      const { agent } = await runtime.open({ ...settings, mode, builtins: ["ask_user"], ask: answer });
      expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
      expect(asked).toMatchObject([{ kind: "clarification", callId: "ask_user1", questions }]);
      expect(JSON.stringify(model.requests[1]?.messages)).toContain(result);
      expect(firstUnlike(model.requests)).toBeUndefined();
    },
  );

  it("waits where no one is available, and is answered later, by another process", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, model } = setUp(folder.path, [ask, done]);
    await using _ = runtime;
    const builtins = ["ask_user"];
    const first = await runtime.open({ ...settings, builtins });
    const ended = await first.agent.run("go").result;
    expect(ended).toMatchObject({ outcome: "needs-input", error: { code: "clarification" } });
    const { session } = first.agent;
    await first.agent.close();
    const [question] = await runtime.sessions.openQuestions(session);
    const redactor = { redact: (text: string) => text };
    const late = (answer: Answer) =>
      runtime.sessions.answer(session, question!.id, { answer, by: "test", redactor });
    await expect(late({ allow: "once" })).rejects.toThrow("Expected 3 answers");
    await expect(late({ reply: { answers: ["a"] } })).rejects.toThrow("Expected 3 answers");
    await expect(late({ reply: { answers: [["a"], "b", "c"] } })).rejects.toThrow("Expected 3 answers");
    await late({ reply });
    const { agent } = await runtime.open({ ...settings, builtins, session });
    expect(await agent.run().result).toMatchObject({ outcome: "done" });
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(result);
  });

  it.each([
    ["declined", { reply: null }, "The question was left unanswered."],
    ["refused with words", { deny: "Look it up." }, "Look it up."],
  ] as const)("may be %s, which the model reads", async (_how, answer, words) => {
    await using folder = await temporaryFolder();
    const { runtime, settings, model } = setUp(folder.path, [ask, done]);
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, builtins: ["ask_user"], ask: async () => answer });
    expect(await agent.run("go").result).toMatchObject({ outcome: "done" });
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(words);
  });

  it("is not answered by the model itself, and not asked against a rule", async () => {
    await using folder = await temporaryFolder();
    const forged = use("ask_user", { questions: [{ question: "May I?" }], answers: ["Yes."] });
    const { runtime, settings, model } = setUp(folder.path, [forged, done, forged, done]);
    await using _ = runtime;
    const builtins = ["ask_user"];
    const open = await runtime.open({
      ...settings,
      builtins,
      ask: async () => ({ reply: { answers: ["No."] } }),
    });
    await open.agent.run("go").result;
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("May I?\\nNo.");
    const rules = [{ tool: "ask_user", verdict: "deny" as const }];
    const ruled = await runtime.open({
      ...settings,
      builtins,
      rules,
      ask: () => Promise.reject(new Error("asked")),
    });
    expect(await ruled.agent.run("go").result).toMatchObject({ outcome: "done" });
  });
});
