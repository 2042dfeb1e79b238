export interface MentionWord {
  /** Where it begins in the text: at its `@`. */
  readonly start: number;
  readonly word: string;
}

/** The word with `@` that one writes at the end of a text. */
export function mentionAtEnd(text: string): MentionWord | undefined {
  const found = /(?:^|\s)(@\S*)$/.exec(text);
  const [, word] = found ?? [];
  return word === undefined ? undefined : { start: text.length - word.length, word };
}

/** The text with the word replaced. A folder stays open for what is in it. */
export function withMention(text: string, { start }: MentionWord, chosen: string): string {
  return `${text.slice(0, start)}${chosen}${chosen.endsWith("/") ? "" : " "}`;
}
