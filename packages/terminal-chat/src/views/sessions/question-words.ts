import { questionText, type Question } from "@skein/protocol";
import { callWords } from "@skein/session-view/text";
import { cleanText } from "@skein/terminal";

const titleShown = 120;

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
  if (question.kind === "clarification") return cleanText(questionText(question)).replaceAll("\n", " · ");
  if (question.kind === "plan") return cleanText(`plan: ${planTitle(question.plan)}`);
  return cleanText(`${question.tool} ${callWords(question.input)}`).replaceAll("\n", " ");
}

/** Its first words. */
function planTitle(plan: string): string {
  const line = plan.split("\n").find((one) => one.trim() !== "") ?? "";
  return line.replace(/^[#\s]+/, "").slice(0, titleShown);
}

export function howMany({ length }: readonly Question[]): string {
  return length === 1 ? "1 question is open:" : `${length} questions are open:`;
}
