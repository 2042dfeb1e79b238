import { ConfigError, isJsonObject, type Answer, type JsonValue, type Question } from "@skein/protocol";

/** Throws `ConfigError` for an answer that the question does not have. */
export function requireFitting(question: Question, answer: Answer): void {
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

function isPlan(input: JsonValue): boolean {
  const plan = isJsonObject(input) ? input["plan"] : undefined;
  return typeof plan === "string" && plan.trim() !== "";
}
