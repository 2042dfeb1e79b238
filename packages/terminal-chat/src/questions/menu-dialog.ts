import type { Answer } from "@skein/protocol";
import { displayText, truncate, wrap } from "@skein/terminal/width";
import type { Paint } from "@skein/terminal";
import type { MarkdownLook } from "@skein/terminal/markdown";
import { createPromptEditor, isKey, type PromptEditor, type RegionScreen } from "@skein/terminal/screen";
import { dialogBox, fitsInBox } from "./dialog-box.ts";

/** A question in the place of the prompt, until it is answered. */
export interface QuestionDialog {
  /** @param rows - at best not more than these. */
  render(width: number, rows: number): string[];
  key(data: string): void;
  /** Whether a text is being edited in it. */
  isEditing(): boolean;
  /** A letter that it takes beside arrows, Enter and Esc. */
  readonly ownKey?: string;
  /** All that is asked about, painted, and whether the dialog has room for it. Absent where it is little. */
  readonly subject?: {
    readonly lines: readonly string[];
    fits(width: number, rows: number): boolean;
  };
}

export interface DialogOptions {
  readonly screen: Pick<RegionScreen, "editorHost">;
  readonly paint: Paint;
  readonly highlight?: MarkdownLook["highlight"];
  readonly onAnswer: (answer: Answer) => void;
  /** Ctrl-C, where there is nothing to go back to. Esc rejects then. */
  readonly onInterrupt: () => void;
}

/** What is typed in a dialog, and what for. */
export interface Typing {
  readonly title: string;
  readonly editor: PromptEditor;
  problem?: string;
}

/** Has a text typed in the place of the choices. Submitting it leads back to them, unless it answers or asks again. */
export type AskForText = (title: string, text: string, onSubmit: (typed: string) => void) => Typing;

export interface MenuOptions<Choice> extends DialogOptions {
  /** Foreign text, not yet clean. */
  readonly title: () => string;
  /** What is asked about, painted. */
  readonly body?: readonly string[];
  /** Why it is asked, for who asks; not yet clean. */
  readonly why?: readonly string[];
  readonly choices: readonly (Choice & { readonly label: string })[];
  readonly choose: (choice: Choice, type: AskForText) => void;
}

const menuKeys = "↑↓ choose · Enter · Tab back to the prompt · Esc rejects";
const whyKey = "?";

/** What is asked, in a box, and choices, one below the other. */
export function menuDialog<Choice>(options: MenuOptions<Choice>): QuestionDialog {
  const { screen, paint, onAnswer, onInterrupt, title, body = [], why, choices, choose } = options;
  const keys = why ? `${menuKeys} · ${whyKey} why` : menuKeys;
  const reasons = why?.map(displayText);
  let at = 0;
  let isExplaining = false;
  let typing: Typing | undefined;

  const type: AskForText = (asked, text, onSubmit) => {
    typing = {
      title: asked,
      editor: createPromptEditor({
        screen,
        paint,
        onSubmit(typed) {
          typing = undefined;
          at = 0;
          onSubmit(typed);
        },
      }),
    };
    typing.editor.setText(text);
    return typing;
  };

  return {
    render(width, rows) {
      if (typing) return typingLines(typing, width, paint);
      const lines = choices.map(({ label }, index) => {
        const line = `${index === at ? "❯" : " "} ${displayText(label)}`;
        return index === at ? paint("bold", line) : line;
      });
      const shown = isExplaining && reasons ? reasons : body;
      const parts = { title: displayText(title()), body: shown, choices: lines, keys };
      return dialogBox(parts, { width, rows, paint });
    },
    key(data) {
      const isEscape = isKey(data, "escape");
      const isEnd = isEscape || isKey(data, "ctrl+c");
      if (typing) {
        if (isEnd) typing = undefined;
        else typing.editor.key(data);
      } else if (data === whyKey) isExplaining = !isExplaining;
      else if (isEscape) onAnswer({ deny: "" });
      else if (isEnd) onInterrupt();
      else if (isKey(data, "up")) at = (at + choices.length - 1) % choices.length;
      else if (isKey(data, "down")) at = (at + 1) % choices.length;
      else if (isKey(data, "enter")) {
        const choice = choices[at];
        if (choice) choose(choice, type);
      }
    },
    isEditing: () => typing !== undefined,
    ...(why ? { ownKey: whyKey } : {}),
    subject: {
      lines: body,
      fits: (width, rows) => fitsInBox({ body, choices: choices.length }, { width, rows }),
    },
  };
}

export function typingLines({ title, editor, problem }: Typing, width: number, paint: Paint): string[] {
  return [
    ...(problem === undefined ? [] : wrap(paint("error", displayText(problem)), width)),
    paint("warning", truncate(title, width)),
    ...editor.render(width),
  ];
}
