import type { Entry, Question } from "@skein/protocol";
import {
  approvalOf,
  approvalText,
  clarificationText,
  planChoices,
  type Choice,
} from "@skein/terminal-chat/questions";
import { cleanText, type Paint, shortTime } from "@skein/terminal";
import { howMany, shortId } from "@skein/terminal-views/sessions";
import { usualFlags } from "./question-words.ts";

export interface QuestionListOptions {
  readonly session: string;
  /** Of that session. */
  readonly entries: readonly Entry[];
  readonly now: Date;
}

const unpainted: Paint = (_, text) => text;

/** What each choice of the chat is on the command line. */
const flagsFor: Readonly<Record<Choice["key"], string>> = {
  y: "--allow once",
  s: "--allow session",
  a: "--allow always",
  e: "--allow once --input JSON",
  n: "--deny --reason TEXT",
};

const planFlags: Readonly<Record<string, string>> = {
  e: "--allow once --plan FILE",
  n: "--deny --reason TEXT",
};

/** The open questions of a session to read and to answer: who asks what, since when, and what to type. */
export async function questionList(
  questions: readonly Question[],
  { session, entries, now }: QuestionListOptions,
): Promise<readonly string[]> {
  const cwd = entries.find((entry) => entry.kind === "session-start")?.cwd ?? "/";
  const lines = [howMany(questions)];
  for (const question of questions) {
    const id = shortId(question, questions);
    const asked = entries.findLast((entry) => entry.kind === "question" && entry.question.id === question.id);
    const since = asked ? [`asked ${shortTime(asked.at, now)}`] : [];
    const command = `skein session answer ${session}${questions.length === 1 ? "" : ` ${id}`}`;
    const [text, choices] = await shown(question, cwd);
    lines.push("", [id, question.extension, ...since].join(" · "), ...indented(text), "");
    lines.push(`  ${command} ${usualFlags(question)}`, ...choices);
  }
  return [...lines, "", "When all are answered:", `  skein resume ${session} --continue`];
}

/** What is asked, and what may be typed in the place of `--allow once`. */
async function shown(
  question: Question,
  cwd: string,
): Promise<readonly [text: string, choices: readonly string[]]> {
  if (question.kind === "elicitation") return [cleanText(`? ${question.extension}: ${question.message}`), []];
  if (question.kind === "clarification") return [cleanText(clarificationText(question)), []];
  if (question.kind === "plan") {
    const rows = planChoices(question).map(({ key, label, mode }) => {
      const flags = mode === undefined ? planFlags[key] : `--allow once --mode ${mode}`;
      return [flags ?? "", label] as const;
    });
    return [cleanText(question.plan.trimEnd()), choiceLines(rows)];
  }
  const approval = await approvalOf(question, cwd);
  const rows = approval.choices.map(({ key, label }) => [flagsFor[key], label] as const);
  return [approvalText(approval, unpainted), choiceLines(rows)];
}

function choiceLines(rows: readonly (readonly [flags: string, label: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([flags]) => flags.length));
  return rows.map(([flags, label]) => `    ${flags.padEnd(width)}  ${cleanText(label)}`);
}

function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
}
