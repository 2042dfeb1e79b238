import type { PromptHistory } from "@skein/host/sessions";
import { createHistoryCursor, createHistorySearch } from "@skein/terminal";
import type { ClipboardImage } from "@skein/terminal/clipboard";
import { createPromptEditor, isKey, type PromptEditorOptions } from "@skein/terminal/screen";

/** A message as it was typed. `when`: `next` after the run that is on. */
export interface Submitted {
  readonly text: string;
  readonly attachments: readonly ClipboardImage[];
  readonly when: "now" | "next";
}

export interface ScreenPromptOptions extends Omit<PromptEditorOptions, "onSubmit"> {
  readonly history: PromptHistory;
  readonly onSubmit: (submitted: Submitted) => void;
}

/** The prompt of a drawn chat, with the prompts before it. */
export interface ScreenPrompt {
  render(width: number): string[];
  key(data: string): void;
  /** As it is shown. */
  text(): string;
  setText(text: string): void;
  isCompleting(): boolean;
  newLine(): void;
  attach(image: ClipboardImage): void;
  /** Texts that were pasted and are shown as marks. Not safe to display. */
  pasted(): readonly string[];
  /** Submits the text for after the run that is on. */
  queue(): void;
  /** Shows the prompt before or after. Returns true if there is one and the cursor is at the edge towards it. */
  walk(data: string): boolean;
  /** What is typed is no earlier prompt any more. */
  endWalk(): void;
  /** Shows an earlier prompt that contains the text. Returns false if none does. */
  search(): boolean;
}

export function createScreenPrompt({ history, onSubmit, ...options }: ScreenPromptOptions): ScreenPrompt {
  const cursor = createHistoryCursor(history.prompts);
  const search = createHistorySearch(history.prompts);
  let isQueued = false;
  const editor = createPromptEditor({
    ...options,
    onSubmit(text, attachments) {
      cursor.reset();
      const when = isQueued ? "next" : "now";
      isQueued = false;
      onSubmit({ text, attachments, when });
    },
  });

  /** Returns true if there is a text to show. */
  function show(text: string | undefined): boolean {
    if (text !== undefined) editor.setText(text);
    return text !== undefined;
  }

  return {
    render: (width) => editor.render(width),
    key: (data) => editor.key(data),
    text: () => editor.shown(),
    setText: (text) => editor.setText(text),
    isCompleting: () => editor.isCompleting(),
    newLine: () => editor.newLine(),
    attach: (image) => editor.attach(image),
    pasted: () => editor.pasted(),
    queue() {
      isQueued = true;
      editor.submit();
    },
    walk(data) {
      const isUp = isKey(data, "up");
      const shown = editor.shown();
      const { isFirst, isLast } = editor.edge();
      if (shown !== "" && !cursor.isAt(shown)) return false;
      if (isUp ? !isFirst : !isLast) return false;
      return show(isUp ? cursor.older(shown) : cursor.newer());
    },
    endWalk: () => cursor.reset(),
    search: () => show(search.older(editor.shown())),
  };
}
