import { isJsonObject, type Answer, type Question } from "@skein/protocol";
import { describeAnswer } from "./approval.ts";

/** What stays on the screen of a question that was answered. Foreign text, not yet clean. */
export function answerRecord(question: Question, answer: Answer): readonly string[] {
  switch (question.kind) {
    case "approval":
      return [`${question.tool}: ${describeAnswer(answer)}`];
    case "clarification": {
      const answers = "reply" in answer && isJsonObject(answer.reply) ? answer.reply["answers"] : undefined;
      return question.questions.map(({ question: asked }, at) => {
        const given = Array.isArray(answers) ? answers[at] : undefined;
        const words = Array.isArray(given) ? given.join(", ") : (given ?? "Declined.");
        return `${asked} ${String(words)}`;
      });
    }
    default:
      return [`${question.extension}: ${describeAnswer(answer)}`];
  }
}
