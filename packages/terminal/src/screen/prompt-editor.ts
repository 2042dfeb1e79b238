import type { AutocompleteProvider } from "@earendil-works/pi-tui/dist/autocomplete.js";
import { Editor } from "@earendil-works/pi-tui/dist/components/editor.js";
import type { Paint } from "../text/style.ts";
import type { Complete } from "./completion.ts";
import { isKey } from "./keys.ts";
import type { ClipboardImage } from "../clipboard-image.ts";
import { mayBePaths, pastedPaths } from "./pasted-paths.ts";
import { createPastes } from "./pastes.ts";
import type { RegionScreen } from "./region-screen.ts";

export interface PromptEditorOptions {
  readonly screen: Pick<RegionScreen, "editorHost">;
  readonly paint: Paint;
  readonly complete?: Complete;
  /** @param attachments - what goes with the words: those that `attach` was given and whose marks still stand. */
  readonly onSubmit: (text: string, attachments: readonly ClipboardImage[]) => void;
  /** What the prompt gets for paths of files that were pasted. Default: they are text. */
  readonly mention?: (paths: readonly string[]) => string;
}

/** A prompt of several lines, with completion. */
export interface PromptEditor {
  render(width: number): string[];
  key(data: string): void;
  /** As it is shown, with marks for what was pasted. */
  shown(): string;
  setText(text: string): void;
  newLine(): void;
  /** Puts a mark for it at the cursor. */
  attach(image: ClipboardImage): void;
  /** Texts that were pasted and stand as marks in the prompt. Not safe to display. */
  pasted(): readonly string[];
  submit(): void;
  /** Whether the cursor is on the first or last line of the text. */
  edge(): { readonly isFirst: boolean; readonly isLast: boolean };
  isCompleting(): boolean;
}

const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";
const newLineKey = "\n";
const submitKey = "\r";
const escapeKey = "\x1b";

/** Stands for a border line that is not drawn. */
const noBorder = "\0";

/** Lines that end before the edge stay whole when the terminal gets narrower; borders would not. */
class BorderlessEditor extends Editor {
  protected override renderTopBorder(_: number, hiddenLineCount: number): string {
    return hiddenLineCount > 0 ? this.borderColor(`↑ ${hiddenLineCount} more lines`) : noBorder;
  }
  protected override renderBottomBorder(_: number, hiddenLineCount: number): string {
    return hiddenLineCount > 0 ? this.borderColor(`↓ ${hiddenLineCount} more lines`) : noBorder;
  }
}

export function createPromptEditor(options: PromptEditorOptions): PromptEditor {
  const { screen, paint, complete, onSubmit, mention } = options;
  const pastes = createPastes<ClipboardImage>();
  const dim = (text: string) => paint("dim", text);
  const editor = new BorderlessEditor(
    screen.editorHost,
    {
      borderColor: dim,
      selectList: {
        selectedPrefix: (text) => paint("accent", text),
        selectedText: (text) => paint("accent", text),
        description: dim,
        scrollInfo: dim,
        noMatch: dim,
      },
    },
    { autocompleteMaxVisible: 6 },
  );
  editor.focused = false; // it draws its own cursor; the terminal's is hidden
  editor.onSubmit = (text) => {
    const whole = pastes.expand(text);
    const attachments = pastes.attachmentsIn(text);
    pastes.clear();
    onSubmit(whole, attachments);
  };
  if (complete) editor.setAutocompleteProvider(providerOf(complete));

  /** Whether a completion was chosen with the arrows: then Enter takes it. */
  let hasChosen = false;
  const closeCompletions = () => {
    if (editor.isShowingAutocomplete()) editor.handleInput(escapeKey);
  };
  const beforeCursor = () => {
    const { line, col } = editor.getCursor();
    return (editor.getLines()[line] ?? "").slice(0, col);
  };

  async function paste(text: string): Promise<void> {
    const paths = mention ? await pastedPaths(text) : [];
    editor.insertTextAtCursor(mention && paths.length > 0 ? mention(paths) : pastes.add(text));
    screen.editorHost.requestRender();
  }

  return {
    render(width) {
      const lines = editor.render(Math.max(2, width - 2)).filter((line) => line !== noBorder);
      return lines.map((line, at) => (at === 0 ? paint("accent", "› ") : "  ") + line.trimEnd());
    },
    key(data) {
      if (data.startsWith(pasteStart)) {
        const text = data.slice(pasteStart.length).replace(pasteEnd, "");
        // Text goes in at once, so that what is typed behind it stands behind it.
        if (mention && mayBePaths(text)) void paste(text);
        else editor.insertTextAtCursor(pastes.add(text));
        return;
      }
      // A control character that is no key; typed by a terminal that speaks another encoding.
      // oxlint-disable-next-line no-control-regex
      if (/^[\u0080-\u009f]/.test(data)) return;
      if (isKey(data, "enter") && !hasChosen) closeCompletions(); // what was typed is what is meant
      hasChosen = editor.isShowingAutocomplete() && (isKey(data, "up") || isKey(data, "down"));
      const mark = isKey(data, "backspace") ? pastes.markAtEnd(beforeCursor()) : undefined;
      for (let left = mark?.length ?? 1; left > 0; left--) editor.handleInput(data);
    },
    shown: () => editor.getText(),
    setText: (text) => editor.setText(text),
    attach(image) {
      const kilobytes = Math.ceil((image.data.length * 3) / 4 / 1000);
      editor.insertTextAtCursor(`${pastes.attach(image, `image, ${kilobytes} kB`)} `);
    },
    pasted: () => pastes.textsIn(editor.getText()),
    newLine: () => editor.handleInput(newLineKey),
    submit() {
      closeCompletions();
      editor.handleInput(submitKey);
    },
    edge() {
      const { line } = editor.getCursor();
      return { isFirst: line === 0, isLast: line === editor.getLines().length - 1 };
    },
    isCompleting: () => editor.isShowingAutocomplete(),
  };
}

function providerOf(complete: Complete): AutocompleteProvider {
  return {
    triggerCharacters: ["@"],
    async getSuggestions(lines, cursorLine, cursorColumn, { force = false, signal }) {
      const before = (lines[cursorLine] ?? "").slice(0, cursorColumn);
      const found = await complete(before, cursorLine === 0, force, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      return found ? { items: found.items.map((item) => ({ ...item })), prefix: found.prefix } : null;
    },
    applyCompletion(lines, cursorLine, cursorColumn, item, prefix) {
      const line = lines[cursorLine] ?? "";
      const before = line.slice(0, cursorColumn - prefix.length) + item.value;
      const changed = [...lines];
      changed[cursorLine] = before + line.slice(cursorColumn);
      return { lines: changed, cursorLine, cursorCol: before.length };
    },
  };
}
