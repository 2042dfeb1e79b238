import { describe, expect, it } from "vitest";
import type { Answer, Question } from "@skein/protocol";
import { clientQuestions } from "../src/client-questions.ts";

describe("a question that a client is asked", () => {
  const question: Question = {
    id: "q",
    kind: "approval",
    callId: "c",
    tool: "shell",
    extension: "developer",
    effect: "runs",
    input: {},
    reason: "",
  };

  function asked() {
    const reply = Promise.withResolvers<unknown>();
    const answers: Answer[] = [];
    let cancels = 0;
    const questions = clientQuestions({
      live: {
        id: "s",
        openQuestions: () => Promise.resolve([question]),
        answer: async (_, answer) => void answers.push(answer),
      },
      client: { request: () => reply.promise },
      cwd: "/",
      hasForms: false,
      onCancel: () => (cancels += 1),
    });
    return { questions, answers, reply, cancels: () => cancels };
  }
  const selected = { outcome: { outcome: "selected", optionId: "once" } };

  it("is answered by what the client chooses", async () => {
    const { questions, answers, reply } = asked();
    reply.resolve(selected);
    await questions.ask(question, []);
    expect(answers).toEqual([{ allow: "once" }]);
  });

  it("is not answered when it was answered elsewhere", async () => {
    const { questions, answers, reply } = asked();
    const asking = questions.ask(question, []);
    questions.withdraw("q");
    reply.resolve(selected);
    await asking;
    expect(answers).toEqual([]);
  });

  it("cancels the run when the client cancels", async () => {
    const { questions, answers, reply, cancels } = asked();
    reply.resolve({ outcome: { outcome: "cancelled" } });
    await questions.ask(question, []);
    expect([answers, cancels()]).toEqual([[], 1]);
  });
});
