import type { Question } from "@skein/protocol";
import type { AnswerWords } from "@skein/terminal-chat/questions";
import { howMany, questionTitle, shortId } from "@skein/terminal-chat/sessions";

const otherFlags: Readonly<Record<Question["kind"], string>> = {
  approval: "or session, always; ",
  plan: "and --mode MODE, --plan FILE; ",
  clarification: "",
  elicitation: "",
};

/** With which flags it is answered on a command line, most of the time. */
function usualFlags(question: Question): string {
  return question.kind === "clarification"
    ? question.questions.map(() => "--reply TEXT").join(" ")
    : "--allow once";
}

const deny = "--deny --reason TEXT";

/** What the choices of the chat are on the command line. */
export const answerWords = (session: string, runBy?: number): AnswerWords => ({
  command: (id) => `skein session answer ${session}${id === undefined ? "" : ` ${id}`}`,
  usual: usualFlags,
  approval: {
    y: "--allow once",
    s: "--allow session",
    a: "--allow always",
    e: "--allow once --input JSON",
    n: deny,
  },
  plan({ key, mode }) {
    if (mode !== undefined) return `--allow once --mode ${mode}`;
    return key === "n" ? deny : "--allow once --plan FILE";
  },
  resume:
    runBy === undefined
      ? `skein resume ${session} --continue`
      : `process ${runBy} goes on by itself: skein attach ${session}`,
});

/** Lines with what to type to answer open questions. @param runBy - the process that waits. @param resumed - resumed then. */
export function howToAnswer(
  session: string,
  questions: readonly Question[],
  runBy?: number,
  resumed = session,
): readonly string[] {
  const [first] = questions;
  if (!first) return [];
  const words = { ...answerWords(session, runBy), resume: answerWords(resumed, runBy).resume };
  const command = words.command(questions.length === 1 ? undefined : shortId(first, questions));
  return [
    howMany(questions),
    ...questions.map((question) => `  ${shortId(question, questions)}  ${questionTitle(question)}`),
    runBy === undefined ? "Answer, then resume:" : "Answer:",
    `  ${command} ${usualFlags(first)}    (${otherFlags[first.kind]}or --deny)`,
    `  ${words.resume}`,
  ];
}
