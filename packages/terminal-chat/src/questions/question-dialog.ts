import type { Question } from "@skein/protocol";
import { createPromptEditor, isKey } from "@skein/terminal/screen";
import type { Approval } from "./approval.ts";
import { approvalBox } from "./approval-box.ts";
import { whyAsked } from "./why-asked.ts";
import { editableText, editedInput } from "./edited-input.ts";
import { elicitationForm, replyIn } from "./elicitation.ts";
import {
  menuDialog,
  typingLines,
  type AskForText,
  type DialogOptions,
  type QuestionDialog,
  type Typing,
} from "./menu-dialog.ts";

export function approvalDialog(approval: Approval, options: DialogOptions): QuestionDialog {
  const { question, choices } = approval;
  const { onAnswer } = options;
  const { title, body } = approvalBox(approval, options);

  function edit(type: AskForText, text: string, problem?: string): void {
    const typing = type("Edit it, then Enter runs it. Esc goes back.", text, (typed) => {
      const edited = editedInput(question.input, typed);
      if ("problem" in edited) return edit(type, typed, edited.problem);
      onAnswer({ allow: "once", input: edited.input });
    });
    if (problem !== undefined) typing.problem = problem;
  }

  return menuDialog({
    ...options,
    choices,
    title: () => title,
    body,
    why: whyAsked(question, { canAlways: approval.hidden.length === 0 }),
    choose({ key }, type) {
      if (key === "y") onAnswer({ allow: "once" });
      else if (key === "s") onAnswer({ allow: "session" });
      else if (key === "a") onAnswer({ allow: "always" });
      else if (key === "e") edit(type, editableText(question.input));
      else type("Why not? The model reads it. Enter sends, Esc goes back.", "", (deny) => onAnswer({ deny }));
    },
  });
}

/** An extension asks for something: its fields are filled in as JSON. */
export function elicitationDialog(
  question: Extract<Question, { readonly kind: "elicitation" }>,
  options: DialogOptions,
): QuestionDialog {
  const { screen, paint, onAnswer } = options;
  const typing: Typing = {
    title: "Fill this in, then Enter sends it. Esc declines.",
    editor: createPromptEditor({
      screen,
      paint,
      onSubmit(text) {
        const reply = replyIn(text);
        if (reply) return onAnswer({ reply });
        typing.problem = "This is not a JSON object.";
        typing.editor.setText(text);
      },
    }),
  };
  typing.editor.setText(elicitationForm(question.schema));
  return {
    render: (width) => typingLines(typing, width, paint),
    key(data) {
      if (isKey(data, "escape") || isKey(data, "ctrl+c")) onAnswer({ reply: null });
      else typing.editor.key(data);
    },
    isEditing: () => true,
  };
}
