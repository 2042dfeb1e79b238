import type { Answer, Clarification, Question } from "@skein/protocol";
import { displayText } from "@skein/terminal/width";
import { createPromptEditor, isKey } from "@skein/terminal/screen";
import type { LineQuestion } from "./line-answer.ts";
import {
  menuDialog,
  typingLines,
  type DialogOptions,
  type QuestionDialog,
  type Typing,
} from "./menu-dialog.ts";

export type ClarificationQuestion = Extract<Question, { readonly kind: "clarification" }>;

type OneAnswer = string | string[];

/** All that is asked, with the numbers to type for options. Foreign text, not yet clean. */
export function clarificationText({ questions }: ClarificationQuestion): string {
  const texts = questions.map(({ question, options = [] }) =>
    [`? ${question}`, ...options.map((option, at) => `    ${at + 1}  ${option}`)].join("\n"),
  );
  return texts.join("\n");
}

/** For who types lines: one question after the other. */
export function clarificationLines({ questions }: ClarificationQuestion): LineQuestion {
  const answers: OneAnswer[] = [];
  const current = (): Clarification => questions[answers.length] ?? { question: "" };
  return {
    prompt() {
      const { question, options = [], multiple } = current();
      const number = questions.length === 1 ? "" : `${answers.length + 1}/${questions.length} ${question}\n`;
      if (options.length === 0) return `${number}Your answer (n declines): `;
      return `${number}${multiple ? "Numbers, with commas" : "A number"}, or other words (n declines): `;
    },
    answer(typed) {
      const text = typed.trim();
      if (/^no?$/i.test(text)) return { reply: null };
      if (text === "") return "Type an answer.";
      const answer = answerIn(text, current());
      if (answer === undefined) return "There is no option of that number.";
      answers.push(answer);
      return answers.length === questions.length ? { reply: { answers: [...answers] } } : "";
    },
  };
}

/** `undefined`: a number that no option has. */
export function answerIn(
  text: string,
  { options = [], multiple = false }: Clarification,
): OneAnswer | undefined {
  if (options.length === 0 || !/^\d+(?:\s*,\s*\d+)*$/.test(text)) return text;
  const chosen = text.split(",").map((number) => options[Number(number) - 1]);
  const known = chosen.filter((option) => option !== undefined);
  if (known.length < chosen.length) return undefined;
  if (multiple) return [...new Set(known)];
  return known.length === 1 ? known[0] : undefined;
}

/** The same with choices to move through. */
export function clarificationDialog(question: ClarificationQuestion, options: DialogOptions): QuestionDialog {
  const { questions } = question;
  const answers: OneAnswer[] = [];
  const onAnswer = (answer: Answer) => options.onAnswer("deny" in answer ? { reply: null } : answer);
  let dialog = next();

  function take(answer: OneAnswer): void {
    answers.push(answer);
    if (answers.length === questions.length) onAnswer({ reply: { answers: [...answers] } });
    else dialog = next();
  }

  function next(): QuestionDialog {
    const asked = questions[answers.length] ?? { question: "" };
    const asking = { ...options, onAnswer };
    if ((asked.options ?? []).length === 0) return textDialog(asked, asking, take);
    return asked.multiple ? manyDialog(asked, asking, take) : oneDialog(asked, asking, take);
  }

  return {
    render: (width, rows) => dialog.render(width, rows),
    key: (data) => dialog.key(data),
    isEditing: () => dialog.isEditing(),
  };
}

const asker = "The model asks";

interface Option {
  readonly label: string;
  /** Absent: other words. */
  readonly option?: string;
}

const other: Option = { label: "Other words" };

function oneDialog(
  { question, options: labels = [] }: Clarification,
  options: DialogOptions,
  take: (answer: OneAnswer) => void,
): QuestionDialog {
  const choices: readonly Option[] = [...labels.map((option) => ({ label: option, option })), other];
  return menuDialog<Option>({
    ...options,
    choices,
    title: () => asker,
    body: [displayText(question)],
    choose({ option }, type) {
      if (option !== undefined) take(option);
      else type(question, "", (typed) => void (typed.trim() !== "" && take(typed.trim())));
    },
  });
}

function manyDialog(
  { question, options: labels = [] }: Clarification,
  options: DialogOptions,
  take: (answer: OneAnswer) => void,
): QuestionDialog {
  const chosen = new Set<string>();
  const menu = (): QuestionDialog =>
    menuDialog<Option & { readonly isDone?: true }>({
      ...options,
      choices: [
        { label: `Done: ${chosen.size} chosen`, isDone: true },
        ...labels.map((option) => ({ label: `${chosen.has(option) ? "[x]" : "[ ]"} ${option}`, option })),
        other,
      ],
      title: () => asker,
      body: [displayText(question)],
      choose({ option, isDone }, type) {
        if (isDone) take([...chosen]);
        else if (option === undefined)
          type(question, "", (typed) => void (typed.trim() !== "" && take([...chosen, typed.trim()])));
        else {
          if (!chosen.delete(option)) chosen.add(option);
          dialog = menu();
        }
      },
    });
  let dialog = menu();
  return {
    render: (width, rows) => dialog.render(width, rows),
    key: (data) => dialog.key(data),
    isEditing: () => dialog.isEditing(),
  };
}

function textDialog(
  { question }: Clarification,
  { screen, paint, onAnswer }: DialogOptions,
  take: (answer: OneAnswer) => void,
): QuestionDialog {
  const typing: Typing = {
    title: `? ${question} · Enter sends, Esc declines`,
    editor: createPromptEditor({
      screen,
      paint,
      onSubmit: (typed) => void (typed.trim() !== "" && take(typed.trim())),
    }),
  };
  return {
    render: (width) => typingLines(typing, width, paint),
    key(data) {
      if (isKey(data, "escape") || isKey(data, "ctrl+c")) onAnswer({ reply: null });
      else typing.editor.key(data);
    },
    isEditing: () => true,
  };
}
