import type { Question } from "@skein/protocol";
import { howMany, questionTitle, shortId } from "@skein/terminal-views/sessions";

/** How open questions are answered without a terminal: lines with the commands to type; none when there are none. */
export function howToAnswer(session: string, questions: readonly Question[]): readonly string[] {
  const [first] = questions;
  if (!first) return [];
  const named = questions.length === 1 ? "" : ` ${shortId(first, questions)}`;
  return [
    howMany(questions),
    ...questions.map((question) => `  ${shortId(question, questions)}  ${questionTitle(question)}`),
    "Answer, then resume:",
    `  skein session answer ${session}${named} --allow once    (${first.kind === "plan" ? "and --mode MODE, --plan FILE" : "or session, always"}; or --deny)`,
    `  skein resume ${session} --continue`,
  ];
}
