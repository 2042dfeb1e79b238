import { hiddenCharacterRanges } from "@skein/protocol";

/**
 * Text from elsewhere as it can be shown: line breaks and tabs pass; every other control character, and what changes
 * the direction of text or hides it, becomes a visible mark. Half a surrogate pair becomes U+FFFD.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(unseen, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
    });
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, " ")).trim();
}

// C0 except \t and \n, DEL, C1, and what is not seen.
const unseen = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F${hiddenCharacterRanges}]`,
  "gu",
);
