import { createInterface } from "node:readline/promises";
import type { Answer, Ask, Question } from "@skein/protocol";
import { cleanText } from "./clean-text.ts";
import { paintFor } from "./style.ts";
import { untilQuiet } from "./until-quiet.ts";

/** Asks on standard error and reads standard input; only for terminals. */
export function askInTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask {
  const paint = paintFor(output);
  const interrupt = () => void process.kill(process.pid, "SIGINT");
  return async (question, signal) => {
    output.write(`\n${paint("yellow", "?")} ${describeQuestion(question)}\n`);
    await untilQuiet(input, { signal, interrupt });
    const lines = createInterface({ input, output });
    // The terminal is raw while it asks, so Ctrl-C arrives as a key.
    lines.on("SIGINT", interrupt);
    try {
      for (;;) {
        const typed = await lines.question("  [y]es, yes for this [s]ession, [a]lways, [n]o: ", { signal });
        const answer = answerIn(typed.trim());
        if (answer) return answer;
      }
    } finally {
      lines.close();
    }
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

function describeQuestion(question: Question): string {
  if (question.kind === "elicitation") return cleanText(`${question.extension}: ${question.message}`);
  const { tool, input, reason } = question;
  return cleanText(`${tool} ${JSON.stringify(input)}\n  ${reason}`);
}
