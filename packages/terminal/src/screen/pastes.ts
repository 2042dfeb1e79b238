import { cleanText } from "../text/clean-text.ts";

const longestInline = 400;
const mostInlineLines = 4;

/** What was pasted, kept whole behind short marks where it would not fit into the prompt. */
export interface Pastes<Attachment = never> {
  /** @returns what to show in the prompt: the text itself, or a mark that stands for it. */
  add(text: string): string;
  /** @param what - in few words. @returns the mark of something that goes with the message beside its words. */
  attach(attachment: Attachment, what: string): string;
  /** The text with every mark of a text replaced by what it stands for. */
  expand(text: string): string;
  /** Texts and attachments whose marks are in the text, in the order in which they were pasted. */
  textsIn(text: string): readonly string[];
  attachmentsIn(text: string): readonly Attachment[];
  /** The mark that `text` ends with. */
  markAtEnd(text: string): string | undefined;
  clear(): void;
}

export function createPastes<Attachment = never>(): Pastes<Attachment> {
  const texts = new Map<string, string>();
  const attached = new Map<string, Attachment>();
  let count = 0;
  const inText = <Value>(kept: ReadonlyMap<string, Value>, text: string) =>
    [...kept].flatMap(([mark, value]) => (text.includes(mark) ? [value] : []));
  return {
    add(raw) {
      const text = raw.replace(/\r\n?/g, "\n");
      const lines = text.split("\n").length;
      const isPlain = cleanText(text) === text && !text.includes("\t");
      if (isPlain && text.length <= longestInline && lines <= mostInlineLines) return text;
      const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
      const mark = `[pasted ${++count}: ${size}]`;
      texts.set(mark, text);
      return mark;
    },
    attach(attachment, what) {
      const mark = `[attached ${++count}: ${what}]`;
      attached.set(mark, attachment);
      return mark;
    },
    // One pass, so that a mark within pasted text stays text.
    expand: (text) =>
      text.replace(/\[pasted \d+: \d+ (?:lines|characters)\]/g, (mark) => texts.get(mark) ?? mark),
    textsIn: (text) => inText(texts, text),
    attachmentsIn: (text) => inText(attached, text),
    markAtEnd: (text) => [...texts.keys(), ...attached.keys()].find((mark) => text.endsWith(mark)),
    clear() {
      texts.clear();
      attached.clear();
    },
  };
}
