import type { Answer, AskUser, Question } from "@skein/protocol";
import { cleanText, paintFor, untilQuiet } from "@skein/terminal";

/**
 * Asks on standard error and reads standard input; only for terminals. What it asks with is loaded by the first question.
 *
 * @param cwd - where relative paths of a call start.
 */
export function askInTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream, cwd: string): AskUser {
  const paint = paintFor(output);
  const interrupt = () => void process.kill(process.pid, "SIGINT");

  async function textOf(question: Question): Promise<string> {
    const { approvalOf, approvalText, clarificationText, planHead } =
      await import("@skein/terminal-chat/questions");
    switch (question.kind) {
      case "approval":
        return approvalText(await approvalOf(question, cwd), paint);
      case "plan":
        return `${paint("yellow", planHead)}\n\n${cleanText(question.plan)}`;
      case "clarification":
        return cleanText(clarificationText(question));
      case "elicitation":
        return cleanText(`? ${question.extension}: ${question.message}`);
    }
  }

  return async (question, signal) => {
    const text = await textOf(question);
    signal.throwIfAborted();
    output.write(`\n${text}\n`);
    await untilQuiet(input, { signal, interrupt });
    const { createInterface } = process.getBuiltinModule("node:readline/promises");
    const lines = createInterface({ input, output });
    // The terminal is raw while it asks, so Ctrl-C arrives as a key.
    lines.on("SIGINT", interrupt);
    const asked = await linesOf(question);
    try {
      for (;;) {
        const answer = asked.answer(await lines.question(cleanText(asked.prompt()), { signal }));
        if (typeof answer !== "string") return answer;
        if (answer !== "") output.write(`${cleanText(answer)}\n`);
      }
    } finally {
      lines.close();
    }
  };
}

async function linesOf(question: Question) {
  if (question.kind === "approval") return oneLetter;
  const { clarificationLines, elicitationQuestion, planLines } =
    await import("@skein/terminal-chat/questions");
  if (question.kind === "elicitation") return elicitationQuestion(question);
  return question.kind === "plan" ? planLines(question) : clarificationLines(question);
}

const oneLetter = {
  prompt: () => "  [y]es, yes for this [s]ession, [a]lways, [n]o: ",
  answer: (typed: string): Answer | string => answerIn(typed.trim()) ?? "",
};

function answerIn(typed: string): Answer | undefined {
  switch (typed.toLowerCase()) {
    case "y":
    case "yes":
      return { allow: "once" };
    case "s":
      return { allow: "session" };
    case "a":
      return { allow: "always" };
    case "n":
    case "no":
      return { deny: "" };
    default:
      return typed.length > 2 ? { deny: typed } : undefined;
  }
}
