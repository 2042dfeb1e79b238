import type { Answer, Question } from "@skein/protocol";
import { displayText, truncate, wrap } from "@skein/terminal/width";
import type { Paint } from "@skein/terminal";
import { createPromptEditor, isKey, type PromptEditor, type RegionScreen } from "@skein/terminal/screen";
import type { Approval, Choice } from "./approval.ts";
import { shortTitle } from "../calls/call-card.ts";
import { editableText, editedInput } from "./edited-input.ts";
import { elicitationForm, replyIn } from "./elicitation.ts";

/** A question in the place of the prompt, until it is answered. */
export interface QuestionDialog {
  render(width: number): string[];
  key(data: string): void;
  /** Whether a text is being edited in it. */
  isEditing(): boolean;
}

export interface DialogOptions {
  readonly screen: Pick<RegionScreen, "editorHost">;
  readonly paint: Paint;
  readonly onAnswer: (answer: Answer) => void;
  /** Ctrl-C, where there is nothing to go back to. Esc rejects then. */
  readonly onInterrupt: () => void;
}

/** What is typed in the dialog, and what for. */
interface Typing {
  readonly title: string;
  readonly editor: PromptEditor;
  problem?: string;
}

export function approvalDialog(approval: Approval, options: DialogOptions): QuestionDialog {
  const { screen, paint, onAnswer, onInterrupt } = options;
  const { question, choices } = approval;
  let at = 0;
  let typing: Typing | undefined;

  function type(title: string, text: string, onSubmit: (typed: string) => void): void {
    typing = { title, editor: createPromptEditor({ screen, paint, onSubmit }) };
    typing.editor.setText(text);
  }

  function edit(text: string, problem?: string): void {
    type("Edit it, then Enter runs it. Esc goes back.", text, (typed) => {
      const edited = editedInput(question.input, typed);
      if ("problem" in edited) return edit(typed, edited.problem);
      onAnswer({ allow: "once", input: edited.input });
    });
    if (typing && problem !== undefined) typing.problem = problem;
  }

  function choose({ key }: Choice): void {
    if (key === "y") onAnswer({ allow: "once" });
    else if (key === "s") onAnswer({ allow: "session" });
    else if (key === "a") onAnswer({ allow: "always" });
    else if (key === "e") edit(editableText(question.input));
    else type("Why not? The model reads it. Enter sends, Esc goes back.", "", (deny) => onAnswer({ deny }));
  }

  return {
    render(width) {
      if (typing) return typingLines(typing, width, paint);
      const head = paint("yellow", `? Run this: ${shortTitle(question.tool, question.input, width - 12)}`);
      return [
        head,
        ...choices.map(({ label }, index) => {
          const line = truncate(`${index === at ? "›" : " "} ${displayText(label)}`, width);
          return index === at ? paint("bold", line) : line;
        }),
        paint("dim", truncate("  ↑↓ choose · Enter · Tab back to the prompt · Esc rejects", width)),
      ];
    },
    key(data) {
      const isEscape = isKey(data, "escape");
      const isEnd = isEscape || isKey(data, "ctrl+c");
      if (typing) {
        if (isEnd) typing = undefined;
        else typing.editor.key(data);
      } else if (isEscape) onAnswer({ deny: "" });
      else if (isEnd) onInterrupt();
      else if (isKey(data, "up")) at = (at + choices.length - 1) % choices.length;
      else if (isKey(data, "down")) at = (at + 1) % choices.length;
      else if (isKey(data, "enter")) {
        const choice = choices[at];
        if (choice) choose(choice);
      }
    },
    isEditing: () => typing !== undefined,
  };
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

function typingLines({ title, editor, problem }: Typing, width: number, paint: Paint): string[] {
  return [
    ...(problem === undefined ? [] : wrap(paint("red", displayText(problem)), width)),
    paint("yellow", truncate(title, width)),
    ...editor.render(width),
  ];
}
