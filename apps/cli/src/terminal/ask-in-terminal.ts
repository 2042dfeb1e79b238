import { createInterface } from "node:readline/promises";
import type { Answer, AskUser } from "@skein/protocol";
import { approvalText } from "@skein/terminal-chat/questions";
import { approvalOf } from "@skein/terminal-chat/questions";
import { cleanText, paintFor, untilQuiet } from "@skein/terminal";

/**
 * Asks on standard error and reads standard input; only for terminals.
 *
 * @param cwd - where relative paths of a call start.
 */
export function askInTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream, cwd: string): AskUser {
  const paint = paintFor(output);
  const interrupt = () => void process.kill(process.pid, "SIGINT");
  return async (question, signal) => {
    const text =
      question.kind === "approval"
        ? approvalText(await approvalOf(question, cwd), paint)
        : cleanText(`? ${question.extension}: ${question.message}`);
    signal.throwIfAborted();
    output.write(`\n${text}\n`);
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
