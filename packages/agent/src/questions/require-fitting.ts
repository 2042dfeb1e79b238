import {
  ConfigError,
  isJsonObject,
  type Answer,
  type Clarification,
  type JsonValue,
  type Question,
} from "@skein/protocol";

/** Throws `ConfigError` for an answer that the question does not have. */
export function requireFitting(question: Question, answer: Answer): void {
  if (question.kind === "clarification") {
    if (question.frontend && isResult(answer)) return;
    return requireAnswers(question.questions, answer);
  }
  if (!("allow" in answer)) return;
  const { mode, input } = answer;
  if (question.kind !== "plan") {
    if (mode === undefined) return;
    throw new ConfigError("usage", "Only the answer to a plan sets a permission mode.", {
      hint: "Leave the mode out.",
    });
  }
  if (mode !== undefined && !question.modes.includes(mode)) {
    throw new ConfigError(
      "usage",
      `After a plan, the work cannot continue in the mode ${JSON.stringify(mode)}.`,
      {
        hint: `Use one of: ${question.modes.join(", ")}.`,
      },
    );
  }
  if (input !== undefined && !isPlan(input)) {
    throw new ConfigError("usage", "The edited plan is empty.", {
      hint: "Write what is to be done, or reject the plan.",
    });
  }
}

/** What an app replies that ran a call. */
function isResult(answer: Answer): boolean {
  if (!("reply" in answer) || answer.reply === null) return false;
  const { result, error } = answer.reply;
  return error === undefined ? result !== undefined : typeof error === "string" && result === undefined;
}

function requireAnswers(questions: readonly Clarification[], answer: Answer): void {
  if ("deny" in answer || ("reply" in answer && answer.reply === null)) return;
  const answers = "reply" in answer ? answer.reply?.["answers"] : undefined;
  const isFitting =
    Array.isArray(answers) &&
    answers.length === questions.length &&
    answers.every((one, at) => isAnswerTo(questions[at], one as JsonValue));
  if (isFitting) return;
  throw new ConfigError("usage", `Expected ${questions.length} answers, one for each question, in order.`, {
    hint: "Answer each with a text, or decline all of them.",
  });
}

function isAnswerTo(question: Clarification | undefined, answer: JsonValue): boolean {
  const isText = (value: JsonValue) => typeof value === "string" && value.trim() !== "";
  return isText(answer) || (question?.multiple === true && Array.isArray(answer) && answer.every(isText));
}

function isPlan(input: JsonValue): boolean {
  const plan = isJsonObject(input) ? input["plan"] : undefined;
  return typeof plan === "string" && plan.trim() !== "";
}
