import type { Answer, Question } from "@skein/protocol";
import type { LineQuestion } from "./line-answer.ts";
import { menuDialog, type DialogOptions, type QuestionDialog } from "./menu-dialog.ts";

export type PlanQuestion = Extract<Question, { readonly kind: "plan" }>;

/** What a person can do with a plan. */
export interface PlanChoice {
  /** What is typed for it where nothing is drawn. */
  readonly key: string;
  readonly label: string;
  /** Of an acceptance: the permission mode to continue in. */
  readonly mode?: string;
}

const edit = "e";
const reject = "n";

/** The modes that people know, in their words. */
const words: Readonly<Record<string, string>> = {
  smart_approve: "Yes, and ask for each change",
  accept_edits: "Yes, and accept edits of files",
  auto: "Yes, and ask for nothing",
  approve: "Yes, and ask before every call",
};

/** One for each mode to continue in, then edit and reject. */
export function planChoices({ modes }: PlanQuestion): readonly PlanChoice[] {
  return [
    ...modes.map((mode, at) => ({
      key: `${at + 1}`,
      label: Object.hasOwn(words, mode) ? (words[mode] ?? mode) : `Yes, in the mode ${mode}`,
      mode,
    })),
    { key: edit, label: "Edit the plan" },
    { key: reject, label: "No, and say what to change" },
  ];
}

export const planHead = "? The model proposes this plan:";

function acceptance(mode: string, edited: string | undefined): Answer {
  return { allow: "once", mode, ...(edited === undefined ? {} : { input: { plan: edited } }) };
}

/** @param onEdit - shows the plan as it is now. */
export function planDialog(
  question: PlanQuestion,
  options: DialogOptions & { readonly onEdit: (plan: string) => void },
): QuestionDialog {
  const { onAnswer, onEdit } = options;
  let edited: string | undefined;
  return menuDialog({
    ...options,
    choices: planChoices(question),
    title: () =>
      edited === undefined ? "Carry out this plan?" : "Carry out the plan as you have edited it?",
    choose({ key, mode }, type) {
      if (mode !== undefined) return onAnswer(acceptance(mode, edited));
      if (key === reject)
        return void type("What should change? The model reads it. Enter sends, Esc goes back.", "", (deny) =>
          onAnswer({ deny }),
        );
      type("Edit the plan, then Enter shows it. Esc goes back.", edited ?? question.plan, (typed) => {
        if (typed.trim() === "") return;
        edited = typed;
        onEdit(typed);
      });
    },
  });
}

/** The same for who types lines. */
export function planLines(question: PlanQuestion): LineQuestion {
  const choices = planChoices(question);
  let edited: string | undefined;
  /** The lines of an edited plan until it ends. */
  let typing: string[] | undefined;
  const keys = choices.map(({ key, label }) => `  ${key}  ${label}`).join("\n");

  function finish(lines: readonly string[]): string {
    typing = undefined;
    const plan = lines.join("\n").trim();
    if (plan === "") return "The plan stays as it was.";
    edited = plan;
    return `The plan is now:\n\n${plan}\n`;
  }

  return {
    prompt: () => {
      if (typing?.length === 0) return "Type the whole plan. A line with only a full stop ends it:\n";
      return typing ? "" : `${keys}\nAnswer (n and what to change): `;
    },
    answer(typed) {
      if (typing) {
        if (typed.trim() === ".") return finish(typing);
        typing.push(typed.trimEnd());
        return "";
      }
      const [, key = "", rest = ""] = /^\s*(\S*)\s*([^]*)$/.exec(typed) ?? [];
      const word = key.toLowerCase();
      if (word === reject || word === "no") return { deny: rest.trim() };
      const choice = rest === "" ? choices.find((one) => one.key === word) : undefined;
      if (choice?.mode !== undefined) return acceptance(choice.mode, edited);
      if (choice?.key !== edit) return "Type one of the characters at the left.";
      typing = [];
      return "";
    },
  };
}
