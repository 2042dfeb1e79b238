import { createInterface } from "node:readline/promises";
import type { Ask, Question } from "@skein/protocol";
import { cleanText } from "./clean-text.ts";
import { paintFor } from "./style.ts";

/** Asks on standard error and reads standard input; only for terminals. */
export function askInTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask {
  const paint = paintFor(output);
  return async (question, signal) => {
    output.write(`\n${paint("yellow", "?")} ${describeQuestion(question)}\n`);
    const lines = createInterface({ input, output });
    // The terminal is raw while it asks, so Ctrl-C arrives as a key.
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      for (;;) {
        const typed = await lines.question("  [y]es, yes for this [s]ession, [a]lways, [n]o: ", { signal });
        const word = typed.trim().toLowerCase();
        if (word === "y" || word === "yes") return { allow: "once" };
        if (word === "s") return { allow: "session" };
        if (word === "a") return { allow: "always" };
        if (word === "n" || word === "no") return { deny: "" };
        if (word.length > 2) return { deny: typed.trim() };
      }
    } finally {
      lines.close();
    }
  };
}

function describeQuestion(question: Question): string {
  if (question.kind === "elicitation") return cleanText(`${question.extension}: ${question.message}`);
  const { tool, input, reason } = question;
  return cleanText(`${tool} ${JSON.stringify(input)}\n  ${reason}`);
}
