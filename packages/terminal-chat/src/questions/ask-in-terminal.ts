import type { Answer, AskUser, Question } from "@skein/protocol";
import { cleanText, paintFor, untilQuiet } from "@skein/terminal";
import { loadAskedLines, loadReadlinePromises } from "../later.ts";

export interface QuestionTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Ctrl-C. */
  readonly interrupt: () => void;
}

/**
 * Asks line by line, for a run that draws nothing else. What it asks with is loaded by the first question.
 *
 * @param cwd - where relative paths of a call start.
 */
export function askInTerminal({ input, output, interrupt }: QuestionTerminal, cwd: string): AskUser {
  const paint = paintFor(output);

  async function describeQuestion(question: Question): Promise<string> {
    const { approvalOf, approvalText, clarificationText, planHead } = await loadAskedLines();
    switch (question.kind) {
      case "approval":
        return approvalText(await approvalOf(question, cwd), paint);
      case "plan":
        return `${paint("warning", planHead)}\n\n${cleanText(question.plan)}`;
      case "clarification":
        return cleanText(clarificationText(question));
      case "elicitation":
        return cleanText(`? ${question.extension}: ${question.message}`);
    }
  }

  return async (question, signal) => {
    const text = await describeQuestion(question);
    signal.throwIfAborted();
    output.write(`\n${text}\n`);
    await untilQuiet(input, { signal, interrupt });
    const { createInterface } = await loadReadlinePromises();
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
  const { clarificationLines, elicitationQuestion, planLines, whyAsked } = await loadAskedLines();
  if (question.kind === "approval") return oneLetter(() => whyAsked(question).join("\n"));
  if (question.kind === "elicitation") return elicitationQuestion(question);
  return question.kind === "plan" ? planLines(question) : clarificationLines(question);
}

/** @param why - it is asked. */
function oneLetter(why: () => string) {
  return {
    prompt: () => "  [y]es, yes for this [s]ession, [a]lways, [n]o, [?] why: ",
    answer: (typed: string): Answer | string =>
      typed.trim() === "?" ? why() : (answerIn(typed.trim()) ?? ""),
  };
}

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
