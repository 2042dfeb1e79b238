import type { Question } from "@skein/protocol";
import { cleanText } from "../terminal/clean-text.ts";

const inputShown = 120;

/** Enough of an id to tell it from the others. */
export function shortId(question: Question, all: readonly Question[]): string {
  const { id } = question;
  for (let length = 8; length < id.length; length += 4) {
    const begin = id.slice(0, length);
    if (all.every((other) => other.id === id || !other.id.startsWith(begin))) return begin;
  }
  return id;
}

/** What it is about, in one line. */
export function questionTitle(question: Question): string {
  if (question.kind === "elicitation") return cleanText(`${question.extension}: ${question.message}`);
  const input = JSON.stringify(question.input);
  const shown = input.length <= inputShown ? input : `${input.slice(0, inputShown)}…`;
  return cleanText(`${question.tool} ${shown}`).replaceAll("\n", " ");
}

export function howMany({ length }: readonly Question[]): string {
  return length === 1 ? "1 question is open:" : `${length} questions are open:`;
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
    `  skein session answer ${session}${named} --allow once    (or session, always; or --deny)`,
    `  skein resume ${session} --continue`,
  ];
}
