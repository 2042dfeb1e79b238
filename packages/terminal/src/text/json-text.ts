import { hiddenCharacterRanges, hiddenCharacters } from "@skein/protocol";

/**
 * A value as JSON that is safe to look at: characters that command a terminal, turn the reading order or are not seen are
 * escaped, so that what is parsed is the same.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent).replace(unsafe, escapedAll);
  // Looked for first: to find which of them stand where nothing uses them takes longer, and few texts have any.
  return /[\uFE00-\uFE0F]|\u200C|\u200D/.test(text) ? text.replace(hiddenCharacters(), escapedAll) : text;
}

function escapedAll(characters: string): string {
  return Array.from({ length: characters.length }, (_, at) => escaped(characters.charCodeAt(at))).join("");
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

// DEL, C1, and what is not seen. The others of C0 are escaped by JSON itself.
const unsafe = new RegExp(String.raw`[\u007F-\u009F${hiddenCharacterRanges}]`, "gu");
