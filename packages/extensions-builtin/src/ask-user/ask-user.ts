import { defineExtension, defineTool } from "@skein/extension-kit";
import type { Extension } from "@skein/protocol";
import { questionsInput } from "./questions-input.ts";

/** Questions of the model to the user: with options, free text, several at once. */
export function askUser(): Extension {
  return defineExtension({
    name: "ask_user",
    description: "Questions to the user.",
    tools: [
      defineTool({
        name: "ask_user",
        description:
          "Ask the user what only the user can decide, and wait for the answers. Ask all you need at once; not for permission, and not what you can find out.",
        effect: "reads",
        asksUser: true,
        input: questionsInput,
        run({ questions, answers }) {
          if (!answers)
            return {
              kind: "failed",
              message: "No one can be asked here.",
              hint: "Decide yourself and say what you assumed, or ask in words and end your turn.",
            };
          return questions.map(({ question }, at) => `${question}\n${answerText(answers[at])}`).join("\n\n");
        },
      }),
    ],
  });
}

function answerText(answer: string | readonly string[] | undefined): string {
  if (answer === undefined) return "(no answer)";
  return typeof answer === "string" ? answer : answer.length === 0 ? "(none of them)" : answer.join(", ");
}
