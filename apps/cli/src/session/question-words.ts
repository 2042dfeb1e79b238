import type { Question } from "@skein/protocol";
import { howMany, questionTitle, shortId } from "@skein/terminal-views/sessions";

const otherFlags: Readonly<Record<Question["kind"], string>> = {
  approval: "or session, always; ",
  plan: "and --mode MODE, --plan FILE; ",
  clarification: "",
  elicitation: "",
};

/** With which flags it is answered on a command line, most of the time. */
export function usualFlags(question: Question): string {
  return question.kind === "clarification"
    ? question.questions.map(() => "--reply TEXT").join(" ")
    : "--allow once";
}

/** How open questions are answered without a terminal: lines with the commands to type; none when there are none. */
export function howToAnswer(session: string, questions: readonly Question[]): readonly string[] {
  const [first] = questions;
  if (!first) return [];
  const named = questions.length === 1 ? "" : ` ${shortId(first, questions)}`;
  return [
    howMany(questions),
    ...questions.map((question) => `  ${shortId(question, questions)}  ${questionTitle(question)}`),
    "Answer, then resume:",
    `  skein session answer ${session}${named} ${usualFlags(first)}    (${otherFlags[first.kind]}or --deny)`,
    `  skein resume ${session} --continue`,
  ];
}
