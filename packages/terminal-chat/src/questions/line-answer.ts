import type { Answer, Question } from "@skein/protocol";
import type { Approval } from "./approval.ts";
import { whyAsked } from "./why-asked.ts";
import { editableText, editedInput } from "./edited-input.ts";
import { elicitationForm, replyIn } from "./elicitation.ts";

/** A question that is answered by typed lines. */
export interface LineQuestion {
  /** What is asked now; changes while an input is edited. */
  prompt(): string;
  /** @returns the answer, when this line gives one; a sentence when it cannot be understood. */
  answer(typed: string): Answer | string;
}

export function approvalQuestion({ question, choices, hidden }: Approval): LineQuestion {
  let isEditing = false;
  const keys = [...choices, { key: "?", label: "Why am I asked?" }]
    .map(({ key, label }) => `  ${key}  ${label}`)
    .join("\n");
  return {
    prompt: () =>
      isEditing
        ? `It is now:\n${editableText(question.input)}\nType all of it again; an empty line goes back: `
        : `${keys}\nAnswer (n REASON says why not): `,
    answer(typed) {
      if (isEditing) {
        if (typed.trim() === "") {
          isEditing = false;
          return "";
        }
        const edited = editedInput(question.input, typed);
        return "problem" in edited ? edited.problem : { allow: "once", input: edited.input };
      }
      const [, key = "", reason = ""] = /^\s*(\S*)\s*([^]*)$/.exec(typed) ?? [];
      const word = key.toLowerCase();
      if (word === "?") return whyAsked(question, { canAlways: hidden.length === 0 }).join("\n");
      if (word === "n" || word === "no") return { deny: reason.trim() };
      const isOffered = (offered: string) => choices.some((choice) => choice.key === offered);
      if (reason !== "" || !isOffered(word.slice(0, 1))) return "Type one of the letters.";
      if (word === "y" || word === "yes") return { allow: "once" };
      if (word === "s") return { allow: "session" };
      if (word === "a") return { allow: "always" };
      if (word !== "e") return "Type one of the letters.";
      isEditing = true;
      return "";
    },
  };
}

export function elicitationQuestion(
  question: Extract<Question, { readonly kind: "elicitation" }>,
): LineQuestion {
  return {
    prompt: () => `Type it like this, or n to decline:\n${elicitationForm(question.schema)}\n`,
    answer(typed) {
      if (/^\s*n(?:o)?\s*$/i.test(typed)) return { reply: null };
      const reply = replyIn(typed);
      return reply ? { reply } : "This is not a JSON object.";
    },
  };
}
