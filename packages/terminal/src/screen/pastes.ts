import { cleanText } from "../text/clean-text.ts";

const longestInline = 400;
const mostInlineLines = 4;

/** What was pasted, kept whole behind short marks where it would not fit into the prompt. */
export interface Pastes {
  /** @returns what to show in the prompt: the text itself, or a mark that stands for it. */
  add(text: string): string;
  /** The text with every mark replaced by what it stands for. */
  expand(text: string): string;
  /** The mark that `text` ends with. */
  markAtEnd(text: string): string | undefined;
  clear(): void;
}

export function createPastes(): Pastes {
  const kept = new Map<string, string>();
  let count = 0;
  return {
    add(raw) {
      const text = raw.replace(/\r\n?/g, "\n");
      const lines = text.split("\n").length;
      const isPlain = cleanText(text) === text && !text.includes("\t");
      if (isPlain && text.length <= longestInline && lines <= mostInlineLines) return text;
      const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
      const mark = `[pasted ${++count}: ${size}]`;
      kept.set(mark, text);
      return mark;
    },
    // One pass, so that a mark within pasted text stays text.
    expand: (text) =>
      text.replace(/\[pasted \d+: \d+ (?:lines|characters)\]/g, (mark) => kept.get(mark) ?? mark),
    markAtEnd: (text) => [...kept.keys()].find((mark) => text.endsWith(mark)),
    clear: () => kept.clear(),
  };
}
