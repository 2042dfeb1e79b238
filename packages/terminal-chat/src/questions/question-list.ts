import type { Entry, Question } from "@skein/protocol";
import { cleanText, type Paint, shortTime } from "@skein/terminal";
import { howMany, shortId } from "../views/sessions/question-words.ts";
import { approvalText } from "./approval-lines.ts";
import { approvalOf, type Choice } from "./approval.ts";
import { clarificationText } from "./clarification.ts";
import { planChoices } from "./plan-question.ts";

/** What is typed in a shell to answer. */
export interface AnswerWords {
  /** @param id - enough of it, where more than one question is open. */
  readonly command: (id: string | undefined) => string;
  /** What stands behind it most of the time. */
  readonly usual: (question: Question) => string;
  /** What stands there for a choice of the chat. */
  readonly approval: Readonly<Record<Choice["key"], string>>;
  readonly plan: (choice: ReturnType<typeof planChoices>[number]) => string;
  /** Goes on from the answers. */
  readonly resume: string;
}

export interface QuestionListOptions {
  /** Of the session. */
  readonly entries: readonly Entry[];
  readonly now: Date;
  readonly words: AnswerWords;
}

const unpainted: Paint = (_, text) => text;

/** The open questions of a session to read and to answer: who asks what, since when, and what to type. */
export async function questionList(
  questions: readonly Question[],
  { entries, now, words }: QuestionListOptions,
): Promise<readonly string[]> {
  const cwd = entries.find((entry) => entry.kind === "session-start")?.cwd ?? "/";
  const lines = [howMany(questions)];
  for (const question of questions) {
    const id = shortId(question, questions);
    const asked = entries.findLast((entry) => entry.kind === "question" && entry.question.id === question.id);
    const since = asked ? [`asked ${shortTime(asked.at, now)}`] : [];
    const command = words.command(questions.length === 1 ? undefined : id);
    const [text, choices] = await shown(question, cwd, words);
    lines.push("", [id, question.extension, ...since].join(" · "), ...indented(text), "");
    lines.push(`  ${command} ${words.usual(question)}`, ...choices);
  }
  return [...lines, "", "When all are answered:", `  ${words.resume}`];
}

/** What is asked, and what may be typed in the place of what is usual. */
async function shown(
  question: Question,
  cwd: string,
  words: AnswerWords,
): Promise<readonly [text: string, choices: readonly string[]]> {
  if (question.kind === "elicitation") return [cleanText(`? ${question.extension}: ${question.message}`), []];
  if (question.kind === "clarification") return [cleanText(clarificationText(question)), []];
  if (question.kind === "plan") {
    const rows = planChoices(question).map((choice) => [words.plan(choice), choice.label] as const);
    return [cleanText(question.plan.trimEnd()), choiceLines(rows)];
  }
  const approval = await approvalOf(question, cwd);
  const rows = approval.choices.map(({ key, label }) => [words.approval[key], label] as const);
  return [approvalText(approval, unpainted), choiceLines(rows)];
}

function choiceLines(rows: readonly (readonly [flags: string, label: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([flags]) => flags.length));
  return rows.map(([flags, label]) => `    ${flags.padEnd(width)}  ${cleanText(label)}`);
}

function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
}
